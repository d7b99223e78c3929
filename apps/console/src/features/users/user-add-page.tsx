import { MIN_PASSWORD_LENGTH } from '@weir/contract/user'
import { createUser } from '@weir/contract/user-admin'
import { Button, Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { FormPage, FormSection } from '../../shared/form/form-page.tsx'
import { useFormDraft } from '../../shared/form/use-form-draft.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { randomPassword } from './random-password.ts'

interface NewUser {
  readonly username: string
  readonly display_name: string
  readonly password: string
}

const emptyUser: NewUser = { username: '', display_name: '', password: '' }
const secrets = ['password'] as const

export const UserAddPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const [form] = Form.useForm<NewUser>()
  const draft = useFormDraft({ name: 'user-add', initial: emptyUser, secrets })
  const toList = () => void navigate(pathOf('user'))
  const create = useAction(createUser, {
    told: ({ body }) => t('toast.saved', { name: body.username }),
    onDone: () => {
      draft.finish()
      toList()
    },
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
      onSave={({ username, display_name, password }) => create.mutate({ body: { username, display_name, password } })}
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
    </FormPage>
  )
}
