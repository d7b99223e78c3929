import type { CountReply, CountRequest } from './token-counter.ts'

declare const self: Worker

type Count = (text: string, options: { readonly disallowedSpecial: Set<string> }) => number

/** The tables are large: each is read when the first text needs it. */
const tables: Readonly<Record<'cl100k' | 'o200k', () => Promise<{ readonly countTokens: Count }>>> = {
  cl100k: () => import('gpt-tokenizer/encoding/cl100k_base'),
  o200k: () => import('gpt-tokenizer/encoding/o200k_base'),
}

/** Only these generations still use the older table; for every other vendor the newer one is the better guess. */
const tableOf = (model: string): keyof typeof tables => (/^(gpt-3\.5|gpt-4(?!o|\.)|text-embedding-)/.test(model) ? 'cl100k' : 'o200k')

/** What looks like a control token is a caller's text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() }

const countIn = async ({ id, model, text }: CountRequest): Promise<CountReply> => {
  try {
    const { countTokens } = await tables[tableOf(model)]()
    return { id, tokens: countTokens(text, AS_TEXT) }
  } catch {
    return { id, tokens: undefined }
  }
}

self.addEventListener('message', (event: MessageEvent<CountRequest>) => void countIn(event.data).then((reply) => self.postMessage(reply)))
