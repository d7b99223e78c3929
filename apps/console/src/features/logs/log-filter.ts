import type { LogAddress } from '../../shared/navigation/log-address.ts'
import { parseLogType } from './log-type-badge.ts'

/** As applied: `0` and `''` mean not narrowed. Times are epoch seconds. */
export type LogFilter = Required<LogAddress>

/** Everything but the type, which applies as soon as it is chosen. */
export type DraftFilter = Omit<LogFilter, 'type'>

const wholeNumber = (text: string | null): number => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

export const parseLogFilter = (params: URLSearchParams): LogFilter => ({
  type: parseLogType(params.get('type') ?? ''),
  token_name: params.get('token_name') ?? '',
  model_name: params.get('model_name') ?? '',
  username: params.get('username') ?? '',
  channel: wholeNumber(params.get('channel')),
  start: wholeNumber(params.get('start')),
  end: wholeNumber(params.get('end')),
})

const textOf = (value: string | number) => (value === 0 ? '' : String(value).trim())

/** For the address; an empty text leaves no trace there. A new filter starts at page one. */
export const filterParams = (draft: DraftFilter): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, textOf(value)])),
  page: '',
})

export const emptyDraft: DraftFilter = { token_name: '', model_name: '', username: '', channel: 0, start: 0, end: 0 }

export const isNarrowed = (filter: LogFilter): boolean => Object.values(filter).some((value) => value !== 0 && value !== '')

export const presets = ['today', 'week', 'month', 'all'] as const
export type Preset = (typeof presets)[number]

const daysBack = { today: 0, week: 6, month: 29 } as const

/** Whole days of the reader's zone, today included. */
export const presetStart = (preset: Preset, now: Date): number => {
  if (preset === 'all') return 0
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack[preset]).getTime() / 1000
}

export const presetOf = ({ start, end }: Pick<LogFilter, 'start' | 'end'>, now: Date): Preset | undefined =>
  end === 0 ? presets.find((preset) => presetStart(preset, now) === start) : undefined

const HOUR_SECONDS = 3600

/** Rows of a server whose clock is ahead of ours are shown, too. */
export const openEnd = (nowMs: number): number => Math.floor(nowMs / 1000) + HOUR_SECONDS

/** What a user's own calls carry. */
export const ownQuery = ({ type, token_name, model_name, start, end }: LogFilter, latest: number) => ({
  type,
  token_name,
  model_name,
  start_timestamp: start,
  end_timestamp: end === 0 ? latest : end,
})

export const adminQuery = (filter: LogFilter, latest: number) => ({
  ...ownQuery(filter, latest),
  username: filter.username,
  channel: filter.channel === 0 ? ('' as const) : filter.channel,
})
