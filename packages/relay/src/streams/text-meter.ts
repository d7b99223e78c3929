/** Text is handed to the counter in pieces of this size, so that no stream keeps more than this of what it carried. */
const PIECE_CHARACTERS = 16_384

export type CountTokens = (model: string, text: string) => Promise<number>

/**
 * Counts produced text for the case that upstream reports no usage. Short answers are never counted unless needed;
 * long ones are counted piece by piece while they run, off the event loop.
 */
export class TextMeter {
  readonly #model: string
  readonly #count: CountTokens
  #pending = ''
  #characters = 0
  readonly #counts: Promise<number>[] = []

  constructor(model: string, count: CountTokens) {
    this.#model = model
    this.#count = count
  }

  readonly characters = (): number => this.#characters

  add(text: string): void {
    this.#characters += text.length
    this.#pending += text
    if (this.#pending.length < PIECE_CHARACTERS) return
    this.#counts.push(this.#count(this.#model, this.#pending))
    this.#pending = ''
  }

  async total(): Promise<number> {
    const rest = this.#pending === '' ? 0 : this.#count(this.#model, this.#pending)
    const counts = await Promise.all([...this.#counts, rest])
    return counts.reduce((sum, count) => sum + count, 0)
  }
}
