import { NEVER_EXPIRES } from '@weir/contract/values/quantity'
import { tokenStatusAt, type TokenObject } from '@weir/contract/token'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { QuotaCell, TextCell, TimeCell } from '../../shared/ui/cells/cells.tsx'
import { LogLink } from '../../shared/ui/cells/log-link.tsx'
import { maskedKey } from '../../shared/site/gateway.ts'
import { isUsed, limitsText } from './token-limits.ts'
import { tokenStatusBadge } from './token-status-badge.ts'

/** Told here as well: a page stays open for longer than a token may live. */
const statusOf = (row: TokenObject) => tokenStatusAt(row, Math.floor(Date.now() / 1000))

const StatusCell = ({ row, t }: { readonly row: TokenObject; readonly t: Translate }) => {
  const { color, label } = tokenStatusBadge(statusOf(row))
  return <Badge color={color} text={t(label)} />
}

const limitsCell = (row: TokenObject, t: Translate) => {
  const text = limitsText(row, t)
  const full = [row.models, row.subnet, row.group].filter(Boolean).join('\n')
  return text === '' ? '' : <TextCell text={text} full={full} />
}

export const tokenColumns = (t: Translate): readonly Column<TokenObject>[] => [
  {
    key: 'name',
    title: t('token.name'),
    cell: (row) => <TextCell text={row.name || t('common.none')} />,
    sortValue: (row) => row.name,
    isMain: true,
  },
  {
    key: 'key',
    title: t('token.key'),
    cell: (row) => (row.key === '' ? '' : <TextCell text={maskedKey(row.key)} isCode />),
    below: { key: 'name', upTo: 'wide' },
  },
  {
    key: 'status',
    title: t('token.status'),
    cell: (row) => <StatusCell row={row} t={t} />,
    sortValue: statusOf,
    card: 'badge',
  },
  {
    key: 'limits',
    title: t('token.limits'),
    cell: (row) => limitsCell(row, t),
    below: { key: 'status', upTo: 'wide' },
  },
  {
    key: 'used_quota',
    title: t('token.used'),
    cell: (row) => (
      <LogLink filter={{ token_name: row.name }} isOwn>
        <QuotaCell quota={row.used_quota} />
      </LogLink>
    ),
    sortValue: (row) => row.used_quota,
    align: 'right',
  },
  {
    key: 'remain_quota',
    card: 'glance',
    title: t('token.remaining'),
    cell: (row) => (row.unlimited_quota ? t('common.unlimited') : <QuotaCell quota={row.remain_quota} />),
    sortValue: (row) => (row.unlimited_quota ? Number.POSITIVE_INFINITY : row.remain_quota),
    align: 'right',
  },
  {
    key: 'created_time',
    title: t('token.created'),
    cell: (row) => <TimeCell time={row.created_time} />,
    sortValue: (row) => row.created_time,
  },
  {
    key: 'accessed_time',
    title: t('token.lastUse'),
    cell: (row) => (isUsed(row) ? <TimeCell time={row.accessed_time} /> : t('token.unused')),
    sortValue: (row) => (isUsed(row) ? row.accessed_time : 0),
    below: { key: 'created_time', upTo: 'wide' },
  },
  {
    key: 'expired_time',
    title: t('token.expiry'),
    cell: (row) => (row.expired_time === NEVER_EXPIRES ? t('token.never') : <TimeCell time={row.expired_time} />),
    sortValue: (row) => (row.expired_time === NEVER_EXPIRES ? Number.POSITIVE_INFINITY : row.expired_time),
    below: { key: 'created_time', upTo: 'tight' },
  },
]
