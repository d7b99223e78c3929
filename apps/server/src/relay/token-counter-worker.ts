import type { CountReply, CountRequest } from './token-counter.ts'
import { pieceEnd, type TokenTable } from './token-text.ts'

declare const self: Worker

interface Table {
  readonly countTokens: (text: string, options: { readonly disallowedSpecial: Set<string> }) => number
  readonly setMergeCacheSize: (size: number) => void
}

/**
 * The tokenizer's work grows with the square of a run that has no break: one million times the same letter would take it a quarter
 * of an hour. In pieces of this size every text is counted in a time that grows with its length.
 */
const PIECE_CHARACTERS = 256
/** The tokenizer remembers this many words, each at most as long as a piece; its own default would be worth hundreds of megabytes. */
const REMEMBERED_WORDS = 10_000

/** The tables are large: each is read when the first text needs it. */
const load: Readonly<Record<TokenTable, () => Promise<Table>>> = {
  cl100k: () => import('gpt-tokenizer/encoding/cl100k_base'),
  o200k: () => import('gpt-tokenizer/encoding/o200k_base'),
}

/** What looks like a control token is a caller's text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() }

const countIn = async ({ id, table, text }: CountRequest): Promise<CountReply> => {
  try {
    const { countTokens, setMergeCacheSize } = await load[table]()
    setMergeCacheSize(REMEMBERED_WORDS)
    let tokens = 0
    for (let from = 0; from < text.length;) {
      const end = pieceEnd(text, from, PIECE_CHARACTERS)
      tokens += countTokens(text.slice(from, end), AS_TEXT)
      from = end
    }
    return { id, tokens }
  } catch {
    return { id, tokens: undefined }
  }
}

self.addEventListener('message', (event: MessageEvent<CountRequest>) => void countIn(event.data).then((reply) => self.postMessage(reply)))
