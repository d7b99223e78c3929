/** A chat call as the line sees it: what routing, pricing and re-rendering need. The wire body travels along untouched. */
export interface ChatCall {
  readonly model: string
  readonly isStream: boolean
  /** The caller asked for the usage chunk at the end of a stream. */
  readonly wantsStreamUsage: boolean
  readonly maxOutputTokens: number | undefined
  readonly choices: number
  /** Bytes of text in the prompt, for the estimate that is held before upstream answers. */
  readonly promptBytes: number
  /** Fields that were taken out at the door because they choose a model, a provider or a price by another way. */
  readonly dropped: readonly string[]
  readonly rawBody: string
  readonly body: Readonly<Record<string, unknown>>
}

/** What is wrong with a call, and where. */
export interface CallProblem {
  readonly param: string
  readonly zh: string
  readonly en: string
}
