import {
  ALERT_TARGET_KINDS,
  ALERT_TARGET_RULES,
  createAlertTarget,
  editAlertTarget,
  type AlertTargetInput,
  type AlertTargetKind,
  type AlertTargetObject,
} from '@weir/contract/alerts/alert-target'
import { Form, Input, Select, Switch } from 'antd'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { FormDialog } from '../layout/form-dialog.tsx'
import { NameField } from './name-field.tsx'

interface Props {
  /** Undefined: a new one. */
  readonly target: AlertTargetObject | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

type Values = Pick<AlertTargetInput, 'name' | 'kind' | 'enabled' | 'language'> &
  Partial<Pick<AlertTargetInput, 'url' | 'recipient' | 'secret'>>

/** The form of the address that each vendor gives out. */
const EXAMPLES: Readonly<Record<AlertTargetKind, string>> = {
  mail: 'ops@example.com; night@example.com',
  webhook: 'https://hook.example.com/weir',
  lark: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  telegram: 'https://api.telegram.org',
  slack: 'https://hooks.slack.com/services/…',
}

const KindFields = ({ kind, isNew }: { readonly kind: AlertTargetKind; readonly isNew: boolean }) => {
  const t = useText()
  const needs = ALERT_TARGET_RULES[kind]
  const isTelegram = kind === 'telegram'
  const required = (field: 'url' | 'secret', label: string) =>
    isNew && needs[field] === 'required' ? [{ required: true, whitespace: true, message: t('form.required', { field: label }) }] : []
  const urlLabel = t(isTelegram ? 'alert.target.urlTelegram' : 'alert.target.url')
  const recipientLabel = t(isTelegram ? 'alert.target.chat' : 'alert.target.mails')
  const secretLabel = t(isTelegram ? 'alert.target.secretTelegram' : 'alert.target.secret')
  const keep = isNew ? undefined : t('alert.target.keep')
  return (
    <>
      {needs.recipient !== 'unused' && (
        <Form.Item
          name="recipient"
          label={recipientLabel}
          extra={t(isTelegram ? 'alert.target.chatHelp' : 'alert.target.mailsHelp')}
          rules={[{ required: true, whitespace: true, message: t('form.required', { field: recipientLabel }) }]}
        >
          <Input {...(!isTelegram && { placeholder: EXAMPLES.mail })} data-testid="field-target_recipient" />
        </Form.Item>
      )}
      {needs.url !== 'unused' && (
        <Form.Item
          name="url"
          label={urlLabel}
          extra={keep ?? (isTelegram ? t('alert.target.urlTelegramHelp') : undefined)}
          rules={required('url', urlLabel)}
        >
          <Input placeholder={EXAMPLES[kind]} autoComplete="off" data-testid="field-target_url" />
        </Form.Item>
      )}
      {needs.secret !== 'unused' && (
        <Form.Item name="secret" label={secretLabel} extra={keep} rules={required('secret', secretLabel)}>
          <Input.Password autoComplete="new-password" data-testid="field-target_secret" />
        </Form.Item>
      )}
    </>
  )
}

export const TargetDialog = ({ target, onClose, onSaved }: Props) => {
  const t = useText()
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? target?.kind ?? 'mail'
  const done = {
    onDone: () => {
      onSaved()
      onClose()
    },
  }
  const create = useAction(createAlertTarget, done)
  const edit = useAction(editAlertTarget, done)
  const save = ({ url = '', recipient = '', secret = '', ...values }: Values) => {
    if (target === undefined) return create.mutate({ body: { ...values, url, recipient, secret } })
    const { kind: _, ...changes } = values
    edit.mutate({
      body: { id: target.id, ...changes, recipient, ...(url.trim() !== '' && { url }), ...(secret.trim() !== '' && { secret }) },
    })
  }
  const initial: Values =
    target === undefined ? { name: '', kind: 'mail', enabled: true, language: 'zh' } : { ...target, url: '', secret: '' }
  return (
    <FormDialog
      name="alert-target"
      title={t(target === undefined ? 'alert.target.add' : 'alert.target.edit')}
      form={form}
      initial={initial}
      isSaving={create.isPending || edit.isPending}
      onSave={save}
      onClose={onClose}
    >
      <NameField testId="field-target_name" />
      <Form.Item name="kind" label={t('alert.target.kind')}>
        <Select
          disabled={target !== undefined}
          options={ALERT_TARGET_KINDS.map((value) => ({ value, label: t(`alert.target.kind.${value}`) }))}
          data-testid="field-target_kind"
        />
      </Form.Item>
      <KindFields key={kind} kind={kind} isNew={target === undefined} />
      <Form.Item name="language" label={t('alert.target.language')}>
        <Select
          options={(['zh', 'en'] as const).map((value) => ({ value, label: t(`alert.target.language.${value}`) }))}
          data-testid="field-target_language"
        />
      </Form.Item>
      <Form.Item name="enabled" label={t('alert.enabled')} valuePropName="checked">
        <Switch data-testid="field-target_enabled" />
      </Form.Item>
    </FormDialog>
  )
}
