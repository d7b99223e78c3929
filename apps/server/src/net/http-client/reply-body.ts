import type { ByteReader, PieceListener } from '@weir/relay/ports'
import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'

type Piece = Awaited<ReturnType<ByteReader['read']>>

interface Waiting {
  readonly resolve: (piece: Piece) => void
  readonly reject: (error: Error) => void
}

/** How the body speaks to the connection it comes over. */
export interface BodySource {
  pause(): void
  resume(): void
  /** The rest will not be read. `mayLinger`: all that mattered has been read, so the connection is worth keeping if the end is near. */
  abandon(mayLinger: boolean): void
}

/** More than this, unread, and upstream is made to wait. */
const MAX_UNREAD = 256 * 1024

const END: Piece = { done: true }

/** What has come of a body and has not been read yet. A read takes all of it at once. */
export class ReplyBody implements ByteReader {
  readonly #source: BodySource
  #unread: Uint8Array[] = []
  #unreadLength = 0
  #waiting: Waiting | undefined
  #listener: PieceListener | undefined
  #wantsAll = false
  #isPaused = false
  #hasEnded = false
  #isLeft = false
  #failure: Error | undefined

  constructor(source: BodySource) {
    this.#source = source
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#isLeft) return
    if (this.#listener !== undefined) {
      if (!this.#listener.piece(bytes)) this.#listener = undefined
      return
    }
    if (this.#waiting !== undefined && !this.#wantsAll) {
      this.#answer({ done: false, value: bytes })
      return
    }
    this.#unread.push(bytes)
    this.#unreadLength += bytes.length
    if (this.#unreadLength <= MAX_UNREAD || this.#wantsAll || this.#isPaused) return
    this.#isPaused = true
    this.#source.pause()
  }

  /** The connection belongs to the next request from now on. */
  end(): void {
    this.#hasEnded = true
    this.#isPaused = false
    if (this.#waiting !== undefined) this.#answer(this.#wantsAll ? this.#takeAll() : END)
    this.#stopFollowing()?.ended()
  }

  fail(error: Error): void {
    this.#failure = error
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
    this.#stopFollowing()?.failed()
  }

  read(): Promise<Piece> {
    if (this.#unreadLength > 0) return Promise.resolve(this.#takeAll())
    if (this.#hasEnded) return Promise.resolve(END)
    return this.#wait()
  }

  follow(listener: PieceListener): void {
    if (this.#unreadLength > 0 && !listener.piece(this.#take())) return
    if (this.#hasEnded) listener.ended()
    else if (this.#failure === undefined) this.#listener = listener
    else listener.failed()
  }

  /** The whole body, at once where it has come. Only for one that has said how long it is: nothing limits it here. */
  bytes(): Uint8Array | Promise<Uint8Array> {
    this.#wantsAll = true
    if (this.#hasEnded) return joinBytes(this.#unread)
    this.#resume()
    return this.#wait().then(({ value }) => value ?? NO_BYTES)
  }

  leave(): void {
    this.#isLeft = true
    if (!this.#hasEnded && this.#failure === undefined) this.#source.abandon(true)
  }

  cancel(): void {
    this.#isLeft = true
    if (!this.#hasEnded && this.#failure === undefined) this.#source.abandon(false)
  }

  /** For readers of a stream. */
  asStream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { value } = await this.read()
          if (value === undefined) controller.close()
          else controller.enqueue(value)
        },
        cancel: () => this.cancel(),
      },
      { highWaterMark: 0 },
    )
  }

  /** Who was told of the end is told nothing more. */
  #stopFollowing(): PieceListener | undefined {
    const listener = this.#listener
    this.#listener = undefined
    return listener
  }

  #wait(): Promise<Piece> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  #answer(piece: Piece): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(piece)
  }

  #takeAll(): Piece {
    return { done: false, value: this.#take() }
  }

  #take(): Uint8Array {
    const bytes = joinBytes(this.#unread)
    this.#unread = []
    this.#unreadLength = 0
    this.#resume()
    return bytes
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#source.resume()
  }
}
