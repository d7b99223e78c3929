import { LogType } from '@weir/contract/log'
import { Button, Select } from 'antd'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useIsNarrow } from '../../../shared/browser/use-media.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useDraft } from '../../../shared/list/state/use-draft.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { filterableLogTypes } from '../log-type-badge.ts'
import classes from '../logs.module.css'
import { GroupField, LogFilterFields, RequestIdField } from './log-filter-fields.tsx'
import { isNarrowed, presetOf, presetSpan, presets, type DraftFilter, type LogFilter } from './log-filter.ts'
import { AttemptsField, FaultField, OutcomeField, type Chosen } from './outcome-fields.tsx'

const draftOf = ({ token_name, model_name, username, channel, group, request_id, start, end }: LogFilter): DraftFilter => ({
  token_name,
  model_name,
  username,
  channel,
  group,
  request_id,
  start,
  end,
})

interface PresetsProps {
  readonly filter: LogFilter
  readonly onSpan: (span: ReturnType<typeof presetSpan>) => void
}

const Presets = ({ filter, onSpan }: PresetsProps) => {
  const t = useText()
  const [opened] = useState(() => new Date())
  const preset = presetOf(filter, opened)
  return (
    <div className={classes.presets} role="group" aria-label={t('log.presets')}>
      {presets.map((name) => (
        <Button
          key={name}
          size="small"
          type={preset === name ? 'default' : 'text'}
          aria-pressed={preset === name}
          onClick={() => onSpan(presetSpan(name, new Date()))}
          data-testid={`preset-${name}`}
        >
          {t(`log.preset.${name}`)}
        </Button>
      ))}
    </div>
  )
}

const hasMore = ({ group, fault, attempts, request_id }: LogFilter): boolean =>
  group !== '' || fault !== '' || attempts !== 0 || request_id !== ''

interface Props {
  readonly filter: LogFilter
  readonly isAdmin: boolean
  readonly onChoose: (chosen: Chosen) => void
  readonly onApply: (draft: DraftFilter) => void
  readonly onClear: () => void
  /** Beside the time ranges. */
  readonly children: ReactNode
}

export const LogFilters = ({ filter, isAdmin, onChoose, onApply, onClear, children }: Props) => {
  const t = useText()
  const { draft, change: setDraft, submit: sendDraft } = useDraft(draftOf(filter))
  const change = (change: Partial<DraftFilter>) => setDraft({ ...draft, ...change })
  const [isOpen, setIsOpen] = useState(() => hasMore(filter))
  // On a phone the fields would fill the screen before the first row.
  const isFolded = useIsNarrow() && !isOpen
  const apply = (next: DraftFilter) => {
    sendDraft(next)
    onApply(next)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    apply(draft)
  }
  return (
    <form className={classes.filters} onSubmit={submit}>
      <Select
        className={classes.type ?? ''}
        value={filter.type}
        options={filterableLogTypes(isAdmin).map(({ value, label }) => ({
          value,
          label: value === LogType.all ? t('log.allTypes') : t(label),
        }))}
        onChange={(type) => onChoose({ type })}
        aria-label={t('log.type')}
        data-testid="field-type"
      />
      <OutcomeField filter={filter} onChoose={onChoose} />
      {!isFolded && <LogFilterFields draft={draft} isAdmin={isAdmin} onChange={change} />}
      {isOpen && (
        <>
          <FaultField filter={filter} onChoose={onChoose} />
          <AttemptsField filter={filter} onChoose={onChoose} />
          {isAdmin && <GroupField draft={draft} onChange={change} />}
          <RequestIdField draft={draft} onChange={change} />
        </>
      )}
      {!isFolded && (
        <Button type="primary" htmlType="submit" data-testid="btn-query">
          {t('log.query')}
        </Button>
      )}
      <Button
        className={classes.fold ?? ''}
        icon={<Icon name={isOpen ? 'up' : 'down'} size={16} />}
        iconPlacement="end"
        type={isFolded ? 'default' : 'text'}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        data-testid="btn-more-filters"
      >
        {isOpen ? t('log.lessFilters') : t('log.moreFilters')}
      </Button>
      {isNarrowed(filter) && (
        <Button type="text" onClick={onClear} data-testid="btn-clear-filter">
          {t('log.clear')}
        </Button>
      )}
      <div className={classes.shortcuts}>
        <Presets filter={filter} onSpan={(span) => apply({ ...draft, ...span })} />
        {children}
      </div>
    </form>
  )
}
