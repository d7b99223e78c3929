import { Form, Input } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'

interface Times {
  readonly quiet_from: string
  readonly quiet_to: string
}

const isPair = ({ quiet_from: from, quiet_to: to }: Times): boolean => (from === '') === (to === '') && (from === '' || from !== to)

/** Two times or none. */
export const QuietFields = () => {
  const t = useText()
  const form = Form.useFormInstance<Times>()
  const validator = () => (isPair(form.getFieldsValue()) ? Promise.resolve() : Promise.reject(new Error(t('alert.quietBoth'))))
  return (
    <>
      <Form.Item name="quiet_from" label={t('alert.quietFrom')}>
        <Input type="time" data-testid="field-alert_quiet_from" />
      </Form.Item>
      <Form.Item name="quiet_to" label={t('alert.quietTo')} dependencies={['quiet_from']} rules={[{ validator }]}>
        <Input type="time" data-testid="field-alert_quiet_to" />
      </Form.Item>
    </>
  )
}
