import { listGroups } from '@weir/contract/site'
import { MIN_PASSWORD_LENGTH, type UserObject } from '@weir/contract/user'
import { editUser, getUser } from '@weir/contract/user-admin'
import { AutoComplete, Button, Form, Input, InputNumber } from 'antd'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { BoundAccounts } from '../../shared/form/bound-accounts.tsx'
import { FormPage, FormSection } from '../../shared/form/form-page.tsx'
import { QuotaLabel } from '../../shared/form/quota-label.tsx'
import { useFormDraft } from '../../shared/form/use-form-draft.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { AFTER_PROFILE, paths } from '../../shared/paths.ts'
import { PageLoading } from '../../shared/ui/page-loading.tsx'
import { FailedState } from '../../shared/ui/state.tsx'
import { useAction, useEndpoint } from '../../shared/use-endpoint.ts'
import { bodyOf, valuesOf, type UserValues } from './user-values.ts'

const secrets = ['password'] as const

const QuotaFields = () => {
  const t = useText()
  const form = Form.useFormInstance<UserValues>()
  const quota = Form.useWatch<UserValues['quota']>('quota', form) ?? null
  const groups = useEndpoint(listGroups, {})
  return (
    <FormSection title={t('user.section.quota')}>
      <Form.Item name="group" label={t('user.group')} extra={t('user.groupHelp')}>
        <AutoComplete
          options={(groups.data ?? []).map((value) => ({ value }))}
          showSearch={{ filterOption: false }}
          data-testid="field-group"
        />
      </Form.Item>
      <Form.Item
        name="quota"
        label={<QuotaLabel label={t('user.quota')} quota={quota} />}
        rules={[{ required: true, type: 'number', min: 0, message: t('user.quotaInvalid') }]}
      >
        <InputNumber style={{ width: '100%' }} min={0} controls={false} data-testid="field-quota" />
      </Form.Item>
    </FormSection>
  )
}

const UserForm = ({ user }: { readonly user: UserObject }) => {
  const t = useText()
  const navigate = useNavigate()
  const [form] = Form.useForm<UserValues>()
  const initial = useMemo(() => valuesOf(user), [user])
  const draft = useFormDraft({ name: `user-${user.id}`, initial, secrets })
  const save = useAction(editUser, {
    onDone: () => {
      draft.finish()
      form.resetFields(['password'])
    },
  })
  return (
    <FormPage
      title={t('user.editTitle', { name: user.username })}
      hint={t('user.editHint')}
      form={form}
      draft={draft}
      initial={initial}
      saveLabel={t('user.save')}
      isSaving={save.isPending}
      onSave={(values) => save.mutate({ body: bodyOf(user.id, values) })}
      onCancel={() => void navigate(AFTER_PROFILE)}
      action={
        <Button onClick={() => void navigate(paths.user)} data-testid="btn-to-list">
          {t('user.toList')}
        </Button>
      }
    >
      <FormSection title={t('user.section.account')}>
        <Form.Item
          name="username"
          label={t('user.username')}
          rules={[{ required: true, message: t('form.required', { field: t('user.username') }) }]}
        >
          <Input autoComplete="off" data-testid="field-username" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('profile.password')}
          rules={[{ min: MIN_PASSWORD_LENGTH, message: t('profile.passwordShort') }]}
        >
          <Input.Password autoComplete="new-password" placeholder={t('profile.passwordPlaceholder')} data-testid="field-password" />
        </Form.Item>
        <Form.Item name="display_name" label={t('user.displayName')}>
          <Input autoComplete="off" data-testid="field-display_name" />
        </Form.Item>
      </FormSection>
      <QuotaFields />
      <BoundAccounts user={user} />
    </FormPage>
  )
}

/** Another user's record. */
export const UserEditPage = () => {
  const { id = '' } = useParams()
  const { data, isError, refetch } = useEndpoint(getUser, { params: { id } }, { isFresh: true })
  if (data) return <UserForm key={data.id} user={data} />
  return isError ? <FailedState onRetry={() => void refetch()} /> : <PageLoading page="page.userEdit" />
}
