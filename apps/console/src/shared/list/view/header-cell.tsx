import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { Sort } from '../state/sorting.ts'
import type { Column } from './column.ts'
import classes from './list-table.module.css'

interface TitleProps<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: (key: string) => void
}

const ColumnTitle = <Row,>({ column, sort, onSort }: TitleProps<Row>) => {
  const t = useText()
  if (column.sortValue === undefined) return <>{column.title}</>
  const direction = sort?.key === column.key ? sort.direction : undefined
  return (
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
  )
}

interface Props<Row> extends Omit<TitleProps<Row>, 'column'> {
  readonly stack: readonly Column<Row>[]
}

/** The titles of the columns that share a place, each with its own order. */
export const HeaderCell = <Row,>({ stack, sort, onSort }: Props<Row>) => {
  const sorted = stack.find(({ key }) => key === sort?.key)
  const isSortable = stack.some(({ sortValue }) => sortValue !== undefined)
  return (
    <th
      scope="col"
      className={classes[stack[0]?.align ?? 'left']}
      {...(isSortable ? { 'aria-sort': sorted === undefined ? 'none' : (sort?.direction ?? 'none') } : {})}
    >
      {stack.length === 1
        ? stack.map((column) => <ColumnTitle key={column.key} column={column} sort={sort} onSort={onSort} />)
        : stack.map((column) => (
            <div key={column.key} className={classes.stackedTitle}>
              <ColumnTitle column={column} sort={sort} onSort={onSort} />
            </div>
          ))}
    </th>
  )
}
