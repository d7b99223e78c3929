import type { DashboardData } from '@weir/contract/dashboard'

export const HOUR = 3600
export const DAY = 86_400

/** In days; 1 is the last 24 hours. */
export const spans = [1, 7, 30, 90] as const
export type Span = (typeof spans)[number]

export const parseSpan = (text: string): Span => spans.find((span) => String(span) === text) ?? 7

/** Begins where a slice begins, so that the first one is whole. Days are those of the reader's clock. */
export const startOf = (span: Span, nowSeconds: number): number => {
  if (span === 1) return nowSeconds - (nowSeconds % HOUR) - 23 * HOUR
  const today = new Date(nowSeconds * 1000)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - (span - 1)).getTime() / 1000
}

export type Course = Pick<DashboardData, 'start' | 'end' | 'step' | 'bounds'>

/** Where every slice of the period begins and the last one ends. */
const boundsOf = ({ start, end, step, bounds }: Course): readonly number[] => {
  if (bounds !== undefined) return bounds
  const first = start - (start % step)
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) + 1 }, (_, at) => first + at * step)
}

/** Where every slice of the period begins. */
export const slotsOf = (course: Course): readonly number[] => boundsOf(course).slice(0, -1)

/** The slice that is not over yet: its figures still grow. `undefined` where the period ends with a whole one. */
export const runningSlot = (course: Course): number | undefined => {
  const bounds = boundsOf(course)
  return (bounds.at(-1) ?? 0) > course.end ? bounds.at(-2) : undefined
}

const two = (part: number) => String(part).padStart(2, '0')

/** Hours and days of the reader's clock; where the server cuts days by UTC, their date is that of UTC. */
export const slotLabel = (time: number, { step, bounds }: Pick<Course, 'step' | 'bounds'>): string => {
  if (step < DAY) {
    const date = new Date(time * 1000)
    return `${two(date.getHours())}:${two(date.getMinutes())}`
  }
  if (bounds === undefined) return new Date(time * 1000).toISOString().slice(5, 10)
  const noon = new Date((time + DAY / 2) * 1000)
  return `${two(noon.getMonth() + 1)}-${two(noon.getDate())}`
}

/** The log's window of the part of a slice that lies in the period; its end belongs to it. */
export const slotWindow = (time: number, course: Course) => ({
  start: Math.max(time, course.start),
  end: (boundsOf(course).find((bound) => bound > time) ?? course.end) - 1,
})
