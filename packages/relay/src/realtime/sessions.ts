import type { RealtimeSession } from './session.ts'

/** The sessions of this process. Each counts as a running request until it is settled. */
export class Sessions {
  readonly #open = new Set<RealtimeSession>()
  #isDraining = false

  get count(): number {
    return this.#open.size
  }

  add(session: RealtimeSession): void {
    this.#open.add(session)
    session.onEnd(() => void this.#open.delete(session))
    if (this.#isDraining) session.drain()
  }

  /** The server stops. */
  drain(): void {
    this.#isDraining = true
    for (const session of this.#open) session.drain()
  }
}
