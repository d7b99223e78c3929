import { LogType } from '@weir/contract/log'
import { Button, Input, Select } from 'antd'
import { useState, type SyntheticEvent } from 'react'
import { DateTimeField } from '../../shared/form/date-time-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { isNarrowed, presetOf, presetStart, presets, type DraftFilter, type LogFilter } from './log-filter.ts'
import { filterableLogTypes } from './log-type.ts'
import classes from './logs.module.css'

interface TextProps {
  readonly name: 'token_name' | 'model_name' | 'username' | 'channel'
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

const TextFilter = ({ name, label, value, onChange }: TextProps) => (
  <Input
    className={classes.text}
    value={value}
    placeholder={label}
    aria-label={label}
    allowClear
    {...(name === 'channel' && { inputMode: 'numeric' as const })}
    onChange={(event) => onChange(event.target.value)}
    data-testid={`field-${name}`}
  />
)

const channelText = (channel: number) => (channel === 0 ? '' : String(channel))
const channelNumber = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 15))

/** What is being typed belongs to the filter it was typed over: a filter from elsewhere, say after Back, shows itself. */
const useDraft = ({ token_name, model_name, username, channel, start, end }: LogFilter) => {
  const applied: DraftFilter = { token_name, model_name, username, channel, start, end }
  const over = JSON.stringify(applied)
  const [typed, setTyped] = useState<{ readonly over: string; readonly draft: DraftFilter }>({ over, draft: applied })
  const draft = typed.over === over ? typed.draft : applied
  return {
    draft,
    change: (change: Partial<DraftFilter>) => setTyped({ over, draft: { ...draft, ...change } }),
    settle: (next: DraftFilter) => setTyped({ over: JSON.stringify(next), draft: next }),
  }
}

interface Props {
  readonly filter: LogFilter
  readonly isAdmin: boolean
  readonly onType: (type: number) => void
  readonly onApply: (draft: DraftFilter) => void
  readonly onClear: () => void
}

export const LogFilters = ({ filter, isAdmin, onType, onApply, onClear }: Props) => {
  const t = useText()
  const { draft, change, settle } = useDraft(filter)
  const [opened] = useState(() => new Date())
  const preset = presetOf(filter, opened)
  const apply = (next: DraftFilter) => {
    settle(next)
    onApply(next)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    apply(draft)
  }
  const text = (name: 'token_name' | 'model_name' | 'username', label: string) => (
    <TextFilter name={name} label={label} value={draft[name]} onChange={(value) => change({ [name]: value })} />
  )
  return (
    <form className={classes.filters} onSubmit={submit}>
      <Select
        className={classes.type ?? ''}
        value={filter.type}
        options={filterableLogTypes.map(({ value, label }) => ({ value, label: value === LogType.all ? t('log.allTypes') : t(label) }))}
        onChange={onType}
        aria-label={t('log.type')}
        data-testid="field-type"
      />
      {text('token_name', t('log.tokenName'))}
      {text('model_name', t('log.modelName'))}
      {isAdmin && (
        <TextFilter
          name="channel"
          label={t('log.channelId')}
          value={channelText(draft.channel)}
          onChange={(value) => change({ channel: channelNumber(value) })}
        />
      )}
      {isAdmin && text('username', t('log.username'))}
      <div className={classes.time}>
        <DateTimeField
          value={draft.start || null}
          onChange={(start) => change({ start: start ?? 0 })}
          placeholder={t('log.start')}
          label={t('log.start')}
          testId="field-start"
        />
      </div>
      <div className={classes.time}>
        <DateTimeField
          value={draft.end || null}
          onChange={(end) => change({ end: end ?? 0 })}
          placeholder={t('log.end')}
          label={t('log.end')}
          testId="field-end"
        />
      </div>
      <Button type="primary" htmlType="submit" data-testid="btn-query">
        {t('log.query')}
      </Button>
      {isNarrowed(filter) && (
        <Button type="text" onClick={onClear} data-testid="btn-clear-filter">
          {t('log.clear')}
        </Button>
      )}
      <div className={classes.presets} role="group" aria-label={t('log.presets')}>
        {presets.map((name) => (
          <Button
            key={name}
            size="small"
            type={preset === name ? 'default' : 'text'}
            aria-pressed={preset === name}
            onClick={() => apply({ ...draft, start: presetStart(name, new Date()), end: 0 })}
            data-testid={`preset-${name}`}
          >
            {t(`log.preset.${name}`)}
          </Button>
        ))}
      </div>
    </form>
  )
}
