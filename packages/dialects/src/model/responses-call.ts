import type { ChatCall } from './call.ts'
import type { UnsupportedInput } from './unsupported-input.ts'

/** A call to OpenAI's Responses endpoint. The wire body travels along untouched, for upstreams that serve the endpoint themselves. */
export interface ResponsesCall {
  readonly model: string
  readonly isStream: boolean
  readonly maxOutputTokens: number | undefined
  readonly promptBytes: number
  /** Fields that were taken out at the door because they choose a model, a provider or a price by another way. */
  readonly dropped: readonly string[]
  readonly rawBody: string
  readonly body: Readonly<Record<string, unknown>>
  /** The same call as a chat, for every other upstream; or what of it a chat cannot say. */
  readonly chat: ChatCall | UnsupportedInput
}
