import { TokenStatus } from '@weir/contract/token'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import type { BadgeColor } from '../../shared/ui/badge/badge.tsx'

interface StatusBadge {
  readonly label: Extract<MessageKey, `token.status.${string}`>
  readonly color: BadgeColor
}

const badges: Readonly<Record<number, StatusBadge>> = {
  [TokenStatus.enabled]: { label: 'token.status.enabled', color: 'green' },
  [TokenStatus.disabled]: { label: 'token.status.disabled', color: 'red' },
  [TokenStatus.expired]: { label: 'token.status.expired', color: 'yellow' },
  [TokenStatus.exhausted]: { label: 'token.status.exhausted', color: 'grey' },
}

export const tokenStatusBadge = (status: number): StatusBadge => badges[status] ?? { label: 'token.status.unknown', color: 'black' }
