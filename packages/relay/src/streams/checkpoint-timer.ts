import type { StartTimer } from '../ports.ts'

/** The rest of five seconds is for a timer that fires late and for the commit: the row stands within five. */
const EVERY_MS = 4000
/** About 2000 tokens of English; of other scripts it is reached sooner by the clock. */
const EVERY_CHARACTERS = 8000

/**
 * When a running stream writes down what it has come to: within five seconds of its first words and of whatever followed, also when
 * nothing comes after them, and every 2000 tokens; one at a time. A checkpoint that fails is made up for by the next.
 */
export class CheckpointPace {
  readonly #startTimer: StartTimer
  readonly #write: () => Promise<void>
  #cancelTimer: (() => void) | undefined
  #characters = 0
  #writtenCharacters = 0
  #isWriting = false
  #isStopped = false

  constructor(startTimer: StartTimer, write: () => Promise<void>) {
    this.#startTimer = startTimer
    this.#write = write
    this.#arm()
  }

  /** More has been passed on. */
  advance(characters: number): void {
    this.#characters = characters
    if (characters - this.#writtenCharacters >= EVERY_CHARACTERS) this.#begin()
    else this.#arm()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer?.()
  }

  #arm(): void {
    if (this.#isStopped || this.#isWriting) return
    this.#cancelTimer ??= this.#startTimer(EVERY_MS, () => this.#begin())
  }

  #begin(): void {
    if (this.#isStopped || this.#isWriting) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#isWriting = true
    this.#writtenCharacters = this.#characters
    this.#write().then(
      () => this.#end(this.#characters > this.#writtenCharacters),
      () => this.#end(true),
    )
  }

  #end(isMoreToWrite: boolean): void {
    this.#isWriting = false
    if (isMoreToWrite) this.#arm()
  }
}
