import { Pagination } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { useIsNarrow } from '../../shared/browser/use-media.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { nextSort, sortRows, type Sort } from '../../shared/list/state/sorting.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { ListCards } from '../../shared/list/view/list-cards.tsx'
import { ListTable } from '../../shared/list/view/list-table.tsx'
import type { PriceRow } from './price-filter.ts'
import classes from './pricing.module.css'

/** All rows are here already, so that a page may hold more than those of a list that is loaded bit by bit. */
const PAGE_SIZE = 50

interface Props {
  readonly rows: readonly PriceRow[]
  readonly all: number
  readonly columns: readonly Column<PriceRow>[]
  readonly page: number
  readonly onPage: (page: number) => void
  readonly footer: ReactNode
}

export const PriceTable = ({ rows, all, columns, page: wanted, onPage, footer }: Props) => {
  const t = useText()
  const isNarrow = useIsNarrow()
  const [sort, setSort] = useState<Sort>()
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sort?.key)
    return sortRows(rows, column?.sortValue, sort?.direction ?? 'ascending')
  }, [rows, columns, sort])
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)))
  const shown = sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const props = { name: 'pricing', columns, rows: shown, rowName: (row: PriceRow) => row.model }
  return (
    <>
      {isNarrow ? <ListCards {...props} /> : <ListTable {...props} sort={sort} onSort={(key) => setSort(nextSort(sort, key))} />}
      <div className={classes.footer}>
        {footer}
        <span className={classes.count} role="status">
          {t('pricing.count', { shown: rows.length, all })}
        </span>
        <Pagination
          current={page}
          total={rows.length}
          pageSize={PAGE_SIZE}
          showSizeChanger={false}
          showLessItems
          hideOnSinglePage
          onChange={onPage}
          data-testid="pager"
        />
      </div>
    </>
  )
}
