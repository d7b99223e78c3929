import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { notify } from '../../shared/feedback/notify.ts'
import { FormPage, FormSection } from '../../shared/form/form-page.tsx'
import { useFirstFocus } from '../../shared/form/use-first-focus.ts'
import { useRecordForm, type RecordFormProps } from '../../shared/form/use-record-form.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { ExpiryField } from './expiry-field.tsx'
import { GroupField } from './group-field.tsx'
import { ModelsField } from './models-field.tsx'
import { QuotaFields } from './quota-fields.tsx'
import { bodyOf, isUsableExpiry, type Expiry, type TokenValues } from './token-values.ts'

type TokenBody = NonNullable<ReturnType<typeof bodyOf>>

interface Props extends RecordFormProps<TokenValues, TokenBody> {
  /** Below the fields: what is done at once and not with the form. */
  readonly children?: ReactNode
}

export const TokenForm = ({ isNew, onSave, children, ...record }: Props) => {
  const t = useText()
  const first = useFirstFocus(isNew)
  const { draft, page } = useRecordForm(record, { listPath: pathOf('token') })

  const submit = (values: TokenValues) => {
    const body = bodyOf(values)
    if (body !== undefined) onSave(body, draft.finish)
  }

  const checkExpiry = (_rule: unknown, expiry: Expiry) => {
    if (isUsableExpiry(expiry)) return Promise.resolve()
    notify.error(t('token.expiryInvalid'))
    return Promise.reject(new Error(t('token.expiryInvalid')))
  }

  return (
    <FormPage {...page} onSave={submit}>
      <FormSection title={t('token.section.basic')}>
        <Form.Item
          name="name"
          label={t('token.name')}
          rules={isNew ? [{ required: true, whitespace: true, message: t('token.nameRequired') }] : []}
        >
          <Input ref={first} placeholder={t('token.namePlaceholder')} data-testid="field-name" />
        </Form.Item>
        <Form.Item name="expiry" label={t('token.expiry')} validateTrigger="onSubmit" rules={[{ validator: checkExpiry }]}>
          <ExpiryField />
        </Form.Item>
        <QuotaFields />
      </FormSection>
      <FormSection title={t('token.section.limits')}>
        <GroupField chosen={record.initial.group} />
        <ModelsField />
        <Form.Item name="subnet" label={t('token.subnet')} extra={t('token.subnetHelp')}>
          <Input placeholder={t('token.subnetPlaceholder')} spellCheck={false} data-testid="field-subnet" />
        </Form.Item>
      </FormSection>
      {children}
    </FormPage>
  )
}
