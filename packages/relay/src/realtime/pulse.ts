import type { Clock, StartTimer } from '../ports.ts'

const LOOK_EVERY_MS = 15_000
/** Three pings without an answer. */
const MAX_SILENCE_MS = 50_000
/** A conversation in which nobody says anything is over. Vendors end theirs after an hour, whatever is said. */
const MAX_IDLE_MS = 15 * 60_000

interface PulseOptions {
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly ping: () => void
  /** How long an answer under way may pause; undefined while there is none. */
  readonly answerPatienceMs: () => number | undefined
  /** Upstream is not read from, so that its silence says nothing. */
  readonly isDeaf: () => boolean
  readonly failed: (why: 'session-idle' | 'upstream-too-slow') => void
}

/** Notices that nobody speaks any more, or that upstream is gone without having said so. */
export class Pulse {
  readonly #options: PulseOptions
  #lastFrameAt: number
  #lastAnswerAt: number
  #lastLifeAt: number
  #cancel: (() => void) | undefined

  constructor(options: PulseOptions) {
    this.#options = options
    this.#lastFrameAt = this.#lastAnswerAt = this.#lastLifeAt = options.clock()
    this.#look()
  }

  callerSpoke(): void {
    this.#lastFrameAt = this.#options.clock()
  }

  upstreamSpoke(): void {
    this.#lastFrameAt = this.#lastAnswerAt = this.#lastLifeAt = this.#options.clock()
  }

  upstreamLives(): void {
    this.#lastLifeAt = this.#options.clock()
  }

  stop(): void {
    this.#cancel?.()
  }

  #look(): void {
    this.#cancel = this.#options.startTimer(LOOK_EVERY_MS, () => {
      if (this.#options.clock() - this.#lastFrameAt > MAX_IDLE_MS) return this.#options.failed('session-idle')
      if (this.#isUpstreamSilent()) return this.#options.failed('upstream-too-slow')
      this.#options.ping()
      this.#look()
    })
  }

  #isUpstreamSilent(): boolean {
    const { clock, answerPatienceMs, isDeaf } = this.#options
    if (isDeaf()) return false
    const now = clock()
    return now - this.#lastLifeAt > MAX_SILENCE_MS || now - this.#lastAnswerAt > (answerPatienceMs() ?? Infinity)
  }
}
