import type { UserObject } from '@weir/contract/user'
import { Form, Input } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { FormSection } from './form-page.tsx'

const fields = [
  { name: 'github_id', label: 'profile.github' },
  { name: 'wechat_id', label: 'profile.wechat' },
  { name: 'email', label: 'profile.email' },
] as const

/** What is linked to the account; shown, not edited here. */
export const BoundAccounts = ({ user }: { readonly user: UserObject }) => {
  const t = useText()
  return (
    <FormSection title={t('profile.bound')}>
      {fields.map(({ name, label }) => (
        <Form.Item key={name} label={t(label)} htmlFor={`bound-${name}`}>
          <Input
            id={`bound-${name}`}
            readOnly
            variant="filled"
            value={user[name]}
            placeholder={t('profile.notBound')}
            data-testid={`field-${name}`}
          />
        </Form.Item>
      ))}
    </FormSection>
  )
}
