import { editSelf, getSelf, type UserObject } from '@weir/contract/user'
import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAction, useEndpoint } from '../../shared/api/use-endpoint.ts'
import { AccountFields } from '../../shared/form/account-fields.tsx'
import { BoundAccounts } from '../../shared/form/bound-accounts.tsx'
import { FormBones } from '../../shared/form/form-bones.tsx'
import { FormPage, FormSection } from '../../shared/form/form-page.tsx'
import { useFormDraft } from '../../shared/form/use-form-draft.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { authSession } from '../../shared/session/auth-session.ts'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { FailedState } from '../../shared/ui/page/state.tsx'

interface ProfileValues {
  readonly username: string
  readonly password: string
  readonly display_name: string
}

const secrets = ['password'] as const

const ProfileForm = ({ self }: { readonly self: UserObject }) => {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [form] = Form.useForm<ProfileValues>()
  const initial = useMemo(() => ({ username: self.username, password: '', display_name: self.display_name }), [self])
  const draft = useFormDraft({ name: 'profile', initial, secrets })

  const save = useAction(editSelf, {
    onDone: (_data, { body: { username = '', display_name = '', password } }) => {
      draft.finish()
      // Not one that was typed while this was under way.
      if (form.getFieldValue('password') === (password ?? '')) form.resetFields(['password'])
      const user = authSession.user()
      if (user !== undefined) authSession.signIn({ ...user, username, display_name })
      if (password !== undefined) authSession.ownPassword()
      void client.invalidateQueries({ queryKey: [getSelf.path] })
    },
  })

  const submit = ({ username, password, display_name }: ProfileValues) =>
    save.mutate({ body: { username, display_name, ...(password === '' ? {} : { password }) } })

  return (
    <FormPage
      hint={t('profile.hint')}
      form={form}
      draft={draft}
      initial={initial}
      saveLabel={t('profile.save')}
      isSaving={save.isPending}
      onSave={submit}
      onCancel={() => void navigate(pathOf('setting'))}
    >
      <FormSection title={t('profile.title')}>
        <AccountFields isOwn />
      </FormSection>
      <BoundAccounts user={self} />
    </FormPage>
  )
}

const BONES = [
  ['field', 'field-help', 'field-help'],
  ['field', 'field', 'field'],
] as const

const Waiting = () => (
  <>
    <PageHeader hint={useText()('profile.hint')} />
    <FormBones sections={BONES} />
  </>
)

/** The caller's own record. */
export const ProfilePage = () => {
  const { data, isError, refetch } = useEndpoint(getSelf, {})
  if (data) return <ProfileForm self={data} />
  return isError ? <FailedState onRetry={() => void refetch()} /> : <Waiting />
}
