import { parseChannelCost } from '@weir/contract/channels/channel-cost'
import { Form, Input } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'

const EXAMPLE = '{"*": 0.8, "gpt-4o": {"input": 2, "output": 8}}'

/** What upstream takes, for statistics of cost and margin. It changes no charge. */
export const CostField = () => {
  const t = useText()
  const check = (_rule: unknown, cost: string | undefined) =>
    parseChannelCost(cost ?? '') === undefined ? Promise.reject(new Error(t('channel.costInvalid'))) : Promise.resolve()
  return (
    <Form.Item name="cost" label={t('channel.cost')} extra={t('channel.costHelp')} validateTrigger="onBlur" rules={[{ validator: check }]}>
      <Input.TextArea
        className={classes.code ?? ''}
        autoSize={{ minRows: 1, maxRows: 8 }}
        placeholder={EXAMPLE}
        spellCheck={false}
        data-testid="field-cost"
      />
    </Form.Item>
  )
}
