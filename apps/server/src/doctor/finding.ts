import { firstLine } from '@weir/store/errors'

export type Status = 'ok' | 'warning' | 'fault'

/** One line of the report. */
export interface Finding {
  readonly subject: string
  readonly status: Status
  /** What was looked at, with its value. */
  readonly seen: string
  /** What to do; empty when all is well. */
  readonly remedy: string
}

export const ok = (subject: string, seen: string): Finding => ({ subject, status: 'ok', seen, remedy: '' })
export const warning = (subject: string, seen: string, remedy: string): Finding => ({ subject, status: 'warning', seen, remedy })
export const fault = (subject: string, seen: string, remedy: string): Finding => ({ subject, status: 'fault', seen, remedy })

/** What a failed call says of itself: the code where there is one, because texts of others may carry what was sent. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code !== '' ? error.code : firstLine(error)
