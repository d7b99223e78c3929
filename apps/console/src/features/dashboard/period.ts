export const HOUR = 3600
export const DAY = 86_400

/** In days; 1 is the last 24 hours. */
export const spans = [1, 7, 30, 90] as const
export type Span = (typeof spans)[number]

export const parseSpan = (text: string): Span => spans.find((span) => String(span) === text) ?? 7

/** Begins where a slice begins, so that the first one is whole. Days are those of UTC, as the server cuts them. */
export const startOf = (span: Span, nowSeconds: number): number =>
  span === 1 ? nowSeconds - (nowSeconds % HOUR) - 23 * HOUR : nowSeconds - (nowSeconds % DAY) - (span - 1) * DAY

export interface Course {
  readonly start: number
  readonly end: number
  readonly step: number
}

/** Where every slice of the period begins. */
export const slotsOf = ({ start, end, step }: Course): readonly number[] => {
  const first = start - (start % step)
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, at) => first + at * step)
}

/** Whether the slice has not come to its end: time still runs. */
export const isRunning = (slice: { readonly time: number } | undefined, step: number, end: number): boolean =>
  slice !== undefined && slice.time + step > end

const two = (part: number) => String(part).padStart(2, '0')

/** Days carry the server's date, hours the reader's clock. */
export const slotLabel = (time: number, step: number): string => {
  const date = new Date(time * 1000)
  if (step >= DAY) return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The log's window of one slice; its end belongs to it. */
export const slotWindow = (time: number, step: number) => ({ start: time, end: time + step - 1 })
