import { Checkbox } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { useMedia } from '../use-media.ts'
import type { Column, RowAction } from './column.ts'
import classes from './list-table.module.css'
import type { Identified } from './paging.ts'
import { RowActions, RowMenu } from './row-actions.tsx'
import type { Selection } from './selection.ts'
import type { Sort } from './sorting.ts'

export interface RowsProps<Row extends Identified> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowName: (row: Row) => string
  readonly actions?: ((row: Row) => readonly RowAction[]) | undefined
  readonly selection?: Selection | undefined
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: (key: string) => void
}

const HeaderCell = <Row,>({ column, sort, onSort }: HeadProps<Row>) => {
  const t = useText()
  const direction = sort?.key === column.key ? sort.direction : undefined
  if (column.sortValue === undefined) {
    return (
      <th scope="col" className={classes[column.align ?? 'left']}>
        {column.title}
      </th>
    )
  }
  return (
    <th scope="col" className={classes[column.align ?? 'left']} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className={classes.sort}
        title={t('list.sortHint')}
        onClick={() => onSort(column.key)}
        data-testid={`sort-${column.key}`}
      >
        {column.title}
        <span className={direction === undefined ? classes.arrowIdle : classes.arrow}>
          <Icon name={direction === 'descending' ? 'down' : 'up'} size={14} />
        </span>
      </button>
    </th>
  )
}

interface TableProps<Row extends Identified> extends RowsProps<Row> {
  readonly sort: Sort | undefined
  readonly onSort: (key: string) => void
}

export const ListTable = <Row extends Identified>({ name, columns, rows, rowName, actions, selection, sort, onSort }: TableProps<Row>) => {
  const t = useText()
  const isTight = useMedia('(max-width: 1100px)')
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-testid={`table-${name}`}>
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
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
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
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={column.isMain === true ? classes.main : classes[column.align ?? 'left']}
                  data-testid={`cell-${column.key}`}
                >
                  {column.cell(row)}
                </td>
              ))}
              {actions !== undefined && (
                <td className={classes.actions}>
                  {isTight ? <RowMenu actions={actions(row)} rowName={rowName(row)} /> : <RowActions actions={actions(row)} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
