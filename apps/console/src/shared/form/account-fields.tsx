import { MIN_PASSWORD_LENGTH } from '@weir/contract/user'
import { Form, Input } from 'antd'
import { useText } from '../i18n/use-text.ts'

/** Name and password of an account that exists: one's own, which the browser may fill in, or another's. */
export const AccountFields = ({ isOwn = false }: { readonly isOwn?: boolean }) => {
  const t = useText()
  const label = t('profile.username')
  return (
    <>
      <Form.Item name="username" label={label} rules={[{ required: true, message: t('form.required', { field: label }) }]}>
        <Input autoComplete={isOwn ? 'username' : 'off'} data-testid="field-username" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('profile.password')}
        extra={t('profile.passwordRule')}
        rules={[{ min: MIN_PASSWORD_LENGTH, message: t('profile.passwordShort') }]}
      >
        <Input.Password autoComplete="new-password" placeholder={t('profile.passwordPlaceholder')} data-testid="field-password" />
      </Form.Item>
      <Form.Item name="display_name" label={t('profile.displayName')} extra={t(isOwn ? 'profile.displayNameHelp' : 'user.displayNameHelp')}>
        <Input autoComplete={isOwn ? 'nickname' : 'off'} data-testid="field-display_name" />
      </Form.Item>
    </>
  )
}
