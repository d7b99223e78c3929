/** What may be spent, as it was read. */
interface LimitRead {
  readonly remainQuota: number
  readonly isUnlimited: boolean
  /** How often the limit had been set. Charges do not count. */
  readonly revision: number
}

/** One text, which clients that send back whole records carry along. */
export const writeLimitRead = ({ remainQuota, isUnlimited, revision }: LimitRead): string =>
  `${remainQuota} ${isUnlimited ? 'unlimited' : 'limited'} ${revision}`

/** Undefined where it is none. */
export const readLimitRead = (text: string): LimitRead | undefined => {
  const [, quota, kind, revision] = /^(-?\d{1,16}) (limited|unlimited) (\d{1,16})$/.exec(text) ?? []
  return quota === undefined ? undefined : { remainQuota: Number(quota), isUnlimited: kind === 'unlimited', revision: Number(revision) }
}
