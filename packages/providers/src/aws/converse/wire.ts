import type { JsonObject } from '@weir/dialects/json'
import type { CachePoint } from './cache-points.ts'

/** What is written to Converse. */
export type WireBlock =
  | CachePoint
  | { readonly text: string }
  | { readonly image: { readonly format: string; readonly source: { readonly bytes: string } } }
  | { readonly document: { readonly format: string; readonly name: string; readonly source: { readonly bytes: string } } }
  | { readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: JsonObject } }
  | { readonly toolResult: { readonly toolUseId: string; readonly content: readonly (WireBlock | { readonly json: JsonObject })[] } }

export interface WireMessage {
  readonly role: 'user' | 'assistant'
  /** Earlier thoughts go back exactly as they came. */
  readonly content: readonly (WireBlock | JsonObject)[]
}
