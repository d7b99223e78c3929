import { LOG_OUTCOMES, MOST_ATTEMPTS, type LogOutcome } from '@weir/contract/log'
import type { LogAddress } from '../../../shared/navigation/log-address.ts'
import { parseLogType } from '../log-type-badge.ts'

/** As applied: `0` and `''` mean not narrowed. Times are epoch seconds. */
export type LogFilter = Required<Omit<LogAddress, 'outcome'>> & { readonly outcome: LogOutcome | '' }

/** Everything but what applies as soon as it is chosen. */
export type DraftFilter = Omit<LogFilter, 'type' | 'outcome' | 'fault' | 'attempts'>

const wholeNumber = (text: string | null): number => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

const attemptsIn = (text: string | null): number => {
  const count = wholeNumber(text)
  return count > 1 ? Math.min(count, MOST_ATTEMPTS) : 0
}

export const parseLogFilter = (params: URLSearchParams): LogFilter => ({
  type: parseLogType(params.get('type') ?? ''),
  token_name: params.get('token_name') ?? '',
  model_name: params.get('model_name') ?? '',
  username: params.get('username') ?? '',
  channel: wholeNumber(params.get('channel')),
  group: params.get('group') ?? '',
  outcome: LOG_OUTCOMES.find((outcome) => outcome === params.get('outcome')) ?? '',
  fault: params.get('fault') ?? '',
  attempts: attemptsIn(params.get('attempts')),
  request_id: params.get('request_id') ?? '',
  start: wholeNumber(params.get('start')),
  end: wholeNumber(params.get('end')),
})

const textOf = (value: string | number) => (value === 0 ? '' : String(value).trim())

/** For the address; an empty text leaves no trace there. A new filter starts at page one. */
export const filterParams = (draft: DraftFilter): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, textOf(value)])),
  page: '',
})

export const emptyDraft: DraftFilter = {
  token_name: '',
  model_name: '',
  username: '',
  channel: 0,
  group: '',
  request_id: '',
  start: 0,
  end: 0,
}

export const isNarrowed = (filter: LogFilter): boolean => Object.values(filter).some((value) => value !== 0 && value !== '')

export const presets = ['today', 'yesterday', 'week', 'month', 'thisMonth', 'all'] as const
export type Preset = (typeof presets)[number]

/** Epoch seconds; 0 is open. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}

/** Whole days of the reader's zone. */
export const presetSpan = (preset: Preset, now: Date): TimeSpan => {
  const dayAt = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime() / 1000
  switch (preset) {
    case 'today':
      return { start: dayAt(0), end: 0 }
    case 'yesterday':
      return { start: dayAt(-1), end: dayAt(0) - 1 }
    case 'week':
      return { start: dayAt(-6), end: 0 }
    case 'month':
      return { start: dayAt(-29), end: 0 }
    case 'thisMonth':
      return { start: new Date(now.getFullYear(), now.getMonth()).getTime() / 1000, end: 0 }
    case 'all':
      return { start: 0, end: 0 }
  }
}

export const presetOf = ({ start, end }: TimeSpan, now: Date): Preset | undefined =>
  presets.find((preset) => {
    const span = presetSpan(preset, now)
    return span.start === start && span.end === end
  })

const HOUR_SECONDS = 3600

/** Rows of a server whose clock is ahead of ours are shown, too. */
export const openEnd = (nowMs: number): number => Math.floor(nowMs / 1000) + HOUR_SECONDS

/** Only what is narrowed: older servers know none of these. */
const outcomeQuery = ({ outcome, fault, attempts, request_id }: LogFilter) => ({
  ...(outcome !== '' && { outcome }),
  ...(fault !== '' && { fault }),
  ...(attempts !== 0 && { attempts }),
  ...(request_id !== '' && { request_id }),
})

/** What a user's own calls carry. */
export const ownQuery = (filter: LogFilter, latest: number) => ({
  type: filter.type,
  token_name: filter.token_name,
  model_name: filter.model_name,
  start_timestamp: filter.start,
  end_timestamp: filter.end === 0 ? latest : filter.end,
  ...outcomeQuery(filter),
})

export const adminQuery = (filter: LogFilter, latest: number) => ({
  ...ownQuery(filter, latest),
  username: filter.username,
  channel: filter.channel === 0 ? ('' as const) : filter.channel,
  ...(filter.group !== '' && { group: filter.group }),
})
