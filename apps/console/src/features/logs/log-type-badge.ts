import { LogType } from '@weir/contract/log'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import type { BadgeColor } from '../../shared/ui/badge/badge.tsx'

interface LogTypeBadge {
  readonly label: Extract<MessageKey, `log.type.${string}`>
  readonly color: BadgeColor
}

const badges: Readonly<Record<number, LogTypeBadge>> = {
  [LogType.topUp]: { label: 'log.type.topUp', color: 'green' },
  [LogType.consume]: { label: 'log.type.consume', color: 'olive' },
  [LogType.manage]: { label: 'log.type.manage', color: 'orange' },
  [LogType.system]: { label: 'log.type.system', color: 'purple' },
  [LogType.test]: { label: 'log.type.test', color: 'violet' },
  [LogType.refused]: { label: 'log.type.refused', color: 'brown' },
}

export const logTypeBadge = (type: number): LogTypeBadge => badges[type] ?? { label: 'log.type.unknown', color: 'black' }

const ownLogTypes = [
  { value: LogType.all, label: 'log.type.all' },
  { value: LogType.topUp, label: 'log.type.topUp' },
  { value: LogType.consume, label: 'log.type.consume' },
  { value: LogType.manage, label: 'log.type.manage' },
  { value: LogType.system, label: 'log.type.system' },
] as const satisfies readonly { value: number; label: MessageKey }[]

const allLogTypes = [...ownLogTypes, { value: LogType.test, label: 'log.type.test' }] as const

/** Channel tests belong to no account: only those who see everyone's rows find any. */
export const filterableLogTypes = (isAdmin: boolean): readonly (typeof allLogTypes)[number][] => (isAdmin ? allLogTypes : ownLogTypes)

export const parseLogType = (text: string): number =>
  allLogTypes.find(({ value }) => text !== '' && value === Number(text))?.value ?? LogType.all
