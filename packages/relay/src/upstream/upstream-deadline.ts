import { LightAbortController } from './light-abort-signal.ts'
import type { CancelTimer, Ports, StartTimer } from '../ports.ts'
import type { LightAbortSignal } from '../socket.ts'

export type CutReason = 'too-slow' | 'caller-gone' | 'stopping'

/** One connection to upstream: it ends when the caller leaves, a deadline passes or the server stops, and knows which it was. */
export class UpstreamDeadline {
  readonly #switch = new LightAbortController()
  readonly #callerSignal: AbortSignal
  readonly #startTimer: StartTimer
  readonly #onCallerGone = (): void => this.#cut('caller-gone')
  readonly #onTooSlow = (): void => this.#cut('too-slow')
  readonly #forgetCut: () => void
  #cancelTimer: CancelTimer | undefined
  #waitMs = 0
  #reason: CutReason | undefined
  #isFinished = false

  constructor(callerSignal: AbortSignal, ports: Pick<Ports, 'startTimer' | 'shutdown'>) {
    this.#callerSignal = callerSignal
    this.#startTimer = ports.startTimer
    this.#forgetCut = ports.shutdown.onCut(() => this.#cut('stopping'))
    if (ports.shutdown.isAborting()) this.#cut('stopping')
    if (callerSignal.aborted) this.#cut('caller-gone')
    else callerSignal.addEventListener('abort', this.#onCallerGone)
  }

  get signal(): LightAbortSignal {
    return this.#switch
  }

  get cutReason(): CutReason | undefined {
    return this.#reason
  }

  /** Waits for something that must come within the given time, unless it is there. */
  within<T>(ms: number, work: T | Promise<T>): T | Promise<T> {
    if (!(work instanceof Promise)) return work
    this.startWaiting(ms)
    return work.then(
      (value) => {
        this.stopWaiting()
        return value
      },
      (error: unknown) => {
        this.stopWaiting()
        throw error
      },
    )
  }

  startWaiting(ms: number): void {
    this.#waitMs = ms
    this.#cancelTimer = this.#startTimer(ms, this.#onTooSlow)
  }

  /** What was waited for has come, and something else must come. */
  waitAnew(ms: number): void {
    const restart = this.#cancelTimer?.restart
    if (restart !== undefined && ms === this.#waitMs) return restart()
    this.stopWaiting()
    this.startWaiting(ms)
  }

  stopWaiting(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  callerLeft(): void {
    this.#cut('caller-gone')
  }

  /** Upstream has been read to its end: nothing is left to abort. */
  finish(): void {
    this.#isFinished = true
    this.#letGo()
  }

  close(): void {
    // Aborting what has ended would only cost time, on every request.
    if (this.#isFinished) return
    this.#letGo()
    this.#switch.abort()
  }

  #letGo(): void {
    this.#callerSignal.removeEventListener('abort', this.#onCallerGone)
    this.#forgetCut()
    this.#cancelTimer?.()
  }

  #cut(reason: CutReason): void {
    this.#reason ??= reason
    this.#switch.abort()
  }
}
