import type { Transaction } from 'kysely'
import { breathe } from '../yield-to-requests.ts'
import type { StoreContext } from '../context.ts'
import { BlockNotes } from './postings/posting-builder.ts'
import { blockOf, startOf } from './postings/block.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { KindSums, writeSums } from './rollups/kind-rollups.ts'
import { ALL_KINDS } from './kinds.ts'
import { readGroups, sliceOf } from './row-groups.ts'
import { holdState, moveState, PLACES_STATE, readStates, stateOf, type States } from './watermarks.ts'

type Context = Pick<StoreContext, 'kysely' | 'engine'>

/** Rows of the log behind one writing of sums: the more, the fewer sums are written for each. */
const MAX_ROWS = 8192
/** Sums in one transaction: requests wait for its end. */
const MAX_SUMS = 2000

interface Move {
  readonly name: string
  readonly from: number
  readonly to: number
}

const isFull = (sums: KindSums, through: number): boolean => sums.size >= MAX_SUMS || through - sums.after >= MAX_ROWS

/** One walk along the log: each row is read once for all sums and for its place. */
export class LogWalk {
  readonly #context: Context
  readonly #deletions: number
  #sums: readonly KindSums[]
  /** The last row whose place is noted. */
  #placed: number
  #notes: BlockNotes | undefined
  readonly #begunAt: readonly number[]

  static async begin(context: Context): Promise<LogWalk> {
    return new LogWalk(context, await readStates(context.kysely))
  }

  private constructor(context: Context, states: States) {
    this.#context = context
    this.#deletions = states.deletions
    this.#sums = ALL_KINDS.map((kind) => new KindSums(kind, states.through(stateOf(kind))))
    this.#begunAt = this.#sums.map(({ after }) => after)
    this.#placed = states.through(PLACES_STATE)
  }

  /** How many rows it has added to the sums. */
  get passed(): number {
    return Math.max(...this.#sums.map(({ after }, index) => after - (this.#begunAt[index] ?? 0)))
  }

  /** False when it met somebody else who walks, or rows were deleted since it began: then it is over. */
  async through(lastId: number): Promise<boolean> {
    for (let at = Math.min(this.#placed, ...this.#sums.map(({ after }) => after)); at < lastId;) {
      const through = this.#nextStop(at, lastId)
      await this.#gather(at, through)
      if (!(await this.#writeSums(through, through === lastId)) || !(await this.#writePlaces(through))) return false
      at = through
    }
    return true
  }

  /** A slice is a part of one block, and either behind what is in a sum already or before it. */
  #nextStop(at: number, lastId: number): number {
    const blockEnd = startOf(blockOf(at + 1) + 1) - 1
    const afters = this.#sums.map(({ after }) => after).filter((after) => after > at)
    return Math.min(lastId, blockEnd, at + sliceOf(this.#context.engine), ...afters)
  }

  async #gather(at: number, through: number): Promise<void> {
    if (at === this.#placed) this.#notes = new BlockNotes(blockOf(at + 1))
    const behind = this.#sums.filter(({ after }) => after <= at)
    for (const group of await readGroups(this.#context, at, through)) {
      for (const sums of behind) sums.add(group)
      this.#notes?.add(group)
    }
  }

  async #writeSums(through: number, isLast: boolean): Promise<boolean> {
    for (const sums of this.#sums) {
      if (sums.after >= through || !(isLast || isFull(sums, through))) continue
      const state = { name: stateOf(sums.kind), from: sums.after, to: through }
      const isMoved = await this.#move(state, (transaction) => writeSums(transaction, this.#context.engine, sums.all()))
      if (!isMoved) return false
      this.#sums = this.#sums.map((other) => (other === sums ? new KindSums(sums.kind, through) : other))
    }
    return true
  }

  /** Once nothing can be added to the block any more. */
  async #writePlaces(through: number): Promise<boolean> {
    const notes = this.#notes
    if (notes === undefined || through !== startOf(notes.block + 1) - 1) return true
    const state = { name: PLACES_STATE, from: this.#placed, to: through }
    const isMoved = await this.#move(state, (transaction) => notes.write(transaction, this.#context.engine))
    this.#placed = through
    return isMoved
  }

  async #move({ name, from, to }: Move, write: (transaction: Transaction<Schema>) => Promise<void>): Promise<boolean> {
    const { kysely, engine } = this.#context
    const isMoved = await inTransaction(kysely, async (transaction) => {
      const held = await holdState(transaction, engine, name)
      if (held.through(name) !== from || held.deletions !== this.#deletions) return false
      await write(transaction)
      await moveState(transaction, name, to)
      return true
    })
    await breathe()
    return isMoved
  }
}
