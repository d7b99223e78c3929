import { Form, Input } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'

export const NameField = ({ testId }: { readonly testId: string }) => {
  const t = useText()
  return (
    <Form.Item
      name="name"
      label={t('alert.name')}
      rules={[{ required: true, whitespace: true, message: t('form.required', { field: t('alert.name') }) }]}
    >
      <Input maxLength={60} data-testid={testId} />
    </Form.Item>
  )
}
