import { KnownChunk, type SkimmedWords } from './known-chunk.ts'
import { CONTENT, endOfString, plainDeltaText, unescaped } from './plain-delta.ts'

const HEAD = 'data: '
const LF = 10
/** OpenAI pads every chunk with random letters. */
const PADDING = '"obfuscation":"'

const decoder = new TextDecoder()

/** A text whose JSON form is the text itself. */
const isSimple = (text: string): boolean => unescaped(text) === text

/**
 * Reads the text off chunks that are nothing but text, a whole packet at a time. Within one stream such chunks differ in their text
 * alone, so what stands around it is remembered: a chunk that begins and ends like one that was parsed is JSON if its text is.
 */
export class DeltaSkimmer {
  #before = ''
  /** From the end of the text to the end of the chunk, or to the padding. */
  #after = ''
  #afterPadding = ''
  /** The same in bytes, once a second chunk was like it. */
  #known: KnownChunk | undefined
  #next = 0

  /** The words of all chunks in a packet where they are like those before; then no text needs to be made of it. */
  skimKnown(bytes: Uint8Array): SkimmedWords | undefined {
    return this.#known?.skim(bytes)
  }

  /** The text of all chunks in a packet; undefined when it holds anything else, or less than whole chunks. */
  skim(bytes: Uint8Array): string | undefined {
    const packet = decoder.decode(bytes)
    // A lone CR is letters to us and the end of a line to the caller.
    if (packet === '' || packet.includes('\r')) return undefined
    let text = ''
    for (this.#next = 0; this.#next < packet.length;) {
      const piece = this.#readKnown(packet, this.#next) ?? this.#read(packet, this.#next)
      if (piece === undefined) return undefined
      text += piece
    }
    return text
  }

  #readKnown(packet: string, at: number): string | undefined {
    if (this.#after === '' || !packet.startsWith(this.#before, at)) return undefined
    const from = at + this.#before.length
    const to = endOfString(packet, from)
    if (to === -1 || !packet.startsWith(this.#after, to)) return undefined
    const end = this.#endAfter(packet, to + this.#after.length)
    const text = unescaped(packet.slice(from, to))
    if (end === -1 || text === undefined) return undefined
    this.#next = end
    this.#known ??= new KnownChunk({ before: this.#before, after: this.#after, afterPadding: this.#afterPadding })
    return text
  }

  #endAfter(packet: string, at: number): number {
    if (this.#afterPadding === '') return at
    const end = packet.indexOf('"', at)
    if (end === -1 || !packet.startsWith(this.#afterPadding, end) || !isSimple(packet.slice(at, end))) return -1
    return end + this.#afterPadding.length
  }

  #read(packet: string, at: number): string | undefined {
    const end = packet.indexOf('\n', at)
    if (end === -1 || packet.charCodeAt(end + 1) !== LF || !packet.startsWith(HEAD, at)) return undefined
    const text = plainDeltaText(packet.slice(at + HEAD.length, end))
    const from = packet.indexOf(CONTENT, at) + CONTENT.length
    if (text !== undefined) this.#remember(packet.slice(at, from), packet.slice(endOfString(packet, from), end + 2))
    this.#next = end + 2
    return text
  }

  #remember(before: string, after: string): void {
    const padding = after.indexOf(PADDING)
    const from = padding + PADDING.length
    this.#known = undefined
    this.#before = before
    this.#after = padding === -1 ? after : after.slice(0, from)
    this.#afterPadding = padding === -1 ? '' : after.slice(endOfString(after, from))
  }
}
