import { formatQuota } from '@weir/contract/format'
import { Form, InputNumber, Switch } from 'antd'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/use-session.ts'
import classes from './token-form.module.css'
import type { TokenValues } from './token-values.ts'

const Worth = ({ quota }: { readonly quota: number | null }) => {
  const t = useText()
  const display = useQuotaDisplay()
  if (!display.inCurrency || quota === null) return null
  return <span className={classes.worth}>{t('token.quotaWorth', { amount: formatQuota(quota, display) })}</span>
}

/** The cap of the token: a figure, or none at all. */
export const QuotaFields = () => {
  const t = useText()
  const form = Form.useFormInstance<TokenValues>()
  const quota = Form.useWatch<TokenValues['quota']>('quota', form) ?? null
  const isUnlimited = Form.useWatch<boolean>('isUnlimited', form) === true
  const label = (
    <span>
      {t('token.quota')}
      {!isUnlimited && <Worth quota={quota} />}
    </span>
  )
  return (
    <>
      <Form.Item
        name="quota"
        label={label}
        extra={t('token.quotaNote')}
        rules={isUnlimited ? [] : [{ required: true, type: 'number', min: 0, message: t('token.quotaInvalid') }]}
      >
        <InputNumber className={classes.quota ?? ''} min={0} controls={false} disabled={isUnlimited} data-testid="field-remain_quota" />
      </Form.Item>
      <Form.Item name="isUnlimited" label={t('token.unlimited')} valuePropName="checked" layout="horizontal" colon={false}>
        <Switch data-testid="field-unlimited_quota" />
      </Form.Item>
    </>
  )
}
