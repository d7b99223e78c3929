import { nextTurn } from '../../tools/testing/next-turn.ts'
import { chatAt, type Nodes } from './nodes.ts'

/** What a caller knows of one call. */
export interface Answer {
  readonly requestId: string
  readonly status: number
  /** It came to its end: for a stream, with the mark of the end. */
  readonly isWhole: boolean
}

interface Load {
  readonly nodes: Nodes
  readonly key: string
  readonly content: string
  readonly callers: number
  /** Every other caller asks for whole answers instead of streams. */
  readonly asksForBoth: boolean
}

const NO_ANSWER: Answer = { requestId: '', status: 0, isWhole: false }

/** A caller that is refused by a node, or finds none, asks the next one, as a proxy before them would. */
const MUST_GO_ON: ReadonlySet<number> = new Set([0, 503])

/** Callers that ask again and again, each one request at a time, and write down every answer. */
export class Callers {
  readonly answers: Answer[] = []
  /** Answers that came to their end. */
  whole = 0
  #isRunning = true
  readonly #load: Load
  readonly #ended: Promise<unknown>

  constructor(load: Load) {
    this.#load = load
    this.#ended = Promise.all(Array.from({ length: load.callers }, (_, index) => this.#callAgain(index)))
  }

  /** Lets every caller have its last answer. */
  async end(): Promise<void> {
    this.#isRunning = false
    await this.#ended
  }

  async #callAgain(index: number): Promise<void> {
    const isStream = index % 2 === 0 || !this.#load.asksForBoth
    let node = Math.floor(index / 2)
    while (this.#isRunning) {
      const answer = await this.#ask(this.#load.nodes.urlFor(node), isStream)
      this.answers.push(answer)
      if (answer.isWhole) this.whole++
      if (!MUST_GO_ON.has(answer.status)) continue
      node++
      await nextTurn()
    }
  }

  async #ask(url: string, isStream: boolean): Promise<Answer> {
    let begun = NO_ANSWER
    try {
      const { key, content } = this.#load
      const reply = await chatAt(url, { key, content, isStream })
      begun = { requestId: reply.headers.get('x-request-id') ?? '', status: reply.status, isWhole: false }
      const text = await reply.text()
      return { ...begun, isWhole: reply.ok && (!isStream || text.endsWith('data: [DONE]\n\n')) }
    } catch {
      return begun
    }
  }
}
