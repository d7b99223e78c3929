import { approximateTokens } from '@weir/dialects/model/usage'
import type { Clock, Ports } from '@weir/relay/ports'

/** The worker is asked at most this long; a count that does not come is replaced by one from the size of the text. */
const PATIENCE_MS = 5000
/** The first count has to read a table of fifty megabytes, which a gateway whose providers all report their usage never needs. */
const FIRST_PATIENCE_MS = 30_000
/** A worker that dies at every count must not be started for every count. */
const REST_MS = 10_000

export interface CountRequest {
  readonly id: number
  readonly model: string
  readonly text: string
}

export interface CountReply {
  readonly id: number
  /** Undefined when the text could not be counted. */
  readonly tokens: number | undefined
}

export interface TokenCounter {
  readonly count: Ports['countTokens']
  readonly stop: () => void
}

const openWorker = (): Worker => new Worker(new URL('./token-counter-worker.ts', import.meta.url).href)

/** Counts tokens in a thread of its own. A thread that dies is replaced; what it owed is answered from the size of the text. */
export const createTokenCounter = (clock: Clock, open: () => Worker = openWorker): TokenCounter => {
  const waiting = new Map<number, (tokens: number | undefined) => void>()
  let worker: Worker | undefined
  let restsUntil = 0
  let lastId = 0
  let hasAnswered = false
  let isStopped = false

  const bury = (dead: Worker): void => {
    if (worker !== dead) return
    worker = undefined
    restsUntil = clock() + REST_MS
    for (const answer of waiting.values()) answer(undefined)
  }

  const start = (): Worker => {
    const started = open()
    hasAnswered = false
    started.addEventListener('message', (event: MessageEvent<CountReply>) => {
      hasAnswered = true
      waiting.get(event.data.id)?.(event.data.tokens)
    })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      started.terminate()
      bury(started)
    })
    started.addEventListener('close', () => bury(started))
    started.unref()
    return started
  }

  const running = (): Worker | undefined => {
    if (isStopped || clock() < restsUntil) return undefined
    return (worker ??= start())
  }

  const ask = (model: string, text: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      const asked = running()
      if (asked === undefined) return resolve(undefined)
      const id = ++lastId
      const answer = (tokens: number | undefined): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(tokens)
      }
      const timer = setTimeout(() => answer(undefined), hasAnswered ? PATIENCE_MS : FIRST_PATIENCE_MS)
      waiting.set(id, answer)
      asked.postMessage({ id, model, text } satisfies CountRequest)
    })

  return {
    count: async (model, text) => (await ask(model, text)) ?? approximateTokens(Buffer.byteLength(text)),
    stop: () => {
      isStopped = true
      worker?.terminate()
    },
  }
}
