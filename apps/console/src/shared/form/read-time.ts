const WRITTEN = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** The epoch seconds of a date, or of a date and a time, in the reader's zone; a date alone is its midnight. Undefined when it is neither. */
export const readTime = (text: string): number | undefined => {
  const found = WRITTEN.exec(text.trim())
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0))
  const time = new Date(year, month - 1, day, hour, minute, second)
  // A 31st of February would be read as a day in March.
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate(), time.getMinutes(), time.getSeconds()]
  const isReal = hour < 24 && parts.join() === [year, month, day, minute, second].join()
  return isReal ? Math.floor(time.getTime() / 1000) : undefined
}
