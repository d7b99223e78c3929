import { createToken, editToken, getToken, type TokenObject } from '@weir/contract/token'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { EditPage } from '../../shared/form/edit-page.tsx'
import { FormBones } from '../../shared/form/form-bones.tsx'
import { endDraftWith, useLeaveTo } from '../../shared/form/use-record-form.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { CreatedToken } from './created-token.tsx'
import { ReplaceKey } from './replace-key.tsx'
import { TokenForm } from './token-form.tsx'
import { newTokenValues, valuesOf } from './token-values.ts'

export const TokenAddPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const [created, setCreated] = useState<TokenObject>()
  const create = useAction(createToken, { told: ({ body }) => t('toast.saved', { name: body.name ?? '' }) })
  const toList = () => void navigate(pathOf('token'))
  return (
    <>
      <TokenForm
        draftName="token-add"
        saveLabel={t('token.create')}
        initial={newTokenValues}
        isNew
        isSaving={create.isPending}
        onSave={(body, finish) =>
          endDraftWith(
            create.mutateAsync(
              { body },
              {
                onSuccess: (token) => {
                  finish()
                  // An older server answers without the token; its list has the key.
                  if (token?.key) setCreated(token)
                  else toList()
                },
              },
            ),
            finish,
          )
        }
      />
      {created !== undefined && <CreatedToken token={created} onClose={toList} />}
    </>
  )
}

const LoadedTokenForm = ({ token }: { readonly token: TokenObject }) => {
  const t = useText()
  const leave = useLeaveTo(pathOf('token'))
  const edit = useAction(editToken, { told: () => t('toast.saved', { name: token.name }) })
  return (
    <TokenForm
      draftName={`token-${token.id}`}
      saveLabel={t('token.save')}
      initial={useMemo(() => valuesOf(token), [token])}
      isNew={false}
      isSaving={edit.isPending}
      onSave={(body, finish) => endDraftWith(edit.mutateAsync({ query: {}, body: { id: token.id, ...body } }, leave(finish)), finish)}
    >
      <ReplaceKey token={token} />
    </TokenForm>
  )
}

const BONES = [
  ['field', 'field-buttons', 'field-buttons-help', 'switch'],
  ['field-help', 'field-help'],
] as const

export const TokenEditPage = () => (
  <EditPage area="token" endpoint={getToken} input={(id) => ({ params: { id } })} waiting={<FormBones sections={BONES} />}>
    {(token) => <LoadedTokenForm key={token.id} token={token} />}
  </EditPage>
)
