const QUOTE = 34
const BACKSLASH = 92
const BLANK = 32

/** More words than one packet brings. */
const MAX_WORDS = 65_536

/** Words as they stand in the packet, in UTF-8. */
export interface SkimmedWords {
  readonly bytes: Uint8Array
  readonly length: number
  /** As a text counts them. */
  readonly characters: number
}

/** One for all streams: whoever is told of words copies them before the next packet is looked at. */
const skimmed = { bytes: new Uint8Array(MAX_WORDS), length: 0, characters: 0 }

const encoder = new TextEncoder()

const isAt = (literal: Uint8Array, bytes: Uint8Array, at: number): boolean => {
  if (at + literal.length > bytes.length) return false
  for (let place = 0; place < literal.length; place++) if (bytes[at + place] !== literal[place]) return false
  return true
}

/** Stands in JSON for itself. */
const isPlain = (byte: number): boolean => byte >= BLANK && byte !== QUOTE && byte !== BACKSLASH

/** Bytes that continue a letter count for nothing, and the letters of four bytes are two characters. */
const charactersAt = (byte: number): number => {
  if (byte < 128) return 1
  if (byte < 192) return 0
  return byte < 240 ? 1 : 2
}

/** What stands around the text of all chunks of a stream. Compared by bytes: no text is made of what is only passed on. */
export class KnownChunk {
  readonly #before: Uint8Array
  readonly #after: Uint8Array
  readonly #afterPadding: Uint8Array

  /** `after` ends where padding begins; `afterPadding` is empty where there is none. */
  constructor({ before, after, afterPadding }: { readonly before: string; readonly after: string; readonly afterPadding: string }) {
    this.#before = encoder.encode(before)
    this.#after = encoder.encode(after)
    this.#afterPadding = encoder.encode(afterPadding)
  }

  /** The words of all chunks in a packet; undefined where it holds anything else, or words that JSON writes in another way. */
  skim(packet: Uint8Array): SkimmedWords | undefined {
    if (packet.length === 0 || packet.length > MAX_WORDS) return undefined
    skimmed.length = 0
    skimmed.characters = 0
    for (let at = 0; at < packet.length;) {
      if (!isAt(this.#before, packet, at)) return undefined
      at = this.#endOfWords(packet, at + this.#before.length)
      if (at === -1 || !isAt(this.#after, packet, at)) return undefined
      at = this.#endOfChunk(packet, at + this.#after.length)
      if (at === -1) return undefined
    }
    return skimmed
  }

  #endOfChunk(packet: Uint8Array, from: number): number {
    if (this.#afterPadding.length === 0) return from
    let at = from
    while (isPlain(packet[at] ?? 0)) at++
    return isAt(this.#afterPadding, packet, at) ? at + this.#afterPadding.length : -1
  }

  #endOfWords(packet: Uint8Array, from: number): number {
    const words = skimmed.bytes
    let { length, characters } = skimmed
    for (let at = from; at < packet.length; at++) {
      const byte = packet[at] ?? 0
      if (!isPlain(byte)) {
        skimmed.length = length
        skimmed.characters = characters
        return at
      }
      words[length++] = byte
      characters += charactersAt(byte)
    }
    return -1
  }
}
