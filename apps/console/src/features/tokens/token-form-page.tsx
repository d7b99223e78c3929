import { createToken, editToken, getToken, type TokenObject } from '@weir/contract/token'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import { PageLoading } from '../../shared/ui/page-loading.tsx'
import { FailedState } from '../../shared/ui/state.tsx'
import { useAction, useEndpoint } from '../../shared/use-endpoint.ts'
import { CreatedToken } from './created-token.tsx'
import { TokenForm } from './token-form.tsx'
import { newTokenValues, valuesOf } from './token-values.ts'

export const TokenAddPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const [created, setCreated] = useState<TokenObject>()
  const create = useAction(createToken)
  const toList = () => void navigate(paths.token)
  return (
    <>
      <TokenForm
        draftName="token-add"
        title={t('token.addTitle')}
        saveLabel={t('token.create')}
        initial={newTokenValues}
        isNameRequired
        isSaving={create.isPending}
        onSave={(body, finish) =>
          create.mutate(
            { body },
            {
              onSuccess: (token) => {
                finish()
                // An older server answers without the token; its list has the key.
                if (token?.key) setCreated(token)
                else toList()
              },
            },
          )
        }
      />
      {created !== undefined && <CreatedToken token={created} onClose={toList} />}
    </>
  )
}

const LoadedTokenForm = ({ token }: { readonly token: TokenObject }) => {
  const t = useText()
  const navigate = useNavigate()
  const edit = useAction(editToken)
  return (
    <TokenForm
      draftName={`token-${token.id}`}
      title={t('token.editTitle')}
      saveLabel={t('token.save')}
      initial={useMemo(() => valuesOf(token), [token])}
      isNameRequired={false}
      isSaving={edit.isPending}
      onSave={(body, finish) =>
        edit.mutate(
          { query: {}, body: { id: token.id, ...body } },
          {
            onSuccess: () => {
              finish()
              void navigate(paths.token)
            },
          },
        )
      }
    />
  )
}

export const TokenEditPage = () => {
  const { id = '' } = useParams()
  const { data, isError, refetch } = useEndpoint(getToken, { params: { id } }, { isFresh: true })
  if (data) return <LoadedTokenForm key={data.id} token={data} />
  return isError ? <FailedState onRetry={() => void refetch()} /> : <PageLoading page="page.tokenEdit" />
}
