/** Upstreams have been seen to tell an end twice. */
const REMEMBERED = 1000

/** What has ended of late, by id. Something without an id cannot be told from the next without one, so it is never remembered. */
export class RecentEnds {
  readonly #ids = new Set<string>()

  add(id: string): void {
    if (id === '') return
    this.#ids.add(id)
    if (this.#ids.size <= REMEMBERED) return
    for (const oldest of this.#ids) {
      this.#ids.delete(oldest)
      return
    }
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** The id is used anew. */
  forget(id: string): void {
    this.#ids.delete(id)
  }
}
