import { Button, Checkbox, Input, Popover } from 'antd'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import classes from './filters.module.css'

export interface FacetChoice {
  readonly value: string
  readonly label: string
  readonly count: number
}

interface Props {
  readonly name: string
  readonly title: string
  /** Undefined until they are known. */
  readonly choices: readonly FacetChoice[] | undefined
  readonly chosen: readonly string[]
  readonly labelOf: (value: string) => string
  readonly onOpen: () => void
  readonly onChoose: (values: readonly string[]) => void
}

/** Fewer are seen at a glance. */
const MANY = 8
/** More are found by typing. */
const MOST_SHOWN = 100

const matches = (text: string, typed: string) => text.toLowerCase().includes(typed.trim().toLowerCase())

/** What is chosen stays in the list even when nothing is left of it: it can be taken back there. */
const withChosen = ({ choices, chosen, labelOf }: Pick<Props, 'choices' | 'chosen' | 'labelOf'>): readonly FacetChoice[] => {
  const known = choices ?? []
  const lost = chosen.filter((value) => !known.some((choice) => choice.value === value))
  return [...lost.map((value) => ({ value, label: labelOf(value), count: 0 })), ...known]
}

const Choices = (props: Props) => {
  const { title, choices, chosen, onChoose } = props
  const t = useText()
  const [typed, setTyped] = useState('')
  const all = withChosen(props)
  const shown = all.filter(({ label }) => matches(label, typed)).slice(0, MOST_SHOWN)
  const toggle = (value: string) => onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  return (
    <div className={classes.choices} aria-busy={choices === undefined}>
      {all.length > MANY && (
        <Input
          size="small"
          allowClear
          value={typed}
          placeholder={t('channel.filter.find', { name: title })}
          aria-label={t('channel.filter.find', { name: title })}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {choices !== undefined && shown.length === 0 && <p className={classes.none}>{t('channel.filter.none')}</p>}
      <ul>
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <Checkbox checked={chosen.includes(value)} onChange={() => toggle(value)} data-testid={`facet-${value}`}>
              <span className={classes.label} title={label}>
                {label}
              </span>
            </Checkbox>
            <span className={classes.count}>{count}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One member of a filter: its values with how many rows have each, behind a button that says what is chosen. */
export const FacetFilter = (props: Props) => {
  const { name, title, chosen, labelOf, onOpen } = props
  const t = useText()
  const [first = '', ...others] = chosen.map(labelOf)
  const values = others.length === 0 ? first : t('channel.filter.more', { value: first, count: chosen.length })
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      content={<Choices {...props} />}
      onOpenChange={(isOpen) => isOpen && onOpen()}
    >
      <Button className={chosen.length > 0 ? (classes.active ?? '') : (classes.facet ?? '')} data-testid={`filter-${name}`}>
        <span className={classes.label}>{chosen.length === 0 ? title : t('channel.filter.chosen', { name: title, values })}</span>
        <Icon name="down" size={14} />
      </Button>
    </Popover>
  )
}
