interface Member {
  readonly call: () => void
  before: Member | undefined
  after: Member | undefined
  hasLeft: boolean
}

/** Callbacks that come and go with every request, as a chain: to put one into a set and take it out again takes five times as long. */
export class Callbacks {
  #first: Member | undefined

  get isEmpty(): boolean {
    return this.#first === undefined
  }

  /** Returns how to take it out again. */
  add(call: () => void): () => void {
    const member: Member = { call, before: undefined, after: this.#first, hasLeft: false }
    if (this.#first !== undefined) this.#first.before = member
    this.#first = member
    return () => this.#remove(member)
  }

  /** All that are there, in the order they came, but for those that another one takes out before their turn. */
  callAll(): void {
    const members: Member[] = []
    for (let member = this.#first; member !== undefined; member = member.after) members.push(member)
    for (const member of members.toReversed()) if (!member.hasLeft) member.call()
  }

  #remove(member: Member): void {
    if (member.hasLeft) return
    member.hasLeft = true
    if (member.before === undefined) this.#first = member.after
    else member.before.after = member.after
    if (member.after !== undefined) member.after.before = member.before
    // Whoever keeps the way out must not keep everybody who came and went beside it.
    member.before = undefined
    member.after = undefined
  }
}
