import { halfWidth } from './number/read-number.ts'

const WRITTEN = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** The epoch seconds of a date, or of a date and a time, in the reader's zone; a date alone is its midnight. Undefined when it is neither. */
export const readTime = (text: string): number | undefined => {
  const found = WRITTEN.exec(halfWidth(text))
  if (found === null) return undefined
  const partAt = (at: number): number => Number(found[at] ?? 0)
  const [year, month, day, minute, second] = [partAt(1), partAt(2), partAt(3), partAt(5), partAt(6)]
  const time = new Date(year, month - 1, day, partAt(4), minute, second)
  // A 31st of February would be read as a day in March, and 24 o'clock as the next day. The hour itself may be one that the clocks skip.
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate(), time.getMinutes(), time.getSeconds()]
  return parts.join() === [year, month, day, minute, second].join() ? time.getTime() / 1000 : undefined
}
