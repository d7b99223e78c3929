import { Input, Modal } from 'antd'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useFirstFocus } from '../../shared/form/use-first-focus.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import classes from './command-box.module.css'
import { matchCommands, type Command } from './command.ts'
import { useCommands } from './use-commands.ts'
import { useThings } from './use-things.ts'

interface Group {
  readonly title: string
  readonly commands: readonly Command[]
}

interface ListProps {
  readonly id: string
  readonly groups: readonly Group[]
  readonly chosen: Command | undefined
  readonly onPoint: (command: Command) => void
  readonly onRun: (command: Command) => void
}

const optionId = (list: string, { id }: Command) => `${list}-${id}`

const Results = ({ id: list, groups, chosen, onPoint, onRun }: ListProps) => {
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(optionId(list, chosen))?.scrollIntoView({ block: 'nearest' })
  }, [list, chosen])
  return (
    <div className={classes.results} role="listbox" id={list} data-testid="command-results">
      {groups.map(({ title, commands }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={classes.group} aria-hidden="true">
            {title}
          </div>
          {commands.map((command) => (
            <div
              key={command.id}
              id={optionId(list, command)}
              className={classes.option}
              role="option"
              tabIndex={-1}
              aria-selected={command === chosen}
              onPointerMove={() => onPoint(command)}
              onClick={() => onRun(command)}
              onKeyDown={(event) => event.key === 'Enter' && onRun(command)}
              data-testid={`command-${command.id}`}
            >
              <Icon name={command.icon} />
              <span className={classes.label}>{command.label}</span>
              {command.detail !== undefined && <span className={classes.detail}>{command.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const stepFor = (key: string, at: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    default:
      return undefined
  }
}

/** Everything that has a name, in one box: type, choose with the arrows, Enter. */
export const CommandBox = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const navigate = useNavigate()
  const list = useId()
  const field = useFirstFocus()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState<string>()
  const query = typed.trim()
  const goTo = (path: string) => void navigate(path)
  const commands = useCommands(goTo)
  const { things, isSearching } = useThings({ query, role: useUser()?.role, goTo })
  const groups = [
    { title: t('command.pages'), commands: matchCommands(commands.pages, query) },
    { title: t('command.actions'), commands: matchCommands(commands.actions, query) },
    { title: t('command.things'), commands: things },
  ].filter((group) => group.commands.length > 0)
  const all = groups.flatMap((group) => group.commands)
  const chosen = all.find(({ id }) => id === pointed) ?? all[0]

  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method is no choice.
    if (event.nativeEvent.isComposing || chosen === undefined) return
    const next = stepFor(event.key, all.indexOf(chosen), all.length)
    if (next !== undefined) setPointed(all[next]?.id)
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      title={<span className={classes.hidden}>{t('command.open')}</span>}
      width={600}
      className={classes.box ?? ''}
    >
      <Input
        ref={field}
        variant="borderless"
        size="large"
        prefix={<Icon name="search" />}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setPointed(undefined)
        }}
        onKeyDown={onKeyDown}
        placeholder={t('command.placeholder')}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-label={t('command.open')}
        aria-activedescendant={chosen === undefined ? undefined : optionId(list, chosen)}
        data-testid="field-command"
      />
      <Results id={list} groups={groups} chosen={chosen} onPoint={({ id }) => setPointed(id)} onRun={run} />
      {all.length === 0 && (
        <p className={classes.none} role="status" data-testid="command-none">
          {t(isSearching ? 'command.searching' : 'command.none', { query })}
        </p>
      )}
    </Modal>
  )
}
