import type { Kysely } from 'kysely'
import { yieldToRequests } from '../../yield-to-requests.ts'
import type { StoreContext } from '../../context.ts'
import { readGroups, sliceOf } from '../row-groups.ts'
import { lockWatermark, POSTINGS } from '../watermarks.ts'
import type { Schema } from '../../schema.ts'
import { inTransaction } from '../../transaction.ts'
import { blockOf, startOf } from './block.ts'
import { PostingBuilder } from './posting-builder.ts'

type Context = Pick<StoreContext, 'kysely' | 'engine'>

/** Part of the transaction that deletes the rows; it must have locked all watermarks. */
export const markPostingsStale = async (db: Kysely<Schema>, ids: readonly number[]): Promise<void> => {
  const blocks = [...new Set(ids.map(blockOf))]
  const { numUpdatedRows } = await db
    .updateTable('log_blocks')
    .set({ is_stale: true })
    .where('block', 'in', blocks)
    .where('is_stale', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0) await db.deleteFrom('log_places').where('block', 'in', blocks).execute()
}

const buildBlock = async (context: Context, block: number): Promise<PostingBuilder> => {
  const builder = new PostingBuilder(block)
  const end = startOf(block + 1) - 1
  const slice = sliceOf(context.engine)
  for (let at = startOf(block) - 1; at < end; at += slice)
    for (const group of await readGroups(context, at, Math.min(end, at + slice))) builder.add(group)
  return builder
}

type Reason = 'deleted' | 'older'

/** The first block whose rows were deleted, or whose postings an older version wrote. */
const nextBlock = async (db: Kysely<Schema>, reason: Reason): Promise<number | undefined> => {
  const blocks = db.selectFrom('log_blocks').select('block')
  const found =
    reason === 'deleted'
      ? blocks.where('is_stale', '=', true)
      : blocks.where((eb) => eb.or([eb('has_outcomes', 'is', null), eb('has_groups', 'is', null), eb('has_requests', 'is', null)]))
  return (await found.orderBy('block').limit(1).executeTakeFirst())?.block
}

const countRows = async (db: Kysely<Schema>, block: number): Promise<number> => {
  const rows = db
    .selectFrom('logs')
    .where('id', '>=', startOf(block))
    .where('id', '<', startOf(block + 1))
  return Number((await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
}

/** False when there is no such block. */
const rebuildNext = async (context: Context, reason: Reason): Promise<boolean> => {
  const { kysely, engine } = context
  const block = await nextBlock(kysely, reason)
  if (block === undefined) return false
  const builder = await buildBlock(context, block)
  await inTransaction(kysely, async (transaction) => {
    await lockWatermark(transaction, engine, POSTINGS)
    const isStillSo = (await nextBlock(transaction, reason)) === block && (await countRows(transaction, block)) === builder.rows
    if (isStillSo) await builder.write(transaction, engine)
  })
  return true
}

/** After rows were deleted, or for blocks that a process left behind when it died. */
export const rebuildStalePostings = async (context: Context): Promise<void> => {
  while (await rebuildNext(context, 'deleted')) await yieldToRequests()
}

/** Postings of an older version lack some lists, and until they are written their rows are scanned. A few blocks at a time: nobody waits for them. */
export const rebuildOlderPostings = async (context: Context, most: number): Promise<void> => {
  for (let rebuilt = 0; rebuilt < most && (await rebuildNext(context, 'older')); rebuilt++) await yieldToRequests()
}
