/** Work that is under way, so that an end can wait for it. */
export class AtWork {
  readonly #works = new Set<Promise<unknown>>()

  add<T>(work: Promise<T>): Promise<T> {
    this.#works.add(work)
    const forget = () => void this.#works.delete(work)
    work.then(forget, forget)
    return work
  }

  /** Whoever began it hears of its failures. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#works)
  }
}
