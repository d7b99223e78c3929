/** OpenAI's code for a conversation that is longer than the model can read. */
export const CONTEXT_EXCEEDED = 'context_length_exceeded'

/** OpenAI's code for what a vendor's filter did not let pass. */
export const CONTENT_FILTERED = 'content_filter'

/** What a refusal that the caller caused is about, where clients act on a word for it. */
export type RefusalCode = typeof CONTEXT_EXCEEDED | typeof CONTENT_FILTERED

/** The code for a model that no channel serves. Vendors tell theirs as 404; programs repeat what is told as overloaded for minutes. */
export const NOBODY_SERVES = 'no_available_channel'

/** An error as it is told to the caller, in whichever wire's form. */
export interface WireError {
  readonly status: number
  readonly requestId: string
  readonly message: string
  readonly type: string
  readonly param?: string | null
  readonly code?: string | null
}
