import type { JsonObject } from '@weir/dialects/json'

export interface SparkMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** The one message that is sent on a connection. */
export interface SparkRequest {
  readonly header: { readonly app_id: string; readonly uid?: string }
  readonly parameter: { readonly chat: JsonObject & { readonly domain: string } }
  readonly payload: {
    readonly message: { readonly text: readonly SparkMessage[] }
    readonly functions?: { readonly text: readonly JsonObject[] }
  }
}
