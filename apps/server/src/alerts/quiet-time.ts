interface Times {
  /** `HH:MM`, or empty for none. */
  readonly quietFrom: string
  readonly quietTo: string
}

/** Whether a clock of the zone shows a time between the two; the second may lie on the next day, and is not part of it. */
export const isQuiet = ({ quietFrom: from, quietTo: to }: Times, nowMs: number, timeZone: string): boolean => {
  if (from === '' || to === '') return false
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' })
  const now = format.format(nowMs)
  return from < to ? now >= from && now < to : now >= from || now < to
}
