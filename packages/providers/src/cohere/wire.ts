import type { JsonObject } from '@weir/dialects/json'

export type CoherePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }

export interface CohereToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

export type CohereMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly CoherePart[] }
  | { readonly role: 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly tool_plan?: string; readonly tool_calls: readonly CohereToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

export interface CohereTool {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: JsonObject }
}
