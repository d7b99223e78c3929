/** What one request asks the fake to do. Sent as the text of the last user message: `fake:{"…"}`. */
export interface Behaviour {
  readonly status?: number
  readonly error?: { readonly message: string; readonly type?: string; readonly code?: string }
  readonly text?: string
  /** How many text events a stream has; the text is cut into as many pieces. */
  readonly events?: number
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
  /** Wait for `FakeUpstream.go()` before the answer, or before each further event. */
  readonly waits?: 'before-reply' | 'between-events'
  /** Close the connection after this many events, without an end. */
  readonly cutAfter?: number
}

const PREFIX = 'fake:'

export const ask = (behaviour: Behaviour): string => `${PREFIX}${JSON.stringify(behaviour)}`

export const behaviourOf = (content: unknown): Behaviour =>
  typeof content === 'string' && content.startsWith(PREFIX) ? (JSON.parse(content.slice(PREFIX.length)) as Behaviour) : {}

export const DEFAULT_TEXT = 'A weir lets the river pass and knows how much.'
export const DEFAULT_USAGE = { prompt_tokens: 21, completion_tokens: 13 }
