import { formatNumber, formatSeconds } from '@weir/contract/values/format'
import type { LogObject } from '@weir/contract/log'
import { Link } from 'react-router'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { QuotaCell, TextCell, TimeCell } from '../../shared/ui/cells/cells.tsx'
import { EntryButton } from '../../shared/ui/cells/entry-button.tsx'
import { channelLabel } from './channel-label.ts'
import { logTypeBadge } from './log-type-badge.ts'
import { outcomeBadges, reasonOf, type Reader } from './outcome.ts'
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
        <Link className={classes.name} to={editPathOf('channel', row.channel)} title={channelLabel(row)}>
          {channelLabel(row)}
        </Link>
      ),
    sortValue: (row) => row.channel,
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
  readonly reader: Reader
  readonly onOpen: (id: number) => void
}

const metaOf = (row: LogObject, { t }: Reader): readonly string[] => [
  ...(row.attempts > 1 ? [t('log.attemptCount', { count: row.attempts })] : []),
  ...(row.first_byte_time === undefined ? [] : [`${t('log.firstByte')} ${formatSeconds(row.first_byte_time)}`]),
  ...(row.elapsed_time > 0 ? [formatSeconds(row.elapsed_time)] : []),
  ...(row.is_stream ? [t('log.stream')] : []),
  ...(row.address === undefined ? [] : [row.address]),
]

/** What a row is about in a few words: why it failed, or how it was charged. */
const DetailCell = ({ row, reader, onOpen }: DetailProps) => {
  const badge = row.outcome === '' ? undefined : outcomeBadges[row.outcome]
  return (
    <EntryButton
      words={reasonOf(row, reader) || row.content || reader.t('log.open')}
      isBad={row.outcome === 'failed' || row.outcome === 'refused'}
      badge={badge && <Badge color={badge.color} text={reader.t(badge.label)} />}
      meta={metaOf(row, reader).join(' · ')}
      onOpen={() => onOpen(row.id)}
    />
  )
}

interface Options {
  readonly isAdmin: boolean
  readonly onOpen: (id: number) => void
}

const CardHeading = ({ row }: { readonly row: LogObject }) => (
  <span className={classes.cardHeading}>
    <TimeCell time={row.created_at} />
    {row.model_name !== '' && <TextCell text={row.model_name} isCode />}
  </span>
)

export const logColumns = (reader: Reader, { isAdmin, onOpen }: Options): readonly Column<LogObject>[] => {
  const { t } = reader
  return [
    {
      key: 'created_at',
      title: t('log.time'),
      cell: (row) => <TimeCell time={row.created_at} />,
      sortValue: (row) => row.created_at,
      card: 'heading',
      brief: (row) => <CardHeading row={row} />,
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
      below: { key: 'prompt_tokens', upTo: 'tight' },
    },
    {
      key: 'content',
      title: t('log.detail'),
      cell: (row) => <DetailCell row={row} reader={reader} onOpen={onOpen} />,
      isMain: true,
      card: 'words',
    },
  ]
}
