import type { Connection } from './connection.ts'

/** Most servers keep an idle connection for a minute or more; those that do not are met by sending once more. */
const MAX_IDLE_MS = 55_000
const SWEEP_MS = 10_000
/** Of one destination. Beyond it, a burst leaves no more connections behind. */
const MAX_IDLE = 256

interface Idle {
  readonly connection: Connection
  readonly since: number
}

/** Open connections that carry no request at the moment, by where they lead. The one used last is used next, so that the others can go. */
export class ConnectionPool {
  readonly #idle = new Map<string, Idle[]>()
  #sweeper: NodeJS.Timeout | undefined

  take(destination: string): Connection | undefined {
    const waiting = this.#idle.get(destination)
    for (let idle = waiting?.pop(); idle !== undefined; idle = waiting?.pop()) {
      if (!idle.connection.isClosed) return idle.connection
    }
    return undefined
  }

  give(destination: string, connection: Connection): void {
    let waiting = this.#idle.get(destination)
    if (waiting === undefined) this.#idle.set(destination, (waiting = []))
    if (waiting.length >= MAX_IDLE) return connection.destroy()
    waiting.push({ connection, since: performance.now() })
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref()
  }

  #sweep(): void {
    const oldest = performance.now() - MAX_IDLE_MS
    for (const [destination, waiting] of this.#idle) {
      const kept = waiting.filter(({ connection, since }) => !connection.isClosed && since > oldest)
      for (const { connection, since } of waiting) if (since <= oldest) connection.destroy()
      if (kept.length > 0) this.#idle.set(destination, kept)
      else this.#idle.delete(destination)
    }
    if (this.#idle.size > 0) return
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }
}
