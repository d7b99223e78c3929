import type { JsonObject } from '@weir/dialects/json'

/** An answer that is kept here, because its upstream keeps nothing. */
export interface StoredAnswer {
  /** As the caller knows it. */
  readonly id: string
  readonly userId: number
  /** Everything that the model had read, as items. */
  readonly input: readonly JsonObject[]
  readonly response: JsonObject
}

/** Answers that are kept for a while. Each is found by the user it was made for alone. */
export interface StoredAnswers {
  /** False when it is too large to be kept. */
  save(answer: StoredAnswer, lifetimeMs: number): Promise<boolean>
  find(id: string, userId: number): Promise<StoredAnswer | undefined>
  /** False when there is none. */
  remove(id: string, userId: number): Promise<boolean>
}
