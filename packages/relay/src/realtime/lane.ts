import type { StartTimer } from '../ports.ts'
import type { Socket } from '../socket.ts'

/** Beyond this the sender must wait. A frame of sound has some ten kilobytes. */
const HIGH_BYTES = 1024 * 1024
const LOW_BYTES = 256 * 1024
const LOOK_EVERY_MS = 50
/** A reader that takes nothing for so long is gone. */
const MAX_STALL_MS = 60_000

interface LaneOptions {
  readonly from: Socket
  readonly to: Socket
  /** Passes a frame on, in its turn. */
  readonly pass: (text: string) => void | Promise<void>
  /** Frames are kept here as long as it is so. */
  readonly mustWait?: () => boolean
  readonly startTimer: StartTimer
  readonly failed: (error: unknown) => void
  readonly stalled: () => void
}

/**
 * One direction of a session: frames pass in their order, one at a time, although some must wait for the ledger. While frames wait here or
 * the reader is slow, the sender is not read from, so that neither side can fill the memory.
 */
export class Lane {
  readonly #options: LaneOptions
  #waiting: string[] = []
  #waitingCharacters = 0
  #isPassing = false
  #isPaused = false
  #isClosed = false
  #stalledMs = 0
  #cancelLook: (() => void) | undefined

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** The sender is made to wait: that nothing is heard of it says nothing. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  push(text: string): void {
    if (this.#isClosed) return
    this.#waiting.push(text)
    this.#waitingCharacters += text.length
    this.#passAll()
    this.#regulate()
  }

  close(): void {
    this.#isClosed = true
    this.#waiting = []
    this.#cancelLook?.()
  }

  #passAll(): void {
    while (!this.#isPassing && !this.#isClosed && !this.#mustWait()) {
      const text = this.#waiting.shift()
      if (text === undefined) return
      this.#waitingCharacters -= text.length
      this.#passOne(text)
    }
  }

  #passOne(text: string): void {
    const { pass, failed } = this.#options
    try {
      const work = pass(text)
      if (work === undefined) return
      this.#isPassing = true
      work
        .catch(failed)
        .finally(() => {
          this.#isPassing = false
          this.#passAll()
          this.#regulate()
        })
        .catch(failed)
    } catch (error) {
      failed(error)
    }
  }

  #mustWait(): boolean {
    return this.#options.mustWait?.() === true
  }

  #regulate(): void {
    if (this.#isClosed) return
    const bytes = this.#waitingCharacters + this.#options.to.bufferedBytes()
    const mustWait = this.#mustWait()
    if (!this.#isPaused && (mustWait || bytes > HIGH_BYTES)) this.#hold()
    else if (this.#isPaused && !mustWait && bytes <= LOW_BYTES) this.#letGo()
  }

  #hold(): void {
    this.#isPaused = true
    this.#stalledMs = 0
    this.#options.from.pause()
    this.#look()
  }

  #letGo(): void {
    this.#isPaused = false
    this.#cancelLook?.()
    this.#options.from.resume()
  }

  /** A socket does not always tell when it has been emptied. */
  #look(): void {
    this.#cancelLook = this.#options.startTimer(LOOK_EVERY_MS, () => {
      this.#stalledMs += LOOK_EVERY_MS
      this.#passAll()
      this.#regulate()
      if (!this.#isPaused || this.#isClosed) return
      if (this.#stalledMs >= MAX_STALL_MS) this.#options.stalled()
      else this.#look()
    })
  }
}
