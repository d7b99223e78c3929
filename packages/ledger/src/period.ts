export const PERIODS = ['minute', 'hour', 'day', 'week', 'month', 'total'] as const

export type Period = (typeof PERIODS)[number]

/** Epoch seconds; the end does not belong to it. Without an end it never begins again. */
export interface PeriodSpan {
  readonly start: number
  readonly end: number | undefined
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How a wall clock of the zone is ahead of UTC at a moment. */
type OffsetAt = (ms: number) => number

const offsetIn = (timeZone: string): OffsetAt => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
  }
}

/** The first moment of a local day. It need not be midnight: where clocks are put forward then, the day begins at one. */
const dayStart = (localMidnight: number, offsetAt: OffsetAt): number => {
  const candidates = [localMidnight - offsetAt(localMidnight - DAY_MS), localMidnight - offsetAt(localMidnight + DAY_MS)]
  const within = candidates.filter((ms) => Math.floor((ms + offsetAt(ms)) / DAY_MS) * DAY_MS === localMidnight)
  return Math.min(...(within.length > 0 ? within : candidates))
}

/** Local midnights at which the running period began and the next one begins. */
const localDays = (period: 'day' | 'week' | 'month', local: number): readonly [number, number] => {
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  if (period === 'day') return [midnight, midnight + DAY_MS]
  const date = new Date(midnight)
  if (period === 'month')
    return [Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1), Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)]
  const monday = midnight - ((date.getUTCDay() + 6) % 7) * DAY_MS
  return [monday, monday + 7 * DAY_MS]
}

const spanAt = (period: Period, ms: number, offsetAt: OffsetAt): PeriodSpan => {
  switch (period) {
    case 'total':
      return { start: 0, end: undefined }
    case 'minute':
    case 'hour': {
      const length = period === 'minute' ? MINUTE_MS : HOUR_MS
      const offset = offsetAt(ms)
      const start = Math.floor((ms + offset) / length) * length - offset
      return { start: start / 1000, end: (start + length) / 1000 }
    }
    case 'day':
    case 'week':
    case 'month': {
      const [from, to] = localDays(period, ms + offsetAt(ms))
      return { start: dayStart(from, offsetAt) / 1000, end: dayStart(to, offsetAt) / 1000 }
    }
  }
}

export interface Calendar {
  /** The period that runs at a moment in milliseconds. The same object as long as it runs. */
  spanAt(period: Period, ms: number): PeriodSpan
  /** Epoch seconds at which a day of the calendar begins. */
  startOfDay(date: { readonly year: number; readonly month: number; readonly day: number }): number
}

const isIn = ({ start, end }: PeriodSpan, ms: number): boolean => ms >= start * 1000 && (end === undefined || ms < end * 1000)

/** Periods as the clocks of a time zone show them; weeks begin on Monday. Throws a `RangeError` for a zone that does not exist. */
export const openCalendar = (timeZone: string): Calendar => {
  const offsetAt = offsetIn(timeZone)
  const known = new Map<Period, PeriodSpan>()
  return {
    spanAt(period, ms) {
      const running = known.get(period)
      if (running !== undefined && isIn(running, ms)) return running
      const span = spanAt(period, ms, offsetAt)
      known.set(period, span)
      return span
    },
    startOfDay: ({ year, month, day }) => dayStart(Date.UTC(year, month - 1, day), offsetAt) / 1000,
  }
}
