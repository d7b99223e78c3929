import type { LogObject } from '@weir/contract/log'

export interface Charge {
  readonly modelRatio: number
  readonly groupRatio: number
  readonly completionRatio: number
  readonly quota: number
  /** Whether the plain formula gives the charge. Cached and spoken tokens have prices of their own, which a row does not name. */
  readonly isWhole: boolean
}

const RATIOS = /^(\d+(?:\.\d+)?(?:e-?\d+)?) × (\d+(?:\.\d+)?(?:e-?\d+)?) × (\d+(?:\.\d+)?(?:e-?\d+)?)$/

/** A charge is rounded up, and never below one unit; one more covers the last digit of a fraction. */
const TOLERANCE = 1.5

/** How the row's quota came about, read from the ratios the server wrote into it. `undefined` when it is not a charge. */
export const chargeOf = (row: Pick<LogObject, 'content' | 'prompt_tokens' | 'completion_tokens' | 'quota'>): Charge | undefined => {
  const found = RATIOS.exec(row.content)
  if (found === null) return undefined
  const [modelRatio = 0, groupRatio = 0, completionRatio = 0] = found.slice(1).map(Number)
  const plain = (row.prompt_tokens + row.completion_tokens * completionRatio) * modelRatio * groupRatio
  return { modelRatio, groupRatio, completionRatio, quota: row.quota, isWhole: Math.abs(row.quota - plain) <= TOLERANCE }
}
