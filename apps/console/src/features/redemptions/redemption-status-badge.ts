import { RedemptionStatus } from '@weir/contract/redemption'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import type { BadgeColor } from '../../shared/ui/badge/badge.tsx'

interface StatusBadge {
  readonly label: Extract<MessageKey, `redemption.status.${string}`>
  readonly color: BadgeColor
}

const badges: Readonly<Record<number, StatusBadge>> = {
  [RedemptionStatus.unused]: { label: 'redemption.status.unused', color: 'green' },
  [RedemptionStatus.disabled]: { label: 'redemption.status.disabled', color: 'red' },
  [RedemptionStatus.used]: { label: 'redemption.status.used', color: 'grey' },
}

export const redemptionStatusBadge = (status: number): StatusBadge =>
  badges[status] ?? { label: 'redemption.status.unknown', color: 'black' }
