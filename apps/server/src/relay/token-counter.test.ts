import { approximateTokens } from '@weir/dialects/model/usage'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { afterAll, describe, expect, it } from 'bun:test'
import { createTokenCounter, type CountReply, type CountRequest } from './token-counter.ts'

/** The same numbers every time. */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

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

interface Timer {
  readonly at: number
  readonly fire: () => void
}

const counterWith = (onRequest: (request: CountRequest, worker: FakeWorker, started: number) => void) => {
  const workers: FakeWorker[] = []
  const timers = new Set<Timer>()
  let now = 0
  const counter = createTokenCounter({
    clock: () => now,
    startTimer: (ms, fire) => {
      const timer = { at: now + ms, fire }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    open: () => {
      const started = workers.length + 1
      const worker = new FakeWorker((request, self) => onRequest(request, self, started))
      workers.push(worker)
      return worker as unknown as Worker
    },
  })
  const wait = (ms: number): void => {
    const until = now + ms
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
      if (next === undefined) break
      now = next.at
      timers.delete(next)
      next.fire()
    }
    now = until
  }
  return { counter, workers, wait, timers }
}

const settled = async (work: Promise<number>): Promise<number | 'waits'> =>
  await Promise.race([work, nextTurn().then(() => 'waits' as const)])

describe('a counting thread that dies', () => {
  it('leaves its text to the estimate, and the others are counted by the next thread', async () => {
    const { counter, workers } = counterWith(({ id }, worker, started) => void (started === 2 && worker.answer(id, 7)))
    const pending = [counter.count('m', TEXT), counter.count('m', TEXT), counter.count('m', TEXT)]
    workers[0]?.die()
    expect(await Promise.all(pending)).toEqual([estimate, 7, 7])
    expect([workers[0]?.isTerminated, workers.length]).toEqual([true, 2])
  })

  it('is replaced, but not for every count', async () => {
    const { counter, workers, wait } = counterWith(({ id }, worker, started) => (started <= 2 ? worker.die() : worker.answer(id, 7)))
    for (let count = 0; count < 4; count++) expect(await counter.count('m', TEXT)).toBe(estimate)
    expect(workers).toHaveLength(2)
    wait(10_000)
    expect(await counter.count('m', TEXT)).toBe(7)
    expect(workers).toHaveLength(3)
  })

  it('is noticed as well when it just ends', async () => {
    const { counter, workers } = counterWith(() => undefined)
    const pending = counter.count('m', TEXT)
    workers[0]?.dispatchEvent(new Event('close'))
    expect(await pending).toBe(estimate)
  })
})

describe('a counting thread that hangs', () => {
  const isPoison = ({ text }: CountRequest) => text.startsWith('poison')

  it('is ended after two seconds and costs the others nothing but these', async () => {
    const { counter, workers, wait } = counterWith((request, worker) => void (!isPoison(request) && worker.answer(request.id, 9)))
    expect(await counter.count('m', TEXT)).toBe(9)
    const poisoned = counter.count('m', 'poison')
    const next = counter.count('m', TEXT)
    wait(1999)
    expect([await settled(poisoned), await settled(next), workers.length]).toEqual(['waits', 'waits', 1])
    wait(1)
    expect([await poisoned, await next, workers.length]).toEqual([3, 9, 2])
    expect(workers[0]?.isTerminated).toBe(true)
  })

  it('may take longer to read its table, but no text waits more than nine seconds for that', async () => {
    let first: CountRequest | undefined
    const { counter, workers, wait } = counterWith((request, worker) => {
      if (first === undefined) first = request
      else worker.answer(request.id, 3)
    })
    const [early, late] = [counter.count('m', TEXT), counter.count('m', TEXT)]
    wait(8999)
    expect([await settled(early), await settled(late)]).toEqual(['waits', 'waits'])
    wait(1)
    expect([await early, await late]).toEqual([estimate, estimate])
    wait(14_000)
    workers[0]?.answer(first?.id ?? 0, 3)
    expect([await counter.count('m', TEXT), workers.length, workers[0]?.isTerminated]).toEqual([3, 1, false])
  })

  it('is waited for three seconds at most once the server is stopping', async () => {
    const { counter, wait, timers } = counterWith(() => undefined)
    const [early, late] = [counter.count('m', TEXT), counter.count('m', TEXT)]
    wait(4000)
    counter.hurry()
    const last = counter.count('m', TEXT)
    wait(1999)
    expect([await settled(early), await settled(late)]).toEqual(['waits', 'waits'])
    wait(1)
    expect([await early, await late, await settled(last)]).toEqual([estimate, estimate, 'waits'])
    wait(1000)
    expect(await last).toBe(estimate)
    expect(timers.size).toBe(1)
  })

  it('is ended as well when its table does not come within half a minute', async () => {
    const { counter, workers, wait } = counterWith(() => undefined)
    void counter.count('m', TEXT)
    wait(30_000)
    expect(workers[0]?.isTerminated).toBe(true)
  })
})

