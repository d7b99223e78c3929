import type { Transaction } from 'kysely'
import { yieldToRequests } from '../yield-to-requests.ts'
import type { StoreContext } from '../context.ts'
import { PostingBuilder } from './postings/posting-builder.ts'
import { blockOf, startOf } from './postings/block.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { KindRollups, writeRollups } from './rollups/kind-rollups.ts'
import { ALL_KINDS } from './kinds.ts'
import { readGroups, sliceOf } from './row-groups.ts'
import { advanceWatermark, lockWatermark, POSTINGS, readWatermarks, watermarkOf, type Watermarks } from './watermarks.ts'

type Context = Pick<StoreContext, 'kysely' | 'engine'>

/** Rows of the log behind one write of rollups: the more, the fewer rollups are written for each. */
const MAX_ROWS = 8192
/** Rollups in one transaction: requests wait for its end. */
const MAX_ROLLUPS = 2000

interface Advance {
  readonly name: string
  readonly from: number
  readonly to: number
}

const isFull = (rollups: KindRollups, lastId: number): boolean => rollups.size >= MAX_ROLLUPS || lastId - rollups.after >= MAX_ROWS

/** One pass over the log: each row is read once for all rollups and for its postings. */
export class IndexPass {
  readonly #context: Context
  readonly #deletions: number
  #rollups: readonly KindRollups[]
  /** The last row whose postings are written. */
  #lastPosted: number
  #builder: PostingBuilder | undefined
  readonly #begunAt: readonly number[]

  static async begin(context: Context): Promise<IndexPass> {
    return new IndexPass(context, await readWatermarks(context.kysely))
  }

  private constructor(context: Context, watermarks: Watermarks) {
    this.#context = context
    this.#deletions = watermarks.deletions
    this.#rollups = ALL_KINDS.map((kind) => new KindRollups(kind, watermarks.of(watermarkOf(kind))))
    this.#begunAt = this.#rollups.map(({ after }) => after)
    this.#lastPosted = watermarks.of(POSTINGS)
  }

  /** How many rows it has added to the rollups. */
  get indexedRows(): number {
    return Math.max(...this.#rollups.map(({ after }, index) => after - (this.#begunAt[index] ?? 0)))
  }

  /** False when another process advanced a watermark, or rows were deleted since the pass began: then the pass is over. */
  async advanceTo(lastId: number): Promise<boolean> {
    for (let at = Math.min(this.#lastPosted, ...this.#rollups.map(({ after }) => after)); at < lastId;) {
      const sliceEnd = this.#sliceEnd(at, lastId)
      await this.#gather(at, sliceEnd)
      if (!(await this.#writeRollups(sliceEnd, sliceEnd === lastId)) || !(await this.#writePostings(sliceEnd))) return false
      at = sliceEnd
    }
    return true
  }

  /** A slice is a part of one block, and lies wholly before or wholly behind each watermark of the rollups. */
  #sliceEnd(at: number, lastId: number): number {
    const blockEnd = startOf(blockOf(at + 1) + 1) - 1
    const afters = this.#rollups.map(({ after }) => after).filter((after) => after > at)
    return Math.min(lastId, blockEnd, at + sliceOf(this.#context.engine), ...afters)
  }

  async #gather(at: number, sliceEnd: number): Promise<void> {
    if (at === this.#lastPosted) this.#builder = new PostingBuilder(blockOf(at + 1))
    const behind = this.#rollups.filter(({ after }) => after <= at)
    for (const group of await readGroups(this.#context, at, sliceEnd)) {
      for (const rollups of behind) rollups.add(group)
      this.#builder?.add(group)
    }
  }

  async #writeRollups(sliceEnd: number, isLast: boolean): Promise<boolean> {
    for (const rollups of this.#rollups) {
      if (rollups.after >= sliceEnd || !(isLast || isFull(rollups, sliceEnd))) continue
      const advance = { name: watermarkOf(rollups.kind), from: rollups.after, to: sliceEnd }
      const isDone = await this.#advance(advance, (transaction) =>
        writeRollups(transaction, this.#context.engine, { kind: rollups.kind, rollups: rollups.all() }),
      )
      if (!isDone) return false
      this.#rollups = this.#rollups.map((other) => (other === rollups ? new KindRollups(rollups.kind, sliceEnd) : other))
    }
    return true
  }

  /** Once nothing can be added to the block any more. */
  async #writePostings(sliceEnd: number): Promise<boolean> {
    const builder = this.#builder
    if (builder === undefined || sliceEnd !== startOf(builder.block + 1) - 1) return true
    const advance = { name: POSTINGS, from: this.#lastPosted, to: sliceEnd }
    const isDone = await this.#advance(advance, (transaction) => builder.write(transaction, this.#context.engine))
    this.#lastPosted = sliceEnd
    return isDone
  }

  async #advance({ name, from, to }: Advance, write: (transaction: Transaction<Schema>) => Promise<void>): Promise<boolean> {
    const { kysely, engine } = this.#context
    const isDone = await inTransaction(kysely, async (transaction) => {
      const locked = await lockWatermark(transaction, engine, name)
      if (locked.of(name) !== from || locked.deletions !== this.#deletions) return false
      await write(transaction)
      await advanceWatermark(transaction, name, to)
      return true
    })
    await yieldToRequests()
    return isDone
  }
}
