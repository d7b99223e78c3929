import type { JsonObject } from '@weir/dialects/json'

export interface OllamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  /** Base64 without the head of a data URL. */
  readonly images?: readonly string[]
  readonly thinking?: string
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: JsonObject } }[]
  readonly tool_name?: string
}

export interface OllamaRequest {
  readonly model: string
  readonly messages: readonly OllamaMessage[]
  /** Always sent: left out, it would mean a stream. */
  readonly stream: boolean
  readonly options?: JsonObject
  readonly format?: 'json' | JsonObject
  readonly think?: boolean | string
  readonly tools?: readonly unknown[]
  readonly logprobs?: boolean
  readonly top_logprobs?: number
}
