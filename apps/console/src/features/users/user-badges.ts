import { Role, UserStatus } from '@weir/contract/user'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import type { BadgeColor } from '../../shared/ui/badge/badge.tsx'

interface UserBadge {
  readonly label: Extract<MessageKey, `user.role.${string}` | `user.status.${string}`>
  readonly color: BadgeColor
}

const roles: Readonly<Record<number, UserBadge>> = {
  [Role.user]: { label: 'user.role.user', color: 'grey' },
  [Role.admin]: { label: 'user.role.admin', color: 'yellow' },
  [Role.root]: { label: 'user.role.root', color: 'orange' },
}

const statuses: Readonly<Record<number, UserBadge>> = {
  [UserStatus.enabled]: { label: 'user.status.enabled', color: 'green' },
  [UserStatus.disabled]: { label: 'user.status.disabled', color: 'red' },
}

export const userRoleBadge = (role: number): UserBadge => roles[role] ?? { label: 'user.role.unknown', color: 'red' }

export const userStatusBadge = (status: number): UserBadge => statuses[status] ?? { label: 'user.status.unknown', color: 'grey' }
