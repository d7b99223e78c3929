import { approximateTokens } from '@weir/dialects/model/usage'
import { afterAll, describe, expect, it } from 'bun:test'
import { createTokenCounter, type CountReply, type CountRequest } from './token-counter.ts'

const TEXT = 'A weir lets the river pass.'
const estimate = approximateTokens(Buffer.byteLength(TEXT))

/** A thread that does as told with each request; it never leaves this one. */
class FakeWorker extends EventTarget {
  readonly #onRequest: (request: CountRequest, worker: FakeWorker) => void
  isTerminated = false

  constructor(onRequest: (request: CountRequest, worker: FakeWorker) => void) {
    super()
    this.#onRequest = onRequest
  }

  postMessage(request: CountRequest): void {
    this.#onRequest(request, this)
  }

  answer(id: number, tokens: number | undefined): void {
    this.dispatchEvent(new MessageEvent('message', { data: { id, tokens } }))
  }

  die(): void {
    this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
  }

  unref(): void {
    // Nothing holds the process.
  }

  terminate(): void {
    this.isTerminated = true
  }
}

const counterWith = (onRequest: (request: CountRequest, worker: FakeWorker, started: number) => void) => {
  const workers: FakeWorker[] = []
  let now = 0
  const counter = createTokenCounter(
    () => now,
    () => {
      const started = workers.length + 1
      const worker = new FakeWorker((request, self) => onRequest(request, self, started))
      workers.push(worker)
      return worker as unknown as Worker
    },
  )
  return { counter, workers, wait: (ms: number) => (now += ms) }
}

describe('a counting thread that dies', () => {
  it('owes nobody an answer: all who wait get the estimate at once', async () => {
    const { counter, workers } = counterWith(() => undefined)
    const pending = [counter.count('m', TEXT), counter.count('m', TEXT)]
    workers[0]?.die()
    expect(await Promise.all(pending)).toEqual([estimate, estimate])
    expect(workers[0]?.isTerminated).toBe(true)
  })

  it('is replaced, but not for every count', async () => {
    const { counter, workers, wait } = counterWith(({ id }, worker, started) => (started === 1 ? worker.die() : worker.answer(id, 7)))
    expect(await counter.count('m', TEXT)).toBe(estimate)
    expect(await counter.count('m', TEXT)).toBe(estimate)
    expect(workers).toHaveLength(1)
    wait(10_000)
    expect(await counter.count('m', TEXT)).toBe(7)
    expect(workers).toHaveLength(2)
  })

  it('is noticed as well when it just ends', async () => {
    const { counter, workers } = counterWith(() => undefined)
    const pending = counter.count('m', TEXT)
    workers[0]?.dispatchEvent(new Event('close'))
    expect(await pending).toBe(estimate)
  })
})

describe('a counting thread', () => {
  it('is started by the first count and kept', async () => {
    const { counter, workers } = counterWith(({ id }, worker) => worker.answer(id, 3))
    expect(workers).toEqual([])
    expect([await counter.count('m', TEXT), await counter.count('m', TEXT), workers.length]).toEqual([3, 3, 1])
  })

  it('is not started again once everything ends', async () => {
    const { counter, workers } = counterWith(() => undefined)
    counter.stop()
    expect(await counter.count('m', TEXT)).toBe(estimate)
    expect(workers).toEqual([])
  })
})

describe('the real thread', () => {
  const worker = new Worker(new URL('./token-counter-worker.ts', import.meta.url).href)
  afterAll(() => worker.terminate())

  const ask = (text: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<CountReply>) => resolve(event.data.tokens), { once: true })
      worker.postMessage({ id: 1, model: 'gpt-4o', text } satisfies CountRequest)
    })

  it('counts, also what looks like a control token', async () => {
    expect([await ask('hello world'), await ask('a <|endoftext|> b')]).toEqual([2, 9])
  })

  it('says so when it cannot count, and goes on', async () => {
    expect([await ask(undefined as unknown as string), await ask('hello world')]).toEqual([undefined, 2])
  })
})
