import { ChannelStatus } from '@weir/contract/channel'
import type { MessageKey } from '../../i18n/translate.ts'
import type { BadgeColor } from './badge.tsx'

type StatusKey = Extract<MessageKey, `channel.status.${string}`>

interface StatusBadge {
  readonly label: StatusKey
  readonly tooltip?: StatusKey
  readonly color: BadgeColor
}

const badges: Readonly<Record<number, StatusBadge>> = {
  [ChannelStatus.enabled]: { label: 'channel.status.enabled', color: 'green' },
  [ChannelStatus.disabled]: { label: 'channel.status.disabled', tooltip: 'channel.status.manually', color: 'red' },
  [ChannelStatus.autoDisabled]: { label: 'channel.status.autoDisabled', tooltip: 'channel.status.automatically', color: 'yellow' },
}

export const channelStatusBadge = (status: number): StatusBadge => badges[status] ?? { label: 'channel.status.unknown', color: 'grey' }
