/** An answer that a channel's upstream keeps. */
export interface KeptAnswer {
  readonly channelId: number
  /** Which of several keys of the channel it was made with: accounts do not share their answers. */
  readonly keyId?: number | undefined
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
