import type { EstimateInput } from '@weir/ledger/estimate'
import type { RequestFacts } from '../stage-types.ts'
import type { LimitTicket } from '../ports.ts'

export interface Held {
  readonly facts: RequestFacts
  readonly estimate: EstimateInput
}

interface AheadOptions {
  readonly first: Held
  readonly take: (estimate: EstimateInput, ticket?: LimitTicket) => Promise<RequestFacts>
  readonly giveBack: (facts: RequestFacts) => Promise<void>
}

const KEPT: Pick<LimitTicket, 'release'> = { release: () => undefined }

const isLarger = (needed: EstimateInput, held: EstimateInput): boolean =>
  needed.promptTokens > held.promptTokens || (needed.maxOutputTokens ?? 0) > (held.maxOutputTokens ?? 0)

/** Holds for answers that have not begun: upstream may begin one by itself whenever the caller pauses. */
export class Ahead {
  readonly #options: AheadOptions
  #held: Held[]
  #work: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: AheadOptions) {
    this.#options = options
    this.#held = [options.first]
  }

  /** So many answers are held for, the last of them at least as large as this. */
  ensure(count: number, estimate: EstimateInput): Promise<void> {
    return this.#inTurn(async () => {
      while (this.#held.length < count && !this.#isClosed) await this.#add(estimate)
      const last = this.#held.at(-1)
      if (count > 0 && last !== undefined && isLarger(estimate, last.estimate)) await this.#replace(last, estimate)
    })
  }

  /** For an answer that has begun, asked for or not. */
  next(estimate: EstimateInput): Promise<RequestFacts> {
    return this.#inTurn(async () => this.#held.shift()?.facts ?? (await this.#options.take(estimate)))
  }

  /** Gives everything back, also what is being taken now. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#inTurn(async () => {
      const held = this.#held
      this.#held = []
      await Promise.all(held.map(({ facts }) => this.#options.giveBack(facts)))
    })
  }

  async #add(estimate: EstimateInput): Promise<void> {
    this.#held.push({ facts: await this.#options.take(estimate), estimate })
  }

  /** The units first, so that they can be held again; the place under the limits is kept. */
  async #replace(held: Held, estimate: EstimateInput): Promise<void> {
    const { ticket } = held.facts
    this.#held = this.#held.filter((other) => other !== held)
    await this.#options.giveBack({ ...held.facts, ticket: { ...ticket, ...KEPT } })
    try {
      this.#held.push({ facts: await this.#options.take(estimate, ticket), estimate })
    } catch (error) {
      ticket.release(0)
      throw error
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => undefined)
    return done
  }
}
