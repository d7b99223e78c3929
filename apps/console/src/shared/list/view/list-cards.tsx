import { Checkbox, Switch } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { RowAction } from '../actions/action.ts'
import { RowMenu } from '../actions/row-actions.tsx'
import type { Identified } from '../state/paging.ts'
import type { Column } from './column.ts'
import classes from './list-cards.module.css'
import type { RowsProps } from './list-table.tsx'

const cellsOf = <Row,>(columns: readonly Column<Row>[]) => {
  const heading = columns.find((column) => column.card === 'heading') ?? columns.find((column) => column.isMain === true)
  const badges = columns.filter((column) => column.card === 'badge')
  const glance = columns.filter(({ card }) => card === 'glance' || card === 'words')
  return { heading, badges, glance, facts: columns.filter((column) => ![heading, ...badges, ...glance].includes(column)) }
}

const briefOf = <Row,>({ brief, cell }: Column<Row>, row: Row) => (brief ?? cell)(row)

const RowSwitch = ({ action, rowName }: { readonly action: RowAction; readonly rowName: string }) => (
  <Switch
    size="small"
    checked={action.isOn === true}
    loading={action.isBusy === true}
    disabled={action.blocked !== undefined}
    aria-label={`${action.label} ${rowName}`}
    onChange={action.run}
    data-testid="row-switch"
  />
)

interface CardProps<Row extends Identified> extends Omit<RowsProps<Row>, 'name' | 'rows'> {
  readonly row: Row
}

/** Two lines and the actions; a tap opens the rest. */
const Card = <Row extends Identified>({ row, columns, rowName, actions, selection }: CardProps<Row>) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { heading, badges, glance, facts } = cellsOf(columns)
  const rowActions = actions?.(row)
  const switched = rowActions?.find(({ isOn }) => isOn !== undefined)
  return (
    <li className={classes.card} data-testid={`row-${row.id}`}>
      <div className={classes.head}>
        {selection !== undefined && (
          <Checkbox
            aria-label={t('list.selectRow', { name: rowName(row) })}
            checked={selection.ids.includes(row.id)}
            onChange={() => selection.toggle(row.id)}
          />
        )}
        {heading !== undefined && (
          <div className={classes.name} data-testid={`cell-${heading.key}`}>
            {briefOf(heading, row)}
          </div>
        )}
        {switched !== undefined && <RowSwitch action={switched} rowName={rowName(row)} />}
        {rowActions !== undefined && <RowMenu actions={rowActions} rowName={rowName(row)} />}
      </div>
      <div className={classes.second}>
        <div className={classes.glance}>
          {[...badges, ...glance].map((column) => (
            <div key={column.key} className={column.card === 'words' ? classes.words : undefined} data-testid={`cell-${column.key}`}>
              {briefOf(column, row)}
            </div>
          ))}
        </div>
        <button
          type="button"
          className={classes.open}
          aria-expanded={isOpen}
          aria-label={`${t('list.details')} ${rowName(row)}`}
          onClick={() => setIsOpen(!isOpen)}
          data-testid="btn-details"
        >
          <Icon name={isOpen ? 'up' : 'down'} size={16} />
        </button>
      </div>
      {isOpen && (
        <dl className={classes.facts}>
          {facts
            .map((column) => ({ column, content: column.cell(row) }))
            .filter(({ content }) => content !== '')
            .map(({ column, content }) => (
              <div key={column.key} className={classes.fact}>
                <dt>{column.title}</dt>
                <dd data-testid={`cell-${column.key}`}>{content}</dd>
              </div>
            ))}
        </dl>
      )}
    </li>
  )
}

/** The rows of a list on a phone: the same facts and the same actions, one card each. */
export const ListCards = <Row extends Identified>({ name, rows, ...card }: RowsProps<Row>) => (
  <ul className={classes.cards} data-testid={`table-${name}`}>
    {rows.map((row) => (
      <Card key={row.id} row={row} {...card} />
    ))}
  </ul>
)
