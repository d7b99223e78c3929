import type { JsonObject } from '@weir/dialects/json'

export interface BaiduFunctionCall {
  readonly name: string
  readonly arguments: string
}

export type BaiduMessage =
  | { readonly role: 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly function_call: BaiduFunctionCall }
  | { readonly role: 'function'; readonly name: string; readonly content: string }

export interface BaiduFunction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}
