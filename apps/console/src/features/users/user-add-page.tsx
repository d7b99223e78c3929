import { MIN_PASSWORD_LENGTH, Role, isRoot } from '@weir/contract/user'
import { createUser } from '@weir/contract/user-admin'
import { Button, Form, Input, Select } from 'antd'
import { useNavigate } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { FormPage, FormSection } from '../../shared/form/form-page.tsx'
import { numberRule } from '../../shared/form/number/number-rule.ts'
import { QuotaInput } from '../../shared/form/quota-input.tsx'
import { QuotaLabel } from '../../shared/form/quota-label.tsx'
import { useFormDraft } from '../../shared/form/use-form-draft.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { GroupItem } from './group-item.tsx'
import { randomPassword } from './random-password.ts'
import { userRoleBadge } from './user-badges.ts'
import { emptyUser, newUserBody, type NewUser } from './user-values.ts'

const secrets = ['password'] as const

/** What the account begins with; left alone, it is what every account does. */
const BeginningFields = () => {
  const t = useText()
  const me = useUser()
  const form = Form.useFormInstance<NewUser>()
  const quota = Form.useWatch<NewUser['quota']>('quota', form) ?? null
  return (
    <FormSection title={t('user.section.quota')}>
      <GroupItem />
      <Form.Item
        name="quota"
        label={<QuotaLabel label={t('user.startQuota')} quota={quota} />}
        extra={t('user.startQuotaHelp')}
        validateFirst
        rules={[numberRule(t), { type: 'number', min: 0, message: t('user.quotaInvalid') }]}
      >
        <QuotaInput data-testid="field-quota" />
      </Form.Item>
      {me !== undefined && isRoot(me.role) && (
        <Form.Item name="role" label={t('user.role')} extra={t('user.roleHelp')}>
          <Select
            options={[Role.user, Role.admin].map((role) => ({ value: role, label: t(userRoleBadge(role).label) }))}
            data-testid="field-role"
          />
        </Form.Item>
      )}
    </FormSection>
  )
}

export const UserAddPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const [form] = Form.useForm<NewUser>()
  const draft = useFormDraft({ name: 'user-add', initial: emptyUser, secrets })
  const toList = () => void navigate(pathOf('user'))
  const create = useAction(createUser, {
    told: ({ body }) => t('toast.saved', { name: body.username }),
    onDone: draft.finish,
    onSeen: toList,
  })
  const suggest = () => {
    form.setFieldValue(
      'password',
      randomPassword((count) => crypto.getRandomValues(new Uint8Array(count))),
    )
    draft.keep(form.getFieldsValue())
  }
  const required = (field: string) => ({ required: true, message: t('form.required', { field }) })
  return (
    <FormPage
      form={form}
      draft={draft}
      initial={emptyUser}
      saveLabel={t('user.create')}
      isSaving={create.isPending}
      onSave={(values) => create.mutate({ body: newUserBody(values) })}
      onCancel={toList}
    >
      <FormSection title={t('user.section.account')}>
        <Form.Item name="username" label={t('user.username')} rules={[required(t('user.username'))]}>
          <Input autoComplete="off" data-testid="field-username" />
        </Form.Item>
        <Form.Item name="display_name" label={t('user.displayName')} extra={t('user.displayNameHelp')}>
          <Input autoComplete="off" data-testid="field-display_name" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('user.password')}
          extra={
            <>
              {t('profile.passwordRule')}
              <Button size="small" type="link" onClick={suggest} data-testid="btn-suggest">
                {t('user.suggestPassword')}
              </Button>
            </>
          }
          rules={[required(t('user.password')), { min: MIN_PASSWORD_LENGTH, message: t('profile.passwordShort') }]}
        >
          <Input.Password autoComplete="new-password" placeholder={t('user.passwordPlaceholder')} data-testid="field-password" />
        </Form.Item>
      </FormSection>
      <BeginningFields />
    </FormPage>
  )
}
