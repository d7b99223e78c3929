import { formatNumber, formatSeconds } from '@weir/contract/values/format'
import type { LogObject } from '@weir/contract/log'
import { Link } from 'react-router'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { QuotaCell, TextCell, TimeCell } from '../../shared/ui/cells/cells.tsx'
import { logTypeBadge } from './log-type-badge.ts'
import classes from './logs.module.css'

const countCell = (count: number) => (count === 0 ? '' : formatNumber(count))

/** Who the call came from and where it went, for those who may know. */
const adminColumns = (t: Translate): readonly Column<LogObject>[] => [
  {
    key: 'channel',
    title: t('log.channel'),
    cell: (row) =>
      row.channel === 0 ? (
        ''
      ) : (
        <Link className={classes.channel} to={editPathOf('channel', row.channel)}>
          {row.channel}
        </Link>
      ),
    sortValue: (row) => row.channel,
    align: 'right',
    below: { key: 'username', upTo: 'tight' },
  },
  {
    key: 'username',
    title: t('log.user'),
    cell: (row) =>
      row.username === '' ? (
        ''
      ) : (
        <Link className={classes.name} to={editPathOf('user', row.user_id)} title={row.username}>
          {row.username}
        </Link>
      ),
    sortValue: (row) => row.username,
  },
]

interface DetailProps {
  readonly row: LogObject
  readonly t: Translate
  readonly onOpen: (row: LogObject) => void
}

const DetailCell = ({ row, t, onOpen }: DetailProps) => (
  <button
    type="button"
    className={classes.detail}
    title={row.content || t('log.open')}
    onClick={() => onOpen(row)}
    data-testid="act-detail"
  >
    <span className={classes.content}>{row.content || t('log.open')}</span>
    {row.elapsed_time > 0 && <span className={classes.meta}>{formatSeconds(row.elapsed_time)}</span>}
    {row.is_stream && <span className={classes.meta}>{t('log.stream')}</span>}
  </button>
)

interface Options {
  readonly isAdmin: boolean
  readonly onOpen: (row: LogObject) => void
}

export const logColumns = (t: Translate, { isAdmin, onOpen }: Options): readonly Column<LogObject>[] => [
  {
    key: 'created_at',
    title: t('log.time'),
    cell: (row) => <TimeCell time={row.created_at} />,
    sortValue: (row) => row.created_at,
    card: 'heading',
  },
  ...(isAdmin ? adminColumns(t) : []),
  {
    key: 'token_name',
    title: t('log.token'),
    cell: (row) =>
      row.token_name === '' ? (
        ''
      ) : (
        <span className={classes.name} title={row.token_name}>
          {row.token_name}
        </span>
      ),
    sortValue: (row) => row.token_name,
    below: { key: 'model_name', upTo: 'tight' },
    card: 'glance',
  },
  {
    key: 'type',
    title: t('log.type'),
    cell: (row) => <Badge color={logTypeBadge(row.type).color} text={t(logTypeBadge(row.type).label)} />,
    sortValue: (row) => row.type,
    card: 'badge',
    below: { key: 'created_at', upTo: 'tight' },
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
    cell: (row) => countCell(row.prompt_tokens),
    sortValue: (row) => row.prompt_tokens,
    align: 'right',
  },
  {
    key: 'completion_tokens',
    title: t('log.completion'),
    cell: (row) => countCell(row.completion_tokens),
    sortValue: (row) => row.completion_tokens,
    align: 'right',
    below: { key: 'prompt_tokens', upTo: 'tight' },
  },
  {
    key: 'quota',
    card: 'glance',
    title: t('log.quota'),
    cell: (row) => (row.quota === 0 ? '' : <QuotaCell quota={row.quota} isExact />),
    sortValue: (row) => row.quota,
    align: 'right',
  },
  { key: 'content', title: t('log.detail'), cell: (row) => <DetailCell row={row} t={t} onOpen={onOpen} />, isMain: true },
]
