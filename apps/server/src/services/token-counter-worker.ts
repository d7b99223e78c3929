import type { CountReply, CountRequest } from './token-counter.ts'

declare const self: Worker

type Count = (text: string) => number

/** The tables are large: each is read when the first text needs it. */
const tables: Readonly<Record<'cl100k' | 'o200k', () => Promise<{ readonly countTokens: Count }>>> = {
  cl100k: () => import('gpt-tokenizer/encoding/cl100k_base'),
  o200k: () => import('gpt-tokenizer/encoding/o200k_base'),
}

/** Only these generations still use the older table; for every other vendor the newer one is the better guess. */
const tableOf = (model: string): keyof typeof tables => (/^(gpt-3\.5|gpt-4(?!o|\.)|text-embedding-)/.test(model) ? 'cl100k' : 'o200k')

self.addEventListener('message', (event: MessageEvent<CountRequest>) => {
  const { id, model, text } = event.data
  void tables[tableOf(model)]().then(({ countTokens }) => self.postMessage({ id, tokens: countTokens(text) } satisfies CountReply))
})
