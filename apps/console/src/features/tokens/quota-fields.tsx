import { Form, Input, Switch } from 'antd'
import { numberRule } from '../../shared/form/number/number-rule.ts'
import { QuotaInput } from '../../shared/form/quota-input.tsx'
import { QuotaLabel } from '../../shared/form/quota-label.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import type { TokenValues } from './token-values.ts'

/** The cap of the token: a figure, or none at all. */
export const QuotaFields = () => {
  const t = useText()
  const form = Form.useFormInstance<TokenValues>()
  const quota = Form.useWatch<TokenValues['quota']>('quota', form) ?? null
  const isUnlimited = Form.useWatch<boolean>('isUnlimited', form) === true
  return (
    <>
      <Form.Item
        name="quota"
        label={<QuotaLabel label={t('token.quota')} quota={isUnlimited ? null : quota} />}
        extra={t('token.quotaNote')}
        validateFirst
        rules={isUnlimited ? [] : [numberRule(t), { required: true, type: 'number', min: 0, message: t('token.quotaInvalid') }]}
      >
        <QuotaInput disabled={isUnlimited} data-testid="field-remain_quota" />
      </Form.Item>
      <Form.Item name="limitRead" hidden>
        <Input type="hidden" />
      </Form.Item>
      <Form.Item name="isUnlimited" label={t('token.unlimited')} valuePropName="checked" layout="horizontal" colon={false}>
        <Switch data-testid="field-unlimited_quota" />
      </Form.Item>
    </>
  )
}
