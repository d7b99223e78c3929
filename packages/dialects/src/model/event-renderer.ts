import type { ChatEvent } from './event.ts'
import type { Usage } from './usage.ts'
import type { WireError } from './wire-error.ts'

/** Writes an answer in the caller's language while it comes. */
export interface EventRenderer {
  /** Undefined for events that the caller's language has no word for. */
  readonly render: (event: ChatEvent) => Uint8Array | undefined
  /** The last bytes of an answer that is complete. */
  readonly end: (usage: Usage | undefined) => Uint8Array
  /** The last bytes of one that broke off. */
  readonly failure: (error: WireError) => Uint8Array
}
