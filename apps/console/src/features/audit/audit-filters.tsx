import { Button, Input, Select } from 'antd'
import { useState, type SyntheticEvent } from 'react'
import { DateTimeField } from '../../shared/form/date-time-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { groupActions, isNarrowed, type AuditFilter } from './audit-filter.ts'
import classes from './audit.module.css'

/** What is being typed belongs to the filter it was typed over: a filter from elsewhere, say after Back, shows itself. */
const useDraft = (filter: AuditFilter) => {
  const over = JSON.stringify(filter)
  const [typed, setTyped] = useState({ over, draft: filter })
  const draft = typed.over === over ? typed.draft : filter
  return { draft, change: (change: Partial<AuditFilter>) => setTyped({ over, draft: { ...draft, ...change } }) }
}

interface Props {
  readonly filter: AuditFilter
  readonly actions: readonly string[]
  readonly onApply: (filter: Partial<AuditFilter>) => void
  readonly onClear: () => void
}

export const AuditFilters = ({ filter, actions, onApply, onClear }: Props) => {
  const t = useText()
  const { draft, change } = useDraft(filter)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onApply(draft)
  }
  const text = (name: 'actor_name' | 'object', label: string) => (
    <Input
      className={classes.text ?? ''}
      value={draft[name]}
      placeholder={label}
      aria-label={label}
      allowClear
      onChange={(event) => change({ [name]: event.target.value })}
      data-testid={`field-${name}`}
    />
  )
  const time = (name: 'start' | 'end') => (
    <div className={classes.time}>
      <DateTimeField
        value={draft[name] || null}
        onChange={(moment) => change({ [name]: moment ?? 0 })}
        placeholder={t(`audit.${name}`)}
        label={t(`audit.${name}`)}
        testId={`field-${name}`}
      />
    </div>
  )
  const choices = groupActions(actions).map(({ area, actions: members }) => ({
    label: area,
    options: [
      ...(area === '' ? [] : [{ value: area, label: t('audit.allOf', { area: `${area}*` }) }]),
      ...members.map((action) => ({ value: action, label: action })),
    ],
  }))
  return (
    <form className={classes.filters} onSubmit={submit}>
      <Select
        className={classes.action ?? ''}
        value={filter.action}
        showSearch
        options={[{ value: '', label: t('audit.anyAction') }, ...choices]}
        onChange={(action) => onApply({ ...draft, action })}
        aria-label={t('audit.action')}
        data-testid="field-action"
      />
      {text('actor_name', t('audit.actor'))}
      {text('object', t('audit.object'))}
      <div className={classes.range}>
        {time('start')}
        {time('end')}
      </div>
      <Button type="primary" htmlType="submit" data-testid="btn-query">
        {t('audit.query')}
      </Button>
      {isNarrowed(filter) && (
        <Button type="text" onClick={onClear} data-testid="btn-clear-filter">
          {t('audit.clear')}
        </Button>
      )}
    </form>
  )
}
