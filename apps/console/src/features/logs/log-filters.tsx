import { LogType } from '@weir/contract/log'
import { Button, Select } from 'antd'
import { useState, type SyntheticEvent } from 'react'
import { useIsNarrow } from '../../shared/browser/use-media.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { LogFilterFields } from './log-filter-fields.tsx'
import { isNarrowed, presetOf, presetStart, presets, type DraftFilter, type LogFilter } from './log-filter.ts'
import { filterableLogTypes } from './log-type-badge.ts'
import classes from './logs.module.css'

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
  const [isOpen, setIsOpen] = useState(false)
  // On a phone the fields would fill the screen before the first row.
  const isFolded = useIsNarrow() && !isOpen
  const apply = (next: DraftFilter) => {
    settle(next)
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
        onChange={onType}
        aria-label={t('log.type')}
        data-testid="field-type"
      />
      {isFolded ? (
        <Button icon={<Icon name="down" size={16} />} iconPlacement="end" onClick={() => setIsOpen(true)} data-testid="btn-more-filters">
          {t('log.moreFilters')}
        </Button>
      ) : (
        <>
          <LogFilterFields draft={draft} isAdmin={isAdmin} onChange={change} />
          <Button type="primary" htmlType="submit" data-testid="btn-query">
            {t('log.query')}
          </Button>
        </>
      )}
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
