import type { JsonObject } from '../json.ts'

/** What is written on this wire. What is read from it is taken member by member, since any of it may be missing. */
interface Cacheable {
  readonly cache_control?: JsonObject
}

export type WireSource =
  | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string }

export type WireBlock = Cacheable &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly source: WireSource }
    | { readonly type: 'document'; readonly source: WireSource; readonly title: string }
    | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: JsonObject }
    | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: readonly WireBlock[] }
  )

export interface WireMessage {
  readonly role: 'user' | 'assistant'
  /** Earlier thoughts go back exactly as they came, so their shape is not ours to know. */
  readonly content: readonly (WireBlock | JsonObject)[]
}

export interface WireTool extends Cacheable {
  readonly name: string
  readonly description?: string
  readonly input_schema: JsonObject
  readonly strict?: boolean
}

export type WireToolChoice = {
  readonly type: 'auto' | 'any' | 'none' | 'tool'
  readonly name?: string
  readonly disable_parallel_tool_use?: true
}
