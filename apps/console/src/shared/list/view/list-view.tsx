import { Button } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { useReportFailure } from '../../api/use-report-failure.ts'
import { useIsNarrow, useLayoutWidth } from '../../browser/use-media.ts'
import { useText } from '../../i18n/use-text.ts'
import { FailedState, State } from '../../ui/page/state.tsx'
import type { BulkAction, RowAction } from '../actions/action.ts'
import { BulkBar } from '../actions/bulk-bar.tsx'
import { rowsOnPage, type Identified } from '../state/paging.ts'
import { useSelection } from '../state/selection.ts'
import { nextSort, sortRows, type Sort } from '../state/sorting.ts'
import type { List } from '../state/use-list.ts'
import { useVisibleColumns } from './column-chooser.tsx'
import type { Column } from './column.ts'
import { ListCards } from './list-cards.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListTable } from './list-table.tsx'
import { ListToolbar, type OrderChoice } from './list-toolbar.tsx'
import classes from './list-view.module.css'
import { SkeletonRows } from './skeleton-rows.tsx'
import { stacksOf } from './stacks.ts'
import { lastLevel } from './use-fit.ts'

export interface ListViewProps<Row extends Identified> {
  readonly list: List<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowName: (row: Row) => string
  readonly actions?: (row: Row) => readonly RowAction[]
  readonly bulk?: readonly BulkAction[]
  readonly orders?: readonly OrderChoice[]
  readonly searchHint?: string
  readonly filters?: ReactNode
  /** Present while filters beyond the keyword are set. */
  readonly onClearFilters?: (() => void) | undefined
  readonly empty: { readonly title: string; readonly hint: string; readonly action?: ReactNode }
  /** The "add" button of the footer; also the `n` key. */
  readonly add?: { readonly label: string; readonly run: () => void }
  /** Further buttons of the footer, between add and refresh. */
  readonly footer?: ReactNode
}

/** A whole list: toolbar, table or cards, the states of loading, the footer with add, refresh and pager, and the bar of a selection. */
export const ListView = <Row extends Identified>(props: ListViewProps<Row>) => {
  const { list, columns, rowName, actions, bulk, orders, searchHint, filters, onClearFilters, empty, add, footer } = props
  const t = useText()
  const isNarrow = useIsNarrow()
  const choice = useVisibleColumns(list.name, columns)
  const [sort, setSort] = useState<Sort>()
  const selection = useSelection(list.rows)
  const reportFailure = useReportFailure()

  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sort?.key)
    return sortRows(list.rows, column?.sortValue, sort?.direction ?? 'ascending')
  }, [list.rows, columns, sort])
  const width = useLayoutWidth()
  const stacks = stacksOf(choice.visible, lastLevel(list.name) ?? width)
  const shown = rowsOnPage(sorted, list.page, list.pageSize)
  const isNarrowed = list.address.keyword !== '' || onClearFilters !== undefined
  const rowsProps = { name: list.name, columns: choice.visible, rows: shown, rowName, actions, selection: bulk && selection }

  const body = () => {
    if (list.isFirstLoad)
      return (
        <SkeletonRows
          columns={stacks.length + (actions ? 1 : 0)}
          rows={list.pageSize}
          isStacked={stacks.some(({ length }) => length > 1)}
        />
      )
    if (list.isFailed) return <FailedState onRetry={list.retry} />
    if (list.rows.length === 0 && isNarrowed) {
      const clear = (
        <Button onClick={onClearFilters ?? (() => list.address.search(''))} data-testid="btn-clear-search">
          {t(onClearFilters === undefined ? 'state.clearSearch' : 'state.clearFilters')}
        </Button>
      )
      return <State drawing="dry" title={t('state.nothingFound')} hint={list.address.keyword} action={clear} testId="state-empty" />
    }
    if (list.rows.length === 0) return <State drawing="dry" {...empty} testId="state-empty" />
    if (isNarrow) return <ListCards {...rowsProps} />
    return <ListTable {...rowsProps} sort={sort} onSort={(key) => setSort(nextSort(sort, key))} />
  }

  return (
    <>
      <section className={classes.surface} aria-busy={list.isBusy}>
        <ListToolbar list={list} columns={columns} choice={choice} orders={orders} searchHint={searchHint} filters={filters} />
        <div className={classes.progress} data-busy={list.isBusy && !list.isFirstLoad} />
        {body()}
        <ListFooter list={list} add={list.rows.length === 0 && !isNarrowed ? undefined : add} extra={footer} />
      </section>
      {bulk && <BulkBar selection={selection} actions={bulk} total={list.total} matching={list.matching} onSignedOut={reportFailure} />}
    </>
  )
}
