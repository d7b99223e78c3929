import { createRedemptions, editRedemption, getRedemption, type RedemptionObject } from '@weir/contract/redemption'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { EditPage } from '../../shared/form/edit-page.tsx'
import { FormBones } from '../../shared/form/form-bones.tsx'
import { endDraftWith, useLeaveTo } from '../../shared/form/use-record-form.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { CreatedCodes } from './created-codes.tsx'
import { RedemptionForm } from './redemption-form.tsx'
import { bodyOf, newBodyOf, newRedemptionValues, valuesOf, type RedemptionValues } from './redemption-values.ts'

interface Created {
  readonly name: string
  readonly codes: readonly string[]
}

const download = ({ name, codes }: Created) => downloadText(`${name}.txt`, codes.join('\n'))

export const RedemptionAddPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const [created, setCreated] = useState<Created>()
  const create = useAction(createRedemptions)

  const save = (values: RedemptionValues, finish: () => void) => {
    const body = newBodyOf(values)
    const onSuccess = (codes: readonly string[] | null) => {
      finish()
      const made = { name: body.name, codes: codes ?? [] }
      download(made)
      setCreated(made)
    }
    endDraftWith(create.mutateAsync({ body }, { onSuccess }), finish)
  }

  return (
    <>
      <RedemptionForm
        draftName="redemption-add"
        saveLabel={t('redemption.create')}
        initial={newRedemptionValues}
        isNew
        isSaving={create.isPending}
        onSave={save}
      />
      {created !== undefined && (
        <CreatedCodes {...created} onDownload={() => download(created)} onClose={() => void navigate(pathOf('redemption'))} />
      )}
    </>
  )
}

const LoadedRedemptionForm = ({ redemption }: { readonly redemption: RedemptionObject }) => {
  const t = useText()
  const leave = useLeaveTo(pathOf('redemption'))
  const edit = useAction(editRedemption, { told: () => t('toast.saved', { name: redemption.name }) })
  return (
    <RedemptionForm
      draftName={`redemption-${redemption.id}`}
      saveLabel={t('redemption.save')}
      initial={useMemo(() => valuesOf(redemption), [redemption])}
      isNew={false}
      isSaving={edit.isPending}
      onSave={(values, finish) =>
        endDraftWith(edit.mutateAsync({ query: {}, body: { id: redemption.id, ...bodyOf(values) } }, leave(finish)), finish)
      }
    />
  )
}

export const RedemptionEditPage = () => (
  <EditPage
    area="redemption"
    endpoint={getRedemption}
    input={(id) => ({ params: { id } })}
    waiting={<FormBones sections={[['field', 'field-buttons-help']]} />}
  >
    {(redemption) => <LoadedRedemptionForm key={redemption.id} redemption={redemption} />}
  </EditPage>
)
