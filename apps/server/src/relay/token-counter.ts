import { approximateTokens } from '@weir/dialects/model/usage'
import type { Clock, Ports, StartTimer } from '@weir/relay/ports'
import { tokenCounterThread } from '../process/own-files.ts'
import { pieceEnd, tokenTableOf, type TokenTable } from './token-text.ts'

/** What is not counted by then is replaced by a figure from its size. Shorter than the time a stopping server gives a cut stream. */
const PATIENCE_MS = 3000
/** How long the thread may work on one text, however many others wait. */
const WORK_MS = 1500
/** Some million tokens; what is beyond is taken by its size. */
const MAX_CHARACTERS = 4_000_000
/** Texts take turns slice by slice. The worst of them, of rare characters, takes the thread 70 ms. */
const SLICE_CHARACTERS = 16_384
/** No slice takes that long: the thread hangs. */
const STUCK_MS = 2000
/** A first count has to read a table of some megabytes, which a gateway whose providers all report their usage never needs. */
const LOAD_MS = 30_000
/** How often a text waits as long as that for its table, unless the server is stopping. */
const WAITS_FOR_TABLE = 3
/** A thread that fails twice within this time is not started again for as long. */
const REST_MS = 10_000

export interface CountRequest {
  readonly id: number
  readonly table: TokenTable
  readonly text: string
}

export interface CountReply {
  readonly id: number
  /** Undefined when the text could not be counted. */
  readonly tokens: number | undefined
}

export interface TokenCounter {
  readonly count: Ports['countTokens']
  /** The server is stopping: no text waits longer for a table than for its turn. */
  readonly hurry: () => void
  readonly stop: () => void
}

interface TokenCounterOptions {
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly open?: () => Worker
}

interface Job {
  readonly table: TokenTable
  readonly text: string
  readonly answer: (tokens: number) => void
  at: number
  tokens: number
  workedMs: number
}

/** The slice that the thread works on. */
interface Slice {
  readonly id: number
  readonly job: Job
  readonly end: number
  readonly startedAt: number
  readonly cancelTimer: () => void
}

const sizeInTokens = (text: string): number => approximateTokens(Buffer.byteLength(text))

const openWorker = (): Worker => new Worker(tokenCounterThread)

/** Counts tokens in a thread of its own. A thread that dies or hangs is replaced, and only the text it was working on is taken by its size. */
class CountingThread implements TokenCounter {
  readonly #options: TokenCounterOptions
  readonly #jobs = new Set<Job>()
  readonly #loaded = new Set<TokenTable>()
  #worker: Worker | undefined
  #slice: Slice | undefined
  #lastId = 0
  #failedAt = -REST_MS
  #restsUntil = 0
  #isHurried = false
  #isStopped = false

  constructor(options: TokenCounterOptions) {
    this.#options = options
  }

  count = (model: string, text: string): Promise<number> =>
    new Promise((resolve) => {
      const answer = (tokens: number): void => {
        cancelTimer()
        this.#jobs.delete(job)
        resolve(tokens)
      }
      const job: Job = { table: tokenTableOf(model), text, answer, at: 0, tokens: 0, workedMs: 0 }
      const wait = (waits: number): (() => void) => this.#options.startTimer(PATIENCE_MS, () => this.#waited(job, waits, waitAgain))
      const waitAgain = (waits: number): void => void (cancelTimer = wait(waits))
      let cancelTimer = wait(1)
      this.#jobs.add(job)
      this.#next()
    })

  hurry = (): void => {
    this.#isHurried = true
  }

  stop = (): void => {
    this.#isStopped = true
    this.#slice?.cancelTimer()
    this.#worker?.terminate()
    this.#answerAll()
  }

  #waited(job: Job, waits: number, waitAgain: (waits: number) => void): void {
    const isTableAwaited = !this.#loaded.has(job.table) && !this.#isHurried
    if (isTableAwaited && waits < WAITS_FOR_TABLE) waitAgain(waits + 1)
    else this.#answerBySize(job)
  }

  #answerBySize(job: Job): void {
    job.answer(job.tokens + sizeInTokens(job.text.slice(job.at)))
  }

  #answerAll(): void {
    for (const job of this.#jobs) this.#answerBySize(job)
  }

  #next(): void {
    const { clock, startTimer } = this.#options
    if (this.#isStopped || clock() < this.#restsUntil) return this.#answerAll()
    const [job] = this.#jobs
    if (this.#slice !== undefined || job === undefined) return
    const worker = (this.#worker ??= this.#start())
    const id = ++this.#lastId
    const end = pieceEnd(job.text, job.at, SLICE_CHARACTERS)
    const cancelTimer = startTimer(this.#loaded.has(job.table) ? STUCK_MS : LOAD_MS, () => this.#fail(worker))
    this.#slice = { id, job, end, startedAt: clock(), cancelTimer }
    worker.postMessage({ id, table: job.table, text: job.text.slice(job.at, end) } satisfies CountRequest)
  }

  #start(): Worker {
    const worker = (this.#options.open ?? openWorker)()
    this.#loaded.clear()
    worker.addEventListener('message', (event: MessageEvent<CountReply>) => this.#take(event.data))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#fail(worker)
    })
    worker.addEventListener('close', () => this.#fail(worker))
    worker.unref()
    return worker
  }

  #take({ id, tokens }: CountReply): void {
    const slice = this.#slice
    if (slice?.id !== id) return
    slice.cancelTimer()
    this.#slice = undefined
    const { job, end } = slice
    const isFirst = !this.#loaded.has(job.table)
    this.#loaded.add(job.table)
    if (this.#jobs.delete(job)) {
      job.tokens += tokens ?? sizeInTokens(job.text.slice(job.at, end))
      job.at = end
      // Reading the table is not the work of the text that happened to come first.
      if (!isFirst) job.workedMs += this.#options.clock() - slice.startedAt
      if (end === job.text.length || end >= MAX_CHARACTERS || job.workedMs >= WORK_MS) this.#answerBySize(job)
      else this.#jobs.add(job)
    }
    this.#next()
  }

  #fail(worker: Worker): void {
    if (this.#worker !== worker) return
    worker.terminate()
    this.#worker = undefined
    const now = this.#options.clock()
    if (now - this.#failedAt < REST_MS) this.#restsUntil = now + REST_MS
    this.#failedAt = now
    const slice = this.#slice
    this.#slice = undefined
    slice?.cancelTimer()
    if (slice !== undefined && this.#jobs.has(slice.job)) this.#answerBySize(slice.job)
    this.#next()
  }
}

export const createTokenCounter = (options: TokenCounterOptions): TokenCounter => new CountingThread(options)
