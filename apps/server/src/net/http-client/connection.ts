import { Buffer } from 'node:buffer'
import { asNetworkFailure } from '@weir/relay/upstream/network-failure'
import { asError } from './as-error.ts'
import type { Carrier, Exchange } from './exchange.ts'
import type { Outgoing } from './outgoing.ts'

/** How long a connection waits for the end of a reply of which everything that matters has been read. */
const LINGER_MS = 1000

/** The request that waits for the connection to be open. */
interface Opening {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: Error) => void
  /** Whatever certificate the other side shows. */
  readonly trustsAnyone: boolean
}

/** What carries the bytes of a connection. */
export interface Wire {
  /** How many bytes were taken; below 0 where none ever will be. */
  write(data: string | Uint8Array): number
  pause(): unknown
  resume(): unknown
  terminate(): unknown
}

/** One connection to upstream. It carries one request at a time, and many one after the other. */
export class Connection implements Carrier {
  readonly #onFree: (connection: Connection) => void
  #opening: Opening | undefined
  #socket: Wire | undefined
  #exchange: Exchange | undefined
  #unsent: Uint8Array[] | undefined
  /** Open for a while, so that the other side may have closed it unheard. */
  #wasKept = false
  #linger: NodeJS.Timeout | undefined
  #isPaused = false
  isClosed = false

  constructor(onFree: (connection: Connection) => void, opening?: Opening) {
    this.#onFree = onFree
    this.#opening = opening
  }

  opened(socket: Wire): void {
    this.#socket = socket
    // Nobody waits for it any more.
    if (this.isClosed) socket.terminate()
  }

  get trustsAnyone(): boolean {
    return this.#opening?.trustsAnyone === true
  }

  /** The connection is open: the request that waits for it may go out. */
  ready(): void {
    this.#opening?.resolve(this)
    this.#opening = undefined
  }

  carry(exchange: Exchange): void {
    this.#exchange = exchange
    exchange.goesOver(this)
    this.#send(exchange.outgoing)
  }

  received(bytes: Buffer): void {
    const exchange = this.#exchange
    // No request is open: whatever it is, it must not become the beginning of the next reply.
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
    if (this.#unsent !== undefined) this.#flush(this.#unsent)
  }

  closed(error: Error | undefined): void {
    this.isClosed = true
    clearTimeout(this.#linger)
    const reason = error ?? new Error('upstream closed the connection')
    this.#opening?.reject(reason)
    this.#opening = undefined
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.lose(asNetworkFailure(reason), this.#wasKept)
  }

  pause(): void {
    this.#isPaused = true
    this.#socket?.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
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

  /** Waits for the next request, which must not find it paused by a reply that came whole before it was read. */
  release(): void {
    this.resume()
    this.#wasKept = true
    this.#onFree(this)
  }

  /** The reply is whole: the connection can be used again unless either side has something left to say. */
  #finish(exchange: Exchange): void {
    this.#exchange = undefined
    if (this.#linger !== undefined) clearTimeout(this.#linger)
    if (exchange.keepsAlive && this.#unsent === undefined) this.release()
    else this.destroy()
  }

  #send({ text, textLength, pieces }: Outgoing): void {
    const sent = this.#socket?.write(text) ?? -1
    if (sent < 0) return this.destroy()
    if (sent === textLength && pieces.length === 0) return
    this.#flush(sent === textLength ? [...pieces] : [Buffer.from(text).subarray(sent), ...pieces])
  }

  /** As much as the other side takes now; the rest when it has room again. */
  #flush(unsent: Uint8Array[]): void {
    this.#unsent = unsent
    for (let [piece] = unsent; piece !== undefined; [piece] = unsent) {
      const sent = this.#socket?.write(piece) ?? -1
      if (sent < 0) return this.destroy()
      if (sent < piece.length) {
        unsent[0] = piece.subarray(sent)
        return
      }
      unsent.shift()
    }
    this.#unsent = undefined
  }
}
