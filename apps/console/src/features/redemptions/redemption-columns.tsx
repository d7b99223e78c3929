import type { RedemptionObject } from '@weir/contract/redemption'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { QuotaCell, TextCell, TimeCell } from '../../shared/ui/cells/cells.tsx'
import { redemptionStatusBadge } from './redemption-status-badge.ts'

export const redemptionColumns = (t: Translate): readonly Column<RedemptionObject>[] => [
  { key: 'id', title: t('redemption.id'), cell: (row) => row.id, sortValue: (row) => row.id, align: 'right' },
  {
    key: 'name',
    title: t('redemption.name'),
    cell: (row) => <TextCell text={row.name || t('common.none')} />,
    sortValue: (row) => row.name,
    isMain: true,
  },
  {
    key: 'status',
    title: t('redemption.status'),
    cell: (row) => <Badge color={redemptionStatusBadge(row.status).color} text={t(redemptionStatusBadge(row.status).label)} />,
    sortValue: (row) => row.status,
    card: 'badge',
  },
  {
    key: 'quota',
    card: 'glance',
    title: t('redemption.quota'),
    cell: (row) => <QuotaCell quota={row.quota} />,
    sortValue: (row) => row.quota,
    align: 'right',
  },
  {
    key: 'created_time',
    title: t('redemption.created'),
    cell: (row) => <TimeCell time={row.created_time} />,
    sortValue: (row) => row.created_time,
  },
  {
    key: 'redeemed_time',
    title: t('redemption.redeemed'),
    cell: (row) => (row.redeemed_time === 0 ? t('redemption.notRedeemed') : <TimeCell time={row.redeemed_time} />),
    sortValue: (row) => row.redeemed_time,
  },
]
