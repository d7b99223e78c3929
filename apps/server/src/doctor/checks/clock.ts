import { fault, ok, warning, type Finding } from '../finding.ts'

const SUBJECT = 'clock'
/** A Date header counts whole seconds, and an answer may take some more. */
const SMALL_MS = 10_000
/** Codes of authenticator apps change every 30 s, and one step to either side is accepted. */
const LARGE_MS = 60_000

export interface ClockReading {
  readonly source: string
  /** How far it is ahead of the clock of this machine. */
  readonly aheadMs: number
}

const REMEDY = 'let both machines set their clocks by NTP, for example with: timedatectl set-ntp true'

const judge = ({ source, aheadMs }: ClockReading): Finding => {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const seen = `this machine is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} ${source}`
  if (Math.abs(aheadMs) > LARGE_MS) return fault(SUBJECT, seen, REMEDY)
  if (Math.abs(aheadMs) > SMALL_MS) return warning(SUBJECT, seen, REMEDY)
  return ok(SUBJECT, `agrees with ${source}`)
}

export const checkClock = (now: number, readings: readonly ClockReading[]): readonly Finding[] =>
  readings.length === 0 ? [ok(SUBJECT, `${new Date(now).toISOString()}; there is nothing to compare it with`)] : readings.map(judge)

/** Undefined when the reply tells no time. */
export const readingFromDate = (source: string, date: string | null, now: number): ClockReading | undefined => {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : { source, aheadMs: time - now }
}
