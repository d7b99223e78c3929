/** Callbacks that come and go with every request. */
export class Callbacks {
  readonly #members = new Set<{ readonly call: () => void }>()

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** Returns how to take it out again. The same function may be added twice. */
  add(call: () => void): () => void {
    const member = { call }
    this.#members.add(member)
    return () => void this.#members.delete(member)
  }

  /** All that are there, in the order they came, but for those that another one takes out before their turn. */
  callAll(): void {
    for (const member of Array.from(this.#members)) if (this.#members.has(member)) member.call()
  }
}
