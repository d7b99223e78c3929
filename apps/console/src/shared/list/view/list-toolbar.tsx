import { Input, Select, type InputRef } from 'antd'
import { useMemo, useRef, type ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useShortcuts } from '../../navigation/use-shortcuts.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { Identified } from '../state/paging.ts'
import type { List } from '../state/use-list.ts'
import { ColumnChooser, type useVisibleColumns } from './column-chooser.tsx'
import type { Column } from './column.ts'
import classes from './list-view.module.css'

export interface OrderChoice {
  readonly value: string
  readonly label: string
}

interface SearchProps<Row extends Identified> {
  readonly list: List<Row>
  readonly hint: string
}

const SearchBox = <Row extends Identified>({ list, hint }: SearchProps<Row>) => {
  const { searchText, setSearchText, search } = list.address
  const input = useRef<InputRef>(null)
  useShortcuts(useMemo(() => [{ key: '/', label: 'keys.search', run: () => input.current?.focus() }] as const, []))
  return (
    <Input
      ref={input}
      className={classes.search ?? ''}
      type="search"
      value={searchText}
      placeholder={hint}
      aria-label={hint}
      prefix={<Icon name="search" size={16} />}
      allowClear
      onChange={(event) => {
        setSearchText(event.target.value)
        if (event.type === 'click') search('')
      }}
      onPressEnter={() => search(searchText)}
      data-testid="search"
    />
  )
}

interface Props<Row extends Identified> {
  readonly list: List<Row>
  readonly columns: readonly Column<Row>[]
  readonly choice: ReturnType<typeof useVisibleColumns<Row>>
  readonly orders: readonly OrderChoice[] | undefined
  readonly searchHint: string | undefined
  readonly filters: ReactNode
}

export const ListToolbar = <Row extends Identified>({ list, columns, choice, orders, searchHint, filters }: Props<Row>) => {
  const t = useText()
  return (
    <div className={classes.toolbar} role="search">
      {searchHint !== undefined && <SearchBox list={list} hint={searchHint} />}
      {filters}
      <span className={classes.gap} />
      {orders !== undefined && (
        <Select
          className={classes.order ?? ''}
          value={list.address.order}
          options={[...orders]}
          onChange={list.address.setOrder}
          aria-label={t('list.order')}
          data-testid="order"
        />
      )}
      <ColumnChooser columns={columns} choice={choice} />
    </div>
  )
}
