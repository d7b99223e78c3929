import type { JsonObject } from '@weir/dialects/json'

/** A piece of a message on the endpoint that takes images. */
export type NativePart = { readonly text: string } | { readonly image: string }

export interface NativeMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | readonly NativePart[]
  readonly tool_calls?: readonly JsonObject[]
  readonly tool_call_id?: string
}

export interface NativeRequest {
  readonly model: string
  readonly input: JsonObject
  readonly parameters: JsonObject
}
