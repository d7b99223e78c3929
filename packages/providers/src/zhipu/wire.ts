/** The older wire, still spoken by models named chatglm. */
export interface LegacyMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface LegacyRequest {
  readonly prompt: readonly LegacyMessage[]
  readonly temperature?: number
  readonly top_p?: number
}
