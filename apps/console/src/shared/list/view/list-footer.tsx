import { Button, Pagination } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { Shortcut } from '../../navigation/shortcut-for.ts'
import { useShortcuts } from '../../navigation/use-shortcuts.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { PAGE_SIZES, type Identified } from '../state/paging.ts'
import type { List } from '../state/use-list.ts'
import classes from './list-view.module.css'

interface Props<Row extends Identified> {
  readonly list: List<Row>
  readonly add: { readonly label: string; readonly run: () => void } | undefined
  readonly extra: ReactNode
}

export const ListFooter = <Row extends Identified>({ list, add, extra }: Props<Row>) => {
  const t = useText()
  const { refresh } = list
  const runAdd = add?.run
  const shortcuts = useMemo((): readonly Shortcut[] => {
    const reload: Shortcut = { key: 'r', label: 'keys.refresh', run: refresh }
    return runAdd === undefined ? [reload] : [{ key: 'n', label: 'keys.new', run: runAdd }, reload]
  }, [refresh, runAdd])
  useShortcuts(shortcuts)

  return (
    <div className={classes.footer}>
      {add !== undefined && (
        <Button type="text" icon={<Icon name="plus" size={16} />} onClick={add.run} data-testid="btn-add">
          {add.label}
        </Button>
      )}
      {extra}
      <Button type="text" icon={<Icon name="refresh" size={16} />} onClick={refresh} data-testid="btn-refresh">
        {t('common.refresh')}
      </Button>
      <div className={classes.pages}>
        {list.total !== undefined && (
          <span className={classes.total} data-testid="list-total">
            {t('list.total', { count: list.total })}
          </span>
        )}
        <Pagination
          current={list.page}
          total={list.pageCount * list.pageSize}
          pageSize={list.pageSize}
          pageSizeOptions={[...PAGE_SIZES]}
          showSizeChanger={{ 'aria-label': t('list.pageSize'), showSearch: false }}
          showLessItems
          onChange={(page, size) => (size === list.pageSize ? list.address.setPage(page) : list.setPageSize(size))}
          data-testid="pager"
        />
      </div>
    </div>
  )
}
