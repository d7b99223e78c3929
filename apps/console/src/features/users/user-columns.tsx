import { formatNumber, truncate } from '@weir/contract/values/format'
import type { UserObject } from '@weir/contract/user'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { GroupBadges } from '../../shared/ui/badge/group-badges.tsx'
import { QuotaCell, TextCell } from '../../shared/ui/cells/cells.tsx'
import { LogLink } from '../../shared/ui/cells/log-link.tsx'
import { BalanceCell } from './balance-cell.tsx'
import { userRoleBadge, userStatusBadge } from './user-badges.ts'
import classes from './users.module.css'

const NAME_CHARACTERS = 15

type Place = Pick<Column<UserObject>, 'below'>
const below = (key: string): Place => ({ below: { key, upTo: 'wide' } })

const quotaColumn = (key: 'quota' | 'used_quota', title: string, place: Place = {}): Column<UserObject> => ({
  ...place,
  key,
  title,
  cell: (row) => <QuotaCell quota={row[key]} />,
  sortValue: (row) => row[key],
  align: 'right',
})

const textColumn = (key: 'display_name' | 'email', title: string, place: Place = {}): Column<UserObject> => ({
  ...place,
  key,
  title,
  cell: (row) =>
    row[key] === '' ? (
      ''
    ) : (
      <span className={classes[key]}>
        <TextCell text={row[key]} />
      </span>
    ),
  sortValue: (row) => row[key],
})

export const userColumns = (t: Translate, onAdjust: (row: UserObject) => void): readonly Column<UserObject>[] => [
  { key: 'id', title: t('user.id'), cell: (row) => row.id, sortValue: (row) => row.id, align: 'right' },
  {
    key: 'username',
    title: t('user.username'),
    cell: (row) => <TextCell text={truncate(row.username, NAME_CHARACTERS)} full={row.username} />,
    sortValue: (row) => row.username,
    isMain: true,
  },
  { ...textColumn('display_name', t('user.displayName'), below('username')), card: 'words' },
  textColumn('email', t('user.email')),
  {
    key: 'group',
    title: t('user.group'),
    cell: (row) => <GroupBadges groups={row.group} />,
    sortValue: (row) => row.group,
    ...below('email'),
  },
  { ...quotaColumn('quota', t('user.quota')), cell: (row) => <BalanceCell row={row} onAdjust={onAdjust} />, card: 'glance' },
  quotaColumn('used_quota', t('user.usedQuota'), below('quota')),
  {
    key: 'request_count',
    title: t('user.requestCount'),
    cell: (row) => <LogLink filter={{ username: row.username }}>{formatNumber(row.request_count)}</LogLink>,
    sortValue: (row) => row.request_count,
    align: 'right',
  },
  {
    key: 'role',
    title: t('user.role'),
    cell: (row) => <Badge color={userRoleBadge(row.role).color} text={t(userRoleBadge(row.role).label)} />,
    sortValue: (row) => row.role,
  },
  {
    key: 'status',
    title: t('user.status'),
    cell: (row) => <Badge color={userStatusBadge(row.status).color} text={t(userStatusBadge(row.status).label)} />,
    sortValue: (row) => row.status,
    card: 'badge',
    ...below('role'),
  },
]
