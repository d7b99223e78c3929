import type { Language } from '../refusal.ts'
import type { RelayRefusal } from '../refusal.ts'
import type { Socket } from '../socket.ts'
import { errorEventOf } from './error-event.ts'

/** A thousand errors. A frame of a few bytes is refused with hundreds: a caller that reads none of them could fill the memory. */
const MAX_UNREAD_CHARACTERS = 256 * 1024

interface Telling {
  readonly caller: Socket
  readonly requestId: string
  readonly language: Language
}

/** Tells a caller what is wrong with its events, and knows how much of that it has not taken yet. */
export class ToldErrors {
  readonly #options: Telling
  #events = 0
  #unread = 0

  constructor(options: Telling) {
    this.#options = options
  }

  tell(refusal: RelayRefusal, causeId?: string): void {
    this.#events += 1
    const { caller, requestId, language } = this.#options
    const event = errorEventOf(refusal, { id: `${requestId}_${this.#events}`, requestId, language, causeId })
    caller.send(event)
    this.#unread = this.#unreadOf(this.#unread + event.length)
  }

  /** The caller must read before any more of its events is looked at. */
  areUnread(): boolean {
    if (this.#unread <= MAX_UNREAD_CHARACTERS) return false
    this.#unread = this.#unreadOf(this.#unread)
    return this.#unread > MAX_UNREAD_CHARACTERS
  }

  /** Sound may wait to be sent as well; of errors no more waits than of everything. */
  #unreadOf(told: number): number {
    return Math.min(told, this.#options.caller.bufferedBytes())
  }
}
