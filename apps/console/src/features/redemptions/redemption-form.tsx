import { MAX_CODES_AT_ONCE } from '@weir/contract/redemption'
import { Form, Input } from 'antd'
import { FormPage, FormSection } from '../../shared/form/form-page.tsx'
import { NumberInput } from '../../shared/form/number/number-input.tsx'
import { numberRule } from '../../shared/form/number/number-rule.ts'
import { QuotaInput } from '../../shared/form/quota-input.tsx'
import { QuotaLabel } from '../../shared/form/quota-label.tsx'
import { useRecordForm, type RecordFormProps } from '../../shared/form/use-record-form.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import type { RedemptionValues } from './redemption-values.ts'

export const RedemptionForm = ({ isNew, onSave, ...record }: RecordFormProps<RedemptionValues, RedemptionValues>) => {
  const t = useText()
  const { form, draft, page } = useRecordForm(record, { listPath: pathOf('redemption') })
  const quota = Form.useWatch<RedemptionValues['quota']>('quota', form) ?? null
  return (
    <FormPage {...page} onSave={(values) => onSave(values, draft.finish)}>
      <FormSection title={t('redemption.section')}>
        <Form.Item
          name="name"
          label={t('redemption.name')}
          extra={isNew ? t('redemption.nameHelp') : undefined}
          rules={[{ required: true, whitespace: true, message: t('form.required', { field: t('redemption.name') }) }]}
        >
          <Input placeholder={t('redemption.namePlaceholder')} data-testid="field-name" />
        </Form.Item>
        <Form.Item
          name="quota"
          label={<QuotaLabel label={t('redemption.quota')} quota={quota} />}
          extra={t('redemption.quotaHelp')}
          validateFirst
          rules={[numberRule(t), { required: true, type: 'number', min: 1, message: t('redemption.quotaInvalid') }]}
        >
          <QuotaInput data-testid="field-quota" />
        </Form.Item>
        {!isNew && (
          <Form.Item name="quotaRead" hidden>
            <Input type="hidden" />
          </Form.Item>
        )}
        {isNew && (
          <Form.Item
            name="count"
            label={t('redemption.count')}
            validateFirst
            rules={[
              numberRule(t),
              {
                required: true,
                type: 'number',
                min: 1,
                max: MAX_CODES_AT_ONCE,
                message: t('redemption.countInvalid', { max: MAX_CODES_AT_ONCE }),
              },
            ]}
          >
            <NumberInput data-testid="field-count" />
          </Form.Item>
        )}
      </FormSection>
    </FormPage>
  )
}
