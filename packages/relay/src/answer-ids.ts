/** An answer that a channel's upstream keeps. */
export interface KeptAnswer {
  readonly channelId: number
  /** As the caller named it. */
  readonly model: string
  readonly upstreamId: string
}

/** Names of kept answers, as callers get them. Each opens for the user it was made for alone. */
export interface AnswerIds {
  seal(answer: KeptAnswer, userId: number): string
  /** Undefined for any other text. */
  open(id: string, userId: number): KeptAnswer | undefined
}
