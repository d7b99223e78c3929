import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import type { CountReply, CountRequest } from './token-counter.ts'

declare const self: Worker

/** Only these generations still use the older table; for every other vendor the newer one is the better guess. */
const isCl100k = (model: string): boolean => /^(gpt-3\.5|gpt-4(?!o|\.)|text-embedding-)/.test(model)

self.addEventListener('message', (event: MessageEvent<CountRequest>) => {
  const { id, model, text } = event.data
  self.postMessage({ id, tokens: (isCl100k(model) ? countCl100k : countO200k)(text) } satisfies CountReply)
})
