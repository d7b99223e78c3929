/** OpenAI's code for a conversation that is longer than the model can read. */
export const CONTEXT_EXCEEDED = 'context_length_exceeded'

/** An error as it is told to the caller, in whichever wire's form. */
export interface WireError {
  readonly status: number
  readonly requestId: string
  readonly message: string
  readonly type: string
  readonly param?: string | null
  readonly code?: string | null
}
