import { approximateTokens } from '@weir/dialects/model/usage'
import type { Ports } from '@weir/relay/ports'

/** The worker is asked at most this long; a count that does not come is replaced by one from the size of the text. */
const PATIENCE_MS = 5000

export interface CountRequest {
  readonly id: number
  readonly model: string
  readonly text: string
}

export interface CountReply {
  readonly id: number
  readonly tokens: number
}

/** Counts tokens in a thread of its own, started when the first count is needed: the tables are large and rarely used. */
export const createTokenCounter = (): { readonly count: Ports['countTokens']; readonly stop: () => void } => {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, (tokens: number) => void>()

  const start = (): Worker => {
    const started = new Worker(new URL('./token-counter-worker.ts', import.meta.url).href)
    started.addEventListener('message', (event: MessageEvent<CountReply>) => waiting.get(event.data.id)?.(event.data.tokens))
    started.unref()
    return started
  }

  const count = (model: string, text: string): Promise<number> =>
    new Promise((resolve) => {
      const id = ++lastId
      const settle = (tokens: number): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(tokens)
      }
      const timer = setTimeout(() => settle(approximateTokens(Buffer.byteLength(text))), PATIENCE_MS)
      waiting.set(id, settle)
      worker ??= start()
      worker.postMessage({ id, model, text } satisfies CountRequest)
    })

  return { count, stop: () => worker?.terminate() }
}
