const NOTHING = 'null'
const NO_ARGUMENTS = new Set(['', NOTHING])
export const EMPTY_ARGUMENTS = '{}'

/** A piece of a call's arguments as text, also where upstream sends the object itself. */
export const argumentsPiece = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** All of a call's arguments as the text of an object. Where upstream says nothing there is an empty one: clients parse it. */
export const wholeArguments = (value: unknown): string => {
  const text = argumentsPiece(value)
  return NO_ARGUMENTS.has(text.trim()) ? EMPTY_ARGUMENTS : text
}

/** The same for arguments that come in pieces: as long as they may be nothing at all, they are held back. */
export class ArgumentPieces {
  readonly #held = new Map<number, string>()
  readonly #begun = new Set<number>()

  /** Some servers name the call again with every piece. */
  begin(index: number): void {
    if (this.#begun.has(index)) return
    this.#begun.add(index)
    this.#held.set(index, '')
  }

  /** What can be passed on of the arguments of a call. */
  take(index: number, piece: string): string {
    const held = this.#held.get(index)
    if (held === undefined) return piece
    const text = held + piece
    if (NOTHING.startsWith(text.trim())) {
      this.#held.set(index, text)
      return ''
    }
    this.#held.delete(index)
    return text
  }

  /** The calls that have ended without arguments, once each. */
  close(): readonly number[] {
    const indexes = [...this.#held.keys()]
    this.#held.clear()
    return indexes
  }
}
