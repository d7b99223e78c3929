import type { StartTimer } from './ports.ts'

export type CutReason = 'too-slow' | 'caller-gone'

/** One connection to upstream: it ends when the caller leaves or a deadline passes, and knows which of the two it was. */
export class UpstreamLink {
  readonly #controller = new AbortController()
  readonly #callerSignal: AbortSignal
  readonly #startTimer: StartTimer
  readonly #onCallerGone = (): void => this.#cut('caller-gone')
  #cancelTimer: (() => void) | undefined
  #reason: CutReason | undefined

  constructor(callerSignal: AbortSignal, startTimer: StartTimer) {
    this.#callerSignal = callerSignal
    this.#startTimer = startTimer
    if (callerSignal.aborted) this.#cut('caller-gone')
    else callerSignal.addEventListener('abort', this.#onCallerGone, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get cutReason(): CutReason | undefined {
    return this.#reason
  }

  /** Waits for something that must come within the given time. */
  async within<T>(ms: number, work: Promise<T>): Promise<T> {
    this.#cancelTimer = this.#startTimer(ms, () => this.#cut('too-slow'))
    try {
      return await work
    } finally {
      this.#cancelTimer()
      this.#cancelTimer = undefined
    }
  }

  callerLeft(): void {
    this.#cut('caller-gone')
  }

  close(): void {
    this.#callerSignal.removeEventListener('abort', this.#onCallerGone)
    this.#cancelTimer?.()
    this.#controller.abort()
  }

  #cut(reason: CutReason): void {
    this.#reason ??= reason
    this.#controller.abort()
  }
}
