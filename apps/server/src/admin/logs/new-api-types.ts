import { LogType } from '@weir/contract/log'

/** new-api has other numbers for two kinds of rows: 5 is a call that failed, 6 is money that was paid back. It has none for channel tests. */
const FAILED = 5
const PAID_BACK = 6
/** Of no row. */
const NOTHING = -1

/** The type that a filter of new-api asks for. */
export const typeAsked = (type: number): number => {
  if (type === FAILED) return LogType.refused
  return type === PAID_BACK ? NOTHING : type
}

/** A row with the type that new-api gives it. */
export const withNewApiType = <T extends { readonly type: number }>(row: T): T =>
  row.type === LogType.refused ? { ...row, type: FAILED } : row
