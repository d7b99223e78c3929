import { Checkbox } from 'antd'
import { useText } from '../../i18n/use-text.ts'
import { RowMenu } from '../actions/row-actions.tsx'
import type { Identified } from '../state/paging.ts'
import type { Column } from './column.ts'
import classes from './list-cards.module.css'
import type { RowsProps } from './list-table.tsx'

const cellsOf = <Row,>(columns: readonly Column<Row>[]) => {
  const heading = columns.find((column) => column.card === 'heading') ?? columns.find((column) => column.isMain === true)
  const badges = columns.filter((column) => column.card === 'badge')
  return { heading, badges, facts: columns.filter((column) => column !== heading && !badges.includes(column)) }
}

/** The rows of a list on a phone: the same facts and the same actions, one card each. */
export const ListCards = <Row extends Identified>({ name, columns, rows, rowName, actions, selection }: RowsProps<Row>) => {
  const t = useText()
  const { heading, badges, facts } = cellsOf(columns)
  return (
    <ul className={classes.cards} data-testid={`table-${name}`}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card} data-testid={`row-${row.id}`}>
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
                {heading.cell(row)}
              </div>
            )}
            {badges.map((column) => (
              <div key={column.key} data-testid={`cell-${column.key}`}>
                {column.cell(row)}
              </div>
            ))}
            {actions !== undefined && <RowMenu actions={actions(row)} rowName={rowName(row)} />}
          </div>
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
        </li>
      ))}
    </ul>
  )
}
