import type { SkimmedWords } from '@weir/dialects/openai-chat/skim/known-chunk'
import type { Usage } from '@weir/dialects/model/usage'
import { roughTokens } from './rough-tokens.ts'

/** Text is handed to the counter in pieces of this size, so that no stream keeps more than this of what it carried. */
const PIECE_CHARACTERS = 16_384
/** A word cut out of a packet keeps the whole packet in memory until it is copied; so many small packets a stream may keep. */
const LOOSE_WORDS = 16
const LONG_WORD = 256
/** Words that came as bytes, until a text is made of them. */
const MAX_WORD_BYTES = 512

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** What most pictures cost where upstream counts nothing. */
export const PICTURE_TOKENS = 1290
/** At three tokens each, no less than the most expensive picture sold, of about 48 000 tokens. */
export const PICTURE_CHARACTERS = 16_384

export type CountTokens = (model: string, text: string) => Promise<number>

/**
 * Counts produced text for the case that upstream reports no usage. Short answers are never counted unless needed;
 * long ones are counted piece by piece while they run, off the event loop.
 */
export class TextMeter {
  readonly #model: string
  readonly #count: CountTokens
  #pending = ''
  readonly #loose: string[] = []
  #words: Uint8Array | undefined
  #wordsLength = 0
  #characters = 0
  #rough = 0
  /** So much of what is pending is in the rough figure. */
  #roughCharacters = 0
  #pictures = 0
  /** The figures that stood when the newest text came. */
  #reportedBefore: Usage | undefined
  readonly #counts: Promise<number>[] = []

  constructor(model: string, count: CountTokens) {
    this.#model = model
    this.#count = count
  }

  readonly characters = (): number => this.#characters

  /** About as much as `total`, at once and without the counter. */
  roughTotal(): number {
    this.#gather()
    this.#roughen()
    return this.#rough + this.#pictures * PICTURE_TOKENS
  }

  /** `reported` is what upstream had said by then. */
  add(text: string, reported?: Usage): void {
    this.#reportedBefore = reported
    this.#characters += text.length
    if (this.#wordsLength > 0) this.#gather()
    this.#loose.push(text)
    if (this.#loose.length < LOOSE_WORDS && text.length < LONG_WORD) return
    this.#gather()
    this.#countPiece()
  }

  /** The same of words that were read as bytes. */
  addWords({ bytes, length, characters }: SkimmedWords, reported?: Usage): void {
    if (length > MAX_WORD_BYTES) return this.add(decoder.decode(bytes.subarray(0, length)), reported)
    this.#reportedBefore = reported
    this.#characters += characters
    if (this.#loose.length > 0 || this.#wordsLength + length > MAX_WORD_BYTES) {
      this.#gather()
      this.#countPiece()
    }
    const words = (this.#words ??= new Uint8Array(MAX_WORD_BYTES))
    for (let at = 0; at < length; at++) words[this.#wordsLength + at] = bytes[at] ?? 0
    this.#wordsLength += length
  }

  /** It has no words to count, but its tokens are produced and charged like theirs. */
  addPicture(reported?: Usage): void {
    this.#reportedBefore = reported
    this.#characters += PICTURE_CHARACTERS
    this.#pictures++
  }

  /** Texts and words are never kept side by side, so that their order is known. */
  #gather(): void {
    const text = this.#wordsLength > 0 ? decoder.decode(this.#words?.subarray(0, this.#wordsLength)) : this.#loose.join('')
    this.#pending += text
    this.#loose.length = 0
    this.#wordsLength = 0
  }

  #countPiece(): void {
    if (this.#pending.length < PIECE_CHARACTERS) return
    this.#counts.push(this.#count(this.#model, this.#pending))
    this.#roughen()
    this.#pending = ''
    this.#roughCharacters = 0
  }

  #roughen(): void {
    this.#rough += roughTokens(this.#pending.slice(this.#roughCharacters))
    this.#roughCharacters = this.#pending.length
  }

  readonly hasTextAfter = (usage: Usage): boolean => this.#reportedBefore === usage

  async total(): Promise<number> {
    this.#gather()
    const rest = this.#pending === '' ? 0 : this.#count(this.#model, this.#pending)
    const counts = await Promise.all([...this.#counts, rest])
    return counts.reduce((sum, count) => sum + count, this.#pictures * PICTURE_TOKENS)
  }
}
