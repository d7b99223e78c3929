const EVERY_MS = 5000
/** About 2000 tokens of English; of other scripts it is reached sooner by the clock. */
const EVERY_CHARACTERS = 8000

/** When a running stream should write down what it has come to: every five seconds or 2000 tokens, and one at a time. */
export class NotePace {
  #lastAt: number
  #lastCharacters = 0
  #isWriting = false

  constructor(startedAt: number) {
    this.#lastAt = startedAt
  }

  isDue(now: number, characters: number): boolean {
    return !this.#isWriting && (now - this.#lastAt >= EVERY_MS || characters - this.#lastCharacters >= EVERY_CHARACTERS)
  }

  /** Counts the next pause from the beginning of this one. */
  async during(write: () => Promise<void>, at: { readonly now: number; readonly characters: number }): Promise<void> {
    this.#isWriting = true
    this.#lastAt = at.now
    this.#lastCharacters = at.characters
    try {
      await write()
    } finally {
      this.#isWriting = false
    }
  }
}
