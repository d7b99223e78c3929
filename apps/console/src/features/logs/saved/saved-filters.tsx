import { useQueryClient } from '@tanstack/react-query'
import { deleteLogFilter, listLogFilters, saveLogFilter, type SavedLogFilter } from '@weir/contract/log'
import { Button, Input, Popover, type InputRef } from 'antd'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import classes from '../logs.module.css'
import { ERRORS, isSameQuery } from './filter-query.ts'

interface ChipProps {
  readonly name: string
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onDelete?: () => void
}

const Chip = ({ name, isOpen, onOpen, onDelete }: ChipProps) => {
  const t = useText()
  return (
    <span className={classes.chip}>
      <Button
        size="small"
        type={isOpen ? 'default' : 'text'}
        aria-pressed={isOpen}
        onClick={onOpen}
        title={name}
        data-testid="saved-filter"
      >
        <span className={classes.chipName}>{name}</span>
      </Button>
      {isOpen && onDelete && (
        <Button
          size="small"
          type="text"
          icon={<Icon name="close" size={14} />}
          aria-label={t('log.views.delete', { name })}
          title={t('log.views.delete', { name })}
          onClick={onDelete}
          data-testid="btn-delete-filter"
        />
      )}
    </span>
  )
}

const NAME_LENGTH = 40

const SaveForm = ({ onSave }: { readonly onSave: (name: string) => void }) => {
  const t = useText()
  const [name, setName] = useState('')
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // Events of a popover go on to the form it was opened from: that would apply what is being typed there.
    event.stopPropagation()
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <form className={classes.saving} onSubmit={submit}>
      <Input
        value={name}
        maxLength={NAME_LENGTH}
        placeholder={t('log.views.name')}
        aria-label={t('log.views.name')}
        ref={field}
        onChange={(event) => setName(event.target.value)}
        data-testid="field-filter-name"
      />
      <Button type="primary" htmlType="submit" disabled={name.trim() === ''} data-testid="btn-save-filter">
        {t('log.views.save')}
      </Button>
      <p className={classes.quiet}>{t('log.views.nameHint')}</p>
    </form>
  )
}

const useSaved = () => {
  const client = useQueryClient()
  const saved = useEndpoint(listLogFilters, {}, { isOptional: true })
  const onDone = () => void client.invalidateQueries({ queryKey: [listLogFilters.path] })
  const save = useAction(saveLogFilter, { onDone })
  const remove = useAction(deleteLogFilter, { onDone })
  return {
    filters: saved.data ?? [],
    save: (filter: SavedLogFilter) => save.mutate({ body: filter }),
    remove: (name: string) => remove.mutate({ query: { name } }),
  }
}

interface Props {
  /** As it stands in the address, without page and open row. */
  readonly query: string
  readonly onOpen: (query: string) => void
}

/** Filters under a name, the failures first: every one is an address. */
export const SavedFilters = ({ query, onOpen }: Props) => {
  const t = useText()
  const { filters, save, remove } = useSaved()
  const [isSaving, setIsSaving] = useState(false)
  const isKnown = isSameQuery(query, ERRORS) || filters.some((filter) => isSameQuery(query, filter.query))
  const keep = (name: string) => {
    save({ name, query })
    setIsSaving(false)
  }
  return (
    <div className={classes.views} role="group" aria-label={t('log.views')}>
      <Chip name={t('log.views.errors')} isOpen={isSameQuery(query, ERRORS)} onOpen={() => onOpen(ERRORS)} />
      {filters.map((filter) => (
        <Chip
          key={filter.name}
          name={filter.name}
          isOpen={isSameQuery(query, filter.query)}
          onOpen={() => onOpen(filter.query)}
          onDelete={() => remove(filter.name)}
        />
      ))}
      {query !== '' && !isKnown && (
        <Popover
          open={isSaving}
          onOpenChange={setIsSaving}
          trigger="click"
          placement="bottomLeft"
          destroyOnHidden
          content={<SaveForm onSave={keep} />}
        >
          <Button size="small" type="text" icon={<Icon name="plus" size={14} />} data-testid="btn-name-filter">
            {t('log.views.save')}
          </Button>
        </Popover>
      )}
    </div>
  )
}
