import {
  ALERT_KINDS,
  ALERT_KIND_RULES,
  createAlertRule,
  editAlertRule,
  type AlertKind,
  type AlertRuleInput,
  type AlertRuleObject,
} from '@weir/contract/alerts/alert-rule'
import type { AlertTargetObject } from '@weir/contract/alerts/alert-target'
import { Form, Select, Switch } from 'antd'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { NumberInput } from '../../../shared/form/number/number-input.tsx'
import { numberRule } from '../../../shared/form/number/number-rule.ts'
import { QuotaInput } from '../../../shared/form/quota-input.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { FormDialog } from '../layout/form-dialog.tsx'
import { thresholdLabel } from './alert-words.ts'
import { NameField } from './name-field.tsx'
import { QuietFields } from './quiet-fields.tsx'

interface Props {
  /** Undefined: a new one. */
  readonly rule: AlertRuleObject | undefined
  readonly targets: readonly AlertTargetObject[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** A field that a kind does not ask for is not in the form, and one that is left empty holds null. */
type Values = Omit<AlertRuleInput, 'threshold' | 'window_minutes' | 'scope_id'> &
  Partial<Record<'threshold' | 'window_minutes' | 'scope_id', number | null>>

const EMPTY: Values = { name: '', kind: 'channel-off', enabled: true, quiet_from: '', quiet_to: '', target_ids: [] }
const HELPED = ['error-share', 'balance-low', 'certificate-expiry', 'log-waiting'] as const

const bodyFrom = (values: Values): AlertRuleInput => {
  const { threshold, window, scope } = ALERT_KIND_RULES[values.kind]
  return {
    ...values,
    name: values.name.trim(),
    threshold: threshold === undefined ? 0 : (values.threshold ?? 0),
    window_minutes: window === undefined ? 0 : (values.window_minutes ?? 0),
    scope_id: scope === 'none' ? 0 : (values.scope_id ?? 0),
  }
}

/** Only what the kind asks for. */
const KindFields = ({ kind }: { readonly kind: AlertKind }) => {
  const t = useText()
  const { threshold, window, scope } = ALERT_KIND_RULES[kind]
  const helped = HELPED.find((name) => name === kind)
  const within = ({ min, max, isWhole }: NonNullable<typeof window>) => ({
    validateFirst: true,
    rules: [
      numberRule(t),
      {
        required: true,
        type: isWhole ? ('integer' as const) : ('number' as const),
        min,
        max,
        message: max === Number.MAX_SAFE_INTEGER ? t('budget.limitInvalid') : t(isWhole ? 'alert.wholeRange' : 'alert.range', { min, max }),
      },
    ],
  })
  return (
    <>
      {threshold !== undefined && kind !== 'channel-off' && (
        <Form.Item name="threshold" label={thresholdLabel(kind, t)} extra={helped && t(`alert.help.${helped}`)} {...within(threshold)}>
          {kind === 'spend-above' ? (
            <QuotaInput isChipless data-testid="field-alert_threshold" />
          ) : (
            <NumberInput data-testid="field-alert_threshold" />
          )}
        </Form.Item>
      )}
      {window !== undefined && (
        <Form.Item name="window_minutes" label={t('alert.window')} {...within(window)}>
          <NumberInput data-testid="field-alert_window" />
        </Form.Item>
      )}
      {scope !== 'none' && (
        <Form.Item
          name="scope_id"
          label={t(`alert.scope.${scope}`)}
          extra={t('alert.scopeHelp')}
          validateFirst
          rules={[numberRule(t), { type: 'integer', min: 1, message: t('budget.limitInvalid') }]}
        >
          <NumberInput data-testid="field-alert_scope" />
        </Form.Item>
      )}
    </>
  )
}

export const RuleDialog = ({ rule, targets, onClose, onSaved }: Props) => {
  const t = useText()
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? rule?.kind ?? EMPTY.kind
  const done = {
    onDone: () => {
      onSaved()
      onClose()
    },
  }
  const create = useAction(createAlertRule, done)
  const edit = useAction(editAlertRule, done)
  const save = (values: Values) => {
    const body = bodyFrom(values)
    if (rule === undefined) create.mutate({ body })
    else edit.mutate({ body: { ...body, id: rule.id } })
  }
  const known = new Set(targets.map(({ id }) => id))
  const initial = rule && {
    ...rule,
    scope_id: rule.scope_id === 0 ? null : rule.scope_id,
    target_ids: rule.target_ids.filter((id) => known.has(id)),
  }
  return (
    <FormDialog
      name="alert-rule"
      title={t(rule === undefined ? 'alert.rule.add' : 'alert.rule.edit')}
      form={form}
      initial={initial ?? EMPTY}
      isSaving={create.isPending || edit.isPending}
      onSave={save}
      onClose={onClose}
    >
      <NameField testId="field-alert_name" />
      <Form.Item name="kind" label={t('alert.kind')}>
        <Select
          disabled={rule !== undefined}
          options={ALERT_KINDS.map((value) => ({ value, label: t(`alert.kind.${value}`) }))}
          data-testid="field-alert_kind"
        />
      </Form.Item>
      <KindFields kind={kind} />
      <Form.Item name="target_ids" label={t('alert.targetsOfRule')}>
        <Select
          mode="multiple"
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          optionFilterProp="label"
          data-testid="field-alert_targets"
        />
      </Form.Item>
      <QuietFields />
      <Form.Item name="enabled" label={t('alert.enabled')} valuePropName="checked">
        <Switch data-testid="field-alert_enabled" />
      </Form.Item>
    </FormDialog>
  )
}
