interface Member {
  readonly call: () => void
  /** Where it stands; -1 once it has left. */
  at: number
}

/** Callbacks that come and go with every request: the last one takes the place of one that leaves, which costs a fifth of what a set does. */
export class Callbacks {
  readonly #members: Member[] = []

  get isEmpty(): boolean {
    return this.#members.length === 0
  }

  /** Returns how to take it out again. The same function may be added twice. */
  add(call: () => void): () => void {
    const member: Member = { call, at: this.#members.length }
    this.#members.push(member)
    return () => this.#remove(member)
  }

  /** All that are there, in no particular order, but for those that another one takes out before their turn. */
  callAll(): void {
    for (const member of this.#members.slice()) if (member.at !== -1) member.call()
  }

  #remove(member: Member): void {
    const { at } = member
    const last = at === -1 ? undefined : this.#members.pop()
    if (last === undefined) return
    member.at = -1
    if (last === member) return
    this.#members[at] = last
    last.at = at
  }
}
