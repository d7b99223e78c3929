import { Buffer } from 'node:buffer'
import type { Carrier, Exchange } from './exchange.ts'

/** How long a connection waits for the end of a reply of which everything that matters has been read. */
const LINGER_MS = 1000

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Who waits for the connection to be open. */
interface Opening {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: Error) => void
}

/** One connection to upstream. It carries one request at a time, and many one after the other. */
export class Connection implements Carrier {
  readonly #onFree: (connection: Connection) => void
  #opening: Opening | undefined
  #socket: Bun.Socket<Connection> | undefined
  #exchange: Exchange | undefined
  #unsent: readonly (string | Uint8Array)[] = []
  /** Open for a while, so that the other side may have closed it unheard. */
  #wasKept = false
  #linger: NodeJS.Timeout | undefined
  isClosed = false

  constructor(onFree: (connection: Connection) => void, opening: Opening) {
    this.#onFree = onFree
    this.#opening = opening
  }

  opened(socket: Bun.Socket<Connection>): void {
    this.#socket = socket
  }

  /** Whoever dialled may send. */
  ready(): void {
    this.#opening?.resolve(this)
    this.#opening = undefined
  }

  carry(exchange: Exchange): void {
    this.#exchange = exchange
    exchange.goesOver(this)
    this.#unsent = exchange.outgoing.parts
    this.#flush()
  }

  received(bytes: Buffer): void {
    const exchange = this.#exchange
    // Nobody asked: whatever it is, it must not become the beginning of the next reply.
    if (exchange === undefined) return this.destroy()
    try {
      if (exchange.push(bytes)) this.#finish(exchange)
    } catch (error) {
      this.#exchange = undefined
      exchange.fail(asError(error))
      this.destroy()
    }
  }

  drained(): void {
    if (this.#unsent.length > 0) this.#flush()
  }

  closed(error: Error | undefined): void {
    this.isClosed = true
    clearTimeout(this.#linger)
    const reason = error ?? new Error('upstream closed the connection')
    this.#opening?.reject(reason)
    this.#opening = undefined
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.lose(reason, this.#wasKept)
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  abandon(mayLinger: boolean): void {
    if (!mayLinger) return this.destroy()
    this.resume()
    this.#linger = setTimeout(() => this.destroy(), LINGER_MS)
  }

  destroy(): void {
    this.isClosed = true
    clearTimeout(this.#linger)
    this.#socket?.terminate()
  }

  /** Waits for the next request. */
  release(): void {
    this.#wasKept = true
    this.#onFree(this)
  }

  /** The reply is whole: the connection can be used again unless either side has something left to say. */
  #finish(exchange: Exchange): void {
    this.#exchange = undefined
    clearTimeout(this.#linger)
    if (exchange.keepsAlive && this.#unsent.length === 0) this.release()
    else this.destroy()
  }

  #flush(): void {
    const socket = this.#socket
    if (socket === undefined) return
    while (this.#unsent.length > 0) {
      const [part = '', ...rest] = this.#unsent
      const sent = socket.write(part)
      if (sent < 0) return this.destroy()
      const length = typeof part === 'string' ? Buffer.byteLength(part) : part.length
      if (sent < length) {
        this.#unsent = [(typeof part === 'string' ? Buffer.from(part) : part).subarray(sent), ...rest]
        return
      }
      this.#unsent = rest
    }
  }
}
