import { Button, Input, Select } from 'antd'
import type { SyntheticEvent } from 'react'
import { DateTimeField } from '../../shared/form/date-time-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { useDraft } from '../../shared/list/state/use-draft.ts'
import { groupActions, isNarrowed, type AuditFilter } from './audit-filter.ts'
import classes from './audit.module.css'

interface Props {
  readonly filter: AuditFilter
  readonly actions: readonly string[]
  readonly onApply: (filter: Partial<AuditFilter>) => void
  readonly onClear: () => void
}

export const AuditFilters = ({ filter, actions, onApply, onClear }: Props) => {
  const t = useText()
  const { draft, change: setDraft, submit: sendDraft } = useDraft(filter)
  const change = (change: Partial<AuditFilter>) => setDraft({ ...draft, ...change })
  const apply = (next: AuditFilter) => {
    sendDraft(next)
    onApply(next)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    apply(draft)
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
        onChange={(action) => apply({ ...draft, action })}
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
