import type { StatisticsData } from '@weir/contract/statistics'

const HOUR = 3600
const DAY = 24 * HOUR

export const presets = ['today', 'yesterday', 'week', 'month', 'lastMonth'] as const
export type Preset = (typeof presets)[number]

export const DEFAULT_PRESET = 'month' satisfies Preset

/** As it stands in the address; a preset of its own name, or times in epoch seconds. */
export interface ChosenPeriod {
  readonly preset: Preset | 'custom'
  readonly start: number
  readonly end: number
}

const secondsIn = (text: string | null): number => {
  const seconds = Number(text)
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0
}

export const parsePeriod = (params: URLSearchParams): ChosenPeriod => {
  const name = params.get('period')
  const preset = name === 'custom' ? name : (presets.find((known) => known === name) ?? DEFAULT_PRESET)
  return { preset, start: secondsIn(params.get('start')), end: secondsIn(params.get('end')) }
}

/** What the server is asked for; 0 means now, or the period of the same length before. */
export interface AskedPeriods {
  readonly start_timestamp: number
  readonly end_timestamp: number
  readonly before_start_timestamp: number
  readonly before_end_timestamp: number
}

/**
 * Whole days and months of the reader's zone. A running day or month is compared with as much of the one before: at noon with yesterday
 * until noon, on the fifth with the first five days of last month.
 */
export const askedPeriods = ({ preset, start, end }: ChosenPeriod, now: Date): AskedPeriods => {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const dayAt = (days: number) => new Date(year, month, day + days).getTime() / 1000
  const monthAt = (months: number) => new Date(year, month + months).getTime() / 1000
  /** What the clock shows now, on another day: the seconds since midnight are others where clocks are changed. */
  const sameTime = (months: number, days: number) =>
    Math.floor(new Date(year, month + months, day + days, now.getHours(), now.getMinutes(), now.getSeconds()).getTime() / 1000)
  const running = (from: number, before: number, until: number) => ({
    start_timestamp: from,
    end_timestamp: 0,
    before_start_timestamp: before,
    before_end_timestamp: Math.min(from, until + 1),
  })
  const whole = (before: number, from: number, to: number) => ({
    start_timestamp: from,
    end_timestamp: to,
    before_start_timestamp: before,
    before_end_timestamp: from,
  })
  switch (preset) {
    case 'today':
      return running(dayAt(0), dayAt(-1), sameTime(0, -1))
    case 'yesterday':
      return whole(dayAt(-2), dayAt(-1), dayAt(0))
    case 'week':
      return running(dayAt(-6), dayAt(-13), sameTime(0, -7))
    case 'month':
      return running(monthAt(0), monthAt(-1), sameTime(-1, 0))
    case 'lastMonth':
      return whole(monthAt(-2), monthAt(-1), monthAt(0))
    case 'custom':
      return { start_timestamp: start, end_timestamp: end, before_start_timestamp: 0, before_end_timestamp: 0 }
  }
}

type Course = Pick<StatisticsData, 'start' | 'end' | 'step' | 'bounds'>

export interface Slot {
  readonly time: number
  /** The part of it that lies in the period; both times belong to it. */
  readonly first: number
  readonly last: number
  /** Less than a whole slice: time still runs, or the period ends inside it. */
  readonly isPartial: boolean
}

/** From a whole hour, and from a day of UTC where slices are longer than a day. */
const evenBounds = ({ start, end, step }: Course): readonly number[] => {
  const first = start - (start % (step > DAY ? DAY : HOUR))
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) + 1 }, (_, at) => first + at * step)
}

/** Every slice of the period, as the server cuts them. */
export const slotsOf = (course: Course): readonly Slot[] => {
  const { start, end, bounds = evenBounds(course) } = course
  return bounds.slice(1).map((next, at) => {
    const time = bounds[at] ?? next
    return { time, first: Math.max(time, start), last: Math.min(next, end) - 1, isPartial: next > end }
  })
}

const two = (part: number) => String(part).padStart(2, '0')

/** The day in the middle of the slice: a server that does not know the reader's zone begins days where it can. */
export const slotLabel = (time: number, step: number): string => {
  const date = new Date((step < DAY ? time : time + DAY / 2) * 1000)
  if (step < DAY) return `${two(date.getHours())}:${two(date.getMinutes())}`
  return `${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