describe('a long text', () => {
  const LONG = 'a'.repeat(1_000_000)

  it('goes to the thread in slices, and a short one goes in between', async () => {
    const sizes: number[] = []
    const requests: { readonly id: number; readonly worker: FakeWorker }[] = []
    const { counter } = counterWith(({ id, text }, worker) => {
      sizes.push(text.length)
      requests.push({ id, worker })
    })
    const [long, short] = [counter.count('m', LONG), counter.count('m', TEXT)]
    for (let request = requests.shift(); request !== undefined; request = requests.shift()) request.worker.answer(request.id, 1)
    expect([await long, await short]).toEqual([62, 1])
    expect(sizes.slice(0, 3)).toEqual([16_384, TEXT.length, 16_384])
    expect(Math.max(...sizes)).toBe(16_384)
  })

  it('is taken by its size once it has used up its working time', async () => {
    const harness = counterWith(({ id, text }, worker) => {
      if (text !== TEXT) harness.wait(500)
      worker.answer(id, 0)
    })
    await harness.counter.count('m', TEXT)
    expect(await harness.counter.count('m', LONG)).toBe(approximateTokens(1_000_000 - 3 * 16_384))
  })

  it('is taken by its size beyond four million characters', async () => {
    const { counter } = counterWith(({ id }, worker) => worker.answer(id, 0))
    const counted = Math.ceil(4_000_000 / 16_384) * 16_384
    expect(await counter.count('m', 'a'.repeat(5_000_000))).toBe(approximateTokens(5_000_000 - counted))
  })
})

describe('a counting thread', () => {
  it('is started by the first count and kept, and leaves no timer behind', async () => {
    const { counter, workers, timers } = counterWith(({ id }, worker) => worker.answer(id, 3))
    expect(workers).toEqual([])
    expect([await counter.count('m', TEXT), await counter.count('m', TEXT), workers.length]).toEqual([3, 3, 1])
    expect(timers.size).toBe(0)
  })

  it('is not started again once everything ends', async () => {
    const { counter, workers } = counterWith(() => undefined)
    const pending = counter.count('m', TEXT)
    counter.stop()
    expect([await pending, await counter.count('m', TEXT)]).toEqual([estimate, estimate])
    expect(workers).toHaveLength(1)
  })
})

describe('the real thread', () => {
  const worker = new Worker(new URL('./token-counter-worker.ts', import.meta.url).href)
  afterAll(() => worker.terminate())

  const ask = (text: string, table: CountRequest['table'] = 'o200k'): Promise<number | undefined> =>
    new Promise((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<CountReply>) => resolve(event.data.tokens), { once: true })
      worker.postMessage({ id: 1, table, text } satisfies CountRequest)
    })

  it('counts, also what looks like a control token', async () => {
    expect([await ask('hello world'), await ask('a <|endoftext|> b')]).toEqual([2, 9])
  })

  it('says so when it cannot count, and goes on', async () => {
    expect([await ask(undefined as unknown as string), await ask('hello world')]).toEqual([undefined, 2])
  })

  it('counts a long text in pieces to the same figure as in one', async () => {
    const prose = "It's a weir, isn't it? 水坝 lets the river pass; 1234567 litres a day.\n\n  - measured,\tnot guessed!\n".repeat(60)
    const code = 'const x = [1, 2, 3].map((n) => n * 2);\r\nif (x.length > 0) { return "ok" }\r\n\r\n'.repeat(60)
    expect([await ask(prose), await ask(code)]).toEqual([1800, 2160])
    expect([await ask(prose, 'cl100k'), await ask(code, 'cl100k')]).toEqual([2040, 2160])
  })

  it('takes no text longer than others of its length', async () => {
    const random = randomFrom(7)
    const fromRange = (first: number, size: number) => () => String.fromCodePoint(first + Math.floor(random() * size))
    const hostile: Readonly<Record<string, () => string>> = {
      letter: () => 'a',
      spaces: () => ' ',
      lines: () => '\n',
      'spaces and lines': () => (random() < 0.5 ? ' ' : '\n'),
      dashes: () => '-',
      emoji: fromRange(0x1_f6_00, 80),
      chinese: fromRange(0x4e_00, 20_000),
      base64: () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'[Math.floor(random() * 64)] ?? '',
      bytes: fromRange(0, 256),
      'combining marks': fromRange(0x3_00, 0x70),
      'half a pair': () => '\ud800',
    }
    for (const [name, next] of Object.entries(hostile)) {
      let text = ''
      while (text.length < 100_000) text += next()
      const before = process.cpuUsage()
      expect(await ask(text), name).toBeGreaterThan(0)
      const { user, system } = process.cpuUsage(before)
      // Some tenths of a second where it is linear; in one piece, the tokenizer works for several seconds on each.
      expect((user + system) / 1000, name).toBeLessThan(3000)
    }
  }, 180_000)
})
