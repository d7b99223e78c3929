import { formatNumber } from '@weir/contract/format'
import { LogType, listOwnLogs, type LogObject } from '@weir/contract/log'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../shared/api-client.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { Column } from '../../shared/table/column.ts'
import { useAddressFilter } from '../../shared/table/list-address.ts'
import { ListView } from '../../shared/table/list-view.tsx'
import { useList, type ListSource } from '../../shared/table/use-list.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { QuotaCell, TextCell, TimeCell } from '../../shared/ui/cells.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import classes from './log-list-page.module.css'
import { filterableLogTypes, logTypeLook, parseLogType } from './log-type.ts'

const HOUR_SECONDS = 3600

const columnsFor = (t: Translate): readonly Column<LogObject>[] => [
  {
    key: 'created_at',
    title: t('log.time'),
    cell: (row) => <TimeCell time={row.created_at} />,
    sortValue: (row) => row.created_at,
    card: 'heading',
  },
  {
    key: 'token_name',
    title: t('log.token'),
    cell: (row) => (row.token_name === '' ? '' : <TextCell text={row.token_name} />),
    sortValue: (row) => row.token_name,
  },
  {
    key: 'type',
    title: t('log.type'),
    cell: (row) => <Badge color={logTypeLook(row.type).color} text={t(logTypeLook(row.type).label)} />,
    sortValue: (row) => row.type,
    card: 'badge',
  },
  {
    key: 'model_name',
    title: t('log.model'),
    cell: (row) => (row.model_name === '' ? '' : <TextCell text={row.model_name} isCode />),
    sortValue: (row) => row.model_name,
  },
  {
    key: 'prompt_tokens',
    title: t('log.prompt'),
    cell: (row) => (row.prompt_tokens === 0 ? '' : formatNumber(row.prompt_tokens)),
    sortValue: (row) => row.prompt_tokens,
    align: 'right',
  },
  {
    key: 'completion_tokens',
    title: t('log.completion'),
    cell: (row) => (row.completion_tokens === 0 ? '' : formatNumber(row.completion_tokens)),
    sortValue: (row) => row.completion_tokens,
    align: 'right',
  },
  {
    key: 'quota',
    title: t('log.quota'),
    cell: (row) => (row.quota === 0 ? '' : <QuotaCell quota={row.quota} isExact />),
    sortValue: (row) => row.quota,
    align: 'right',
  },
  { key: 'content', title: t('log.detail'), cell: (row) => (row.content === '' ? '' : <TextCell text={row.content} />), isMain: true },
]

const useLogSource = (type: number): ListSource<LogObject> => {
  const [opened] = useState(() => Math.floor(Date.now() / 1000))
  return useMemo(
    () => ({
      name: 'log',
      filter: type,
      refreshes: 'first',
      load: ({ p, signal }) => {
        const query = { p, type, token_name: '', model_name: '', start_timestamp: 0, end_timestamp: opened + HOUR_SECONDS }
        return call(listOwnLogs, { query }, signal && { signal })
      },
    }),
    [type, opened],
  )
}

export const LogListPage = () => {
  const t = useText()
  const [typeText, setType] = useAddressFilter('type')
  const type = parseLogType(typeText)
  const list = useList(useLogSource(type))
  const columns = useMemo(() => columnsFor(t), [t])
  const filter = (
    <Select
      className={classes.type ?? ''}
      value={type}
      options={filterableLogTypes.map(({ value, label }) => ({ value, label: t(label) }))}
      onChange={(next) => setType(next === LogType.all ? '' : String(next))}
      aria-label={t('log.type')}
      data-testid="field-type"
    />
  )
  return (
    <>
      <PageHeader title={t('log.title')} hint={t('log.hint')} />
      <ListView
        list={list}
        columns={columns}
        rowName={(row) => String(row.id)}
        filters={filter}
        empty={{ title: t('log.empty'), hint: t('log.emptyHint') }}
      />
    </>
  )
}
