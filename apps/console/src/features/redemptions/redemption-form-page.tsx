import { createRedemptions, editRedemption, getRedemption, type RedemptionObject } from '@weir/contract/redemption'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { downloadText } from '../../shared/download.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import { PageLoading } from '../../shared/ui/page-loading.tsx'
import { FailedState } from '../../shared/ui/state.tsx'
import { useAction, useEndpoint } from '../../shared/use-endpoint.ts'
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
    create.mutate(
      { body },
      {
        onSuccess: (codes) => {
          finish()
          const made = { name: body.name, codes: codes ?? [] }
          download(made)
          setCreated(made)
        },
      },
    )
  }

  return (
    <>
      <RedemptionForm
        draftName="redemption-add"
        title={t('redemption.addTitle')}
        saveLabel={t('redemption.create')}
        initial={newRedemptionValues}
        isNew
        isSaving={create.isPending}
        onSave={save}
      />
      {created !== undefined && (
        <CreatedCodes {...created} onDownload={() => download(created)} onClose={() => void navigate(paths.redemption)} />
      )}
    </>
  )
}

const LoadedRedemptionForm = ({ redemption }: { readonly redemption: RedemptionObject }) => {
  const t = useText()
  const navigate = useNavigate()
  const edit = useAction(editRedemption)
  const save = (values: RedemptionValues, finish: () => void) =>
    edit.mutate(
      { query: {}, body: { id: redemption.id, ...bodyOf(values) } },
      {
        onSuccess: () => {
          finish()
          void navigate(paths.redemption)
        },
      },
    )
  return (
    <RedemptionForm
      draftName={`redemption-${redemption.id}`}
      title={t('redemption.editTitle')}
      saveLabel={t('redemption.save')}
      initial={useMemo(() => valuesOf(redemption), [redemption])}
      isNew={false}
      isSaving={edit.isPending}
      onSave={save}
    />
  )
}

export const RedemptionEditPage = () => {
  const { id = '' } = useParams()
  const { data, isError, refetch } = useEndpoint(getRedemption, { params: { id } }, { isFresh: true })
  if (data) return <LoadedRedemptionForm key={data.id} redemption={data} />
  return isError ? <FailedState onRetry={() => void refetch()} /> : <PageLoading page="page.redemptionEdit" />
}
