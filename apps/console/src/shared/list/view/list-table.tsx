import { Checkbox } from 'antd'
import { useLayoutWidth } from '../../browser/use-media.ts'
import { useText } from '../../i18n/use-text.ts'
import type { RowAction } from '../actions/action.ts'
import { RowActions, RowMenu } from '../actions/row-actions.tsx'
import type { Identified } from '../state/paging.ts'
import type { Selection } from '../state/selection.ts'
import type { Sort } from '../state/sorting.ts'
import type { Column } from './column.ts'
import { HeaderCell } from './header-cell.tsx'
import classes from './list-table.module.css'
import { stacksOf } from './stacks.ts'
import { useFit } from './use-fit.ts'
import { useOverflow } from './use-overflow.ts'

export interface RowsProps<Row extends Identified> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowName: (row: Row) => string
  readonly actions?: ((row: Row) => readonly RowAction[]) | undefined
  readonly selection?: Selection | undefined
}

/** One cell, or those of the columns that share its place, one below the other. */
const BodyCell = <Row,>({ stack, row }: { readonly stack: readonly Column<Row>[]; readonly row: Row }) => {
  const [upper, ...lower] = stack
  if (upper === undefined) return null
  const className = upper.isMain === true ? classes.main : classes[upper.align ?? 'left']
  if (lower.length === 0) {
    return (
      <td className={className} data-main={upper.isMain} data-testid={`cell-${upper.key}`}>
        {upper.cell(row)}
      </td>
    )
  }
  return (
    <td className={className} data-main={upper.isMain}>
      <div data-testid={`cell-${upper.key}`}>{upper.cell(row)}</div>
      {lower.map((column) => (
        <div key={column.key} className={classes.lower} data-testid={`cell-${column.key}`}>
          {column.cell(row)}
        </div>
      ))}
    </td>
  )
}

interface TableProps<Row extends Identified> extends RowsProps<Row> {
  readonly sort: Sort | undefined
  readonly onSort: (key: string) => void
}

export const ListTable = <Row extends Identified>({ name, columns, rows, rowName, actions, selection, sort, onSort }: TableProps<Row>) => {
  const t = useText()
  const width = useLayoutWidth()
  const { place, isWide } = useOverflow()
  const { level, measure } = useFit({ name, place, columns, rows, own: width })
  const stacks = stacksOf(columns, level)
  return (
    <div ref={place} className={classes.scroll} data-wide={isWide}>
      <table ref={measure} className={classes.table} data-testid={`table-${name}`}>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className={classes.check}>
                <Checkbox
                  aria-label={t('list.selectAll')}
                  checked={selection.isAll}
                  indeterminate={selection.ids.length > 0 && !selection.isAll}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {stacks.map((stack) => (
              <HeaderCell key={stack[0]?.key} stack={stack} sort={sort} onSort={onSort} />
            ))}
            {actions !== undefined && (
              <th scope="col" className={classes.actions}>
                {t('common.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-testid={`row-${row.id}`} data-selected={selection?.ids.includes(row.id) === true}>
              {selection !== undefined && (
                <td className={classes.check}>
                  <Checkbox
                    aria-label={t('list.selectRow', { name: rowName(row) })}
                    checked={selection.ids.includes(row.id)}
                    onChange={() => selection.toggle(row.id)}
                  />
                </td>
              )}
              {stacks.map((stack) => (
                <BodyCell key={stack[0]?.key} stack={stack} row={row} />
              ))}
              {actions !== undefined && (
                <td className={classes.actions}>
                  {width === 'tight' ? <RowMenu actions={actions(row)} rowName={rowName(row)} /> : <RowActions actions={actions(row)} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
