/** Tokens of one exchange in one normal form, whatever wire reported them. Classes do not overlap. */
export interface Usage {
  /** Input that was neither read from nor written to a cache. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** Everything produced, reasoning included. */
  readonly output: number
  /** How much of `output` was reasoning; for information only. */
  readonly reasoning: number
  readonly source: 'upstream' | 'estimate'
}

export const promptTokensOf = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite
