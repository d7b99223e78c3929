import { pathOf } from './paths.ts'

/** What the log can be narrowed to; the same names stand in its address and in the calls. Times are epoch seconds. */
export interface LogAddress {
  readonly type?: number
  readonly token_name?: string
  readonly model_name?: string
  readonly username?: string
  readonly channel?: number
  /** By which requests were charged. */
  readonly group?: string
  /** How requests ended: `ok`, `failed`, `refused`, `cut` or `left`. */
  readonly outcome?: string
  readonly fault?: string
  /** At least so many. */
  readonly attempts?: number
  readonly request_id?: string
  readonly start?: number
  readonly end?: number
}

/** Leads to the log rows behind a figure or an object. */
export const logWith = (filter: LogAddress): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '' && value !== 0)
  return given.length === 0
    ? pathOf('log')
    : `${pathOf('log')}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}
