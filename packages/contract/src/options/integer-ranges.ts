import type { OptionKey } from './option.ts'

/** Added to the tokens of every prompt: near 2^53 the sum would be no exact count, and no request could be let in. */
export const MAX_PRE_CONSUMED = 1_000_000_000

/** Where more than "not negative" is known about a whole number. */
export const integerRanges: Partial<Record<OptionKey, readonly [min: number, max: number]>> = {
  SMTPPort: [1, 65_535],
  RetryTimes: [0, 100],
  PreConsumedQuota: [0, MAX_PRE_CONSUMED],
  // Thirty days, as long as vendors keep theirs.
  ResponseStoreHours: [0, 720],
  // Ten years; 0 keeps them for ever.
  LogRetentionDays: [0, 3650],
  LogBodiesDays: [1, 90],
  LogBodiesKilobytes: [1, 1024],
  PriceListDays: [1, 31],
  PriceListMaxChange: [0, 1000],
}
