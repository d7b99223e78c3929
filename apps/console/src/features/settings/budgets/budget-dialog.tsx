import {
  BUDGET_PERIODS,
  BUDGET_SCOPES,
  BUDGET_UNITS,
  createBudget,
  editBudget,
  type BudgetInput,
  type BudgetObject,
} from '@weir/contract/budget'
import { Form, Input, Select, Switch } from 'antd'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { NumberInput } from '../../../shared/form/number/number-input.tsx'
import { numberRule } from '../../../shared/form/number/number-rule.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { FormDialog } from '../layout/form-dialog.tsx'

interface Props {
  /** Undefined: a new one. */
  readonly budget: BudgetObject | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

const EMPTY = { scope: 'token', scope_id: '', model: '', unit: 'requests', period: 'day', hard: true } as const

export const BudgetDialog = ({ budget, onClose, onSaved }: Props) => {
  const t = useText()
  const [form] = Form.useForm<BudgetInput>()
  const scope = Form.useWatch('scope', form) ?? budget?.scope ?? EMPTY.scope
  const done = {
    onDone: () => {
      onSaved()
      onClose()
    },
  }
  const create = useAction(createBudget, done)
  const edit = useAction(editBudget, done)
  const save = (values: BudgetInput) => {
    const body = { ...values, scope_id: values.scope_id.trim(), model: values.model.trim() }
    if (budget === undefined) create.mutate({ body })
    else edit.mutate({ body: { id: budget.id, revision: budget.revision, ...body } })
  }
  const scopeLabel = t(scope === 'group' ? 'budget.groupName' : 'budget.number', { scope: t(`budget.scope.${scope}`) })
  return (
    <FormDialog
      name="budget"
      title={t(budget === undefined ? 'budget.add' : 'budget.edit')}
      form={form}
      initial={budget === undefined ? EMPTY : { ...budget, scope_id: String(budget.scope_id) }}
      isSaving={create.isPending || edit.isPending}
      onSave={save}
      onClose={onClose}
    >
      <Form.Item name="scope" label={t('budget.scope')}>
        <Select options={BUDGET_SCOPES.map((value) => ({ value, label: t(`budget.scope.${value}`) }))} data-testid="field-budget_scope" />
      </Form.Item>
      <Form.Item
        name="scope_id"
        label={scopeLabel}
        rules={[{ required: true, whitespace: true, message: t('form.required', { field: scopeLabel }) }]}
      >
        <Input data-testid="field-budget_scope_id" />
      </Form.Item>
      <Form.Item name="model" label={t('budget.model')} extra={t('budget.modelHelp')}>
        <Input data-testid="field-budget_model" />
      </Form.Item>
      <Form.Item
        name="limit"
        label={t('budget.limit')}
        validateFirst
        rules={[numberRule(t), { required: true, type: 'integer', min: 1, message: t('budget.limitInvalid') }]}
      >
        <NumberInput data-testid="field-budget_limit" />
      </Form.Item>
      <Form.Item name="unit" label={t('budget.unit')}>
        <Select options={BUDGET_UNITS.map((value) => ({ value, label: t(`budget.unit.${value}`) }))} data-testid="field-budget_unit" />
      </Form.Item>
      <Form.Item name="period" label={t('budget.period')}>
        <Select
          options={BUDGET_PERIODS.map((value) => ({ value, label: t(`budget.period.${value}`) }))}
          data-testid="field-budget_period"
        />
      </Form.Item>
      <Form.Item name="hard" label={t('budget.hard')} valuePropName="checked" extra={t('budget.hardHelp')}>
        <Switch data-testid="field-budget_hard" />
      </Form.Item>
    </FormDialog>
  )
}
