/** Holds requests back until the test lets them go on. */
export class Gate {
  #waiters: (() => void)[] = []
  #isOpen = false

  get waiting(): number {
    return this.#waiters.length
  }

  /** Lets every waiting request take one step. */
  go(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
  }

  /** No request waits from now on. */
  open(): void {
    this.#isOpen = true
    this.go()
  }

  async turn(): Promise<void> {
    if (!this.#isOpen) await new Promise<void>((resolve) => this.#waiters.push(resolve))
  }
}
