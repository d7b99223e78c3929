/** The end of a stream, told to everyone who waits for it, and at once to those who ask afterwards. */
export class StreamEnd {
  #waiting: (() => void)[] | undefined = []

  onEnd = (listener: () => void): void => {
    if (this.#waiting === undefined) listener()
    else this.#waiting.push(listener)
  }

  tell = (): void => {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const listener of waiting) listener()
  }
}
