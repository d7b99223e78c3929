import { LogType } from '@weir/contract/log'
import { IMPORTED_DETAIL } from '@weir/relay/charging/charge-detail'
import { sql, type Kysely } from 'kysely'
import type { StoreContext } from '../context.ts'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import type { Source, SourceRow } from '../dialect/source/source.ts'
import { insertRows } from '../insert-rows.ts'
import { clip, countRows } from '../rows.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import type { Family } from './older-data.ts'
import { BadSource, countOf, flagOf, shortText, textOf, trimmed } from './source-value.ts'

/** Rows in one transaction: enough that its commit is not felt, few enough that a server beside it does not wait. */
const BATCH = 4096
const CONTENT_LENGTH = 20_000
const MS_PER_SECOND = 1000
/** How far the log of the source has come over, by its own numbers. */
const PROGRESS = 'imported'

const REQUIRED = ['id', 'user_id', 'created_at', 'type', 'model_name', 'quota', 'prompt_tokens', 'completion_tokens']

const COLUMNS = [
  'user_id',
  'created_at',
  'type',
  'content',
  'username',
  'token_name',
  'model_name',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'channel_id',
  'request_id',
  'elapsed_time',
  'is_stream',
  'system_prompt_reset',
  'outcome',
  'detail',
] as const

/** Above the common ones new-api has errors and refunds, whose numbers mean something else here. */
const typeOf = (row: SourceRow, family: Family): number => {
  const type = countOf(row, 'type')
  if (type >= LogType.topUp && type <= LogType.system) return type
  return type === LogType.test && family === 'one-api' ? LogType.test : LogType.system
}

const toLog = (row: SourceRow, family: Family) => ({
  user_id: countOf(row, 'user_id'),
  created_at: countOf(row, 'created_at'),
  type: typeOf(row, family),
  content: clip(textOf(row, 'content'), CONTENT_LENGTH),
  username: shortText(row, 'username'),
  token_name: shortText(row, 'token_name'),
  model_name: shortText(row, 'model_name'),
  quota: countOf(row, 'quota'),
  prompt_tokens: countOf(row, 'prompt_tokens'),
  completion_tokens: countOf(row, 'completion_tokens'),
  channel_id: countOf(row, 'channel_id'),
  request_id: clip(trimmed(row, 'request_id'), SHORT_TEXT_LENGTH),
  elapsed_time: family === 'one-api' ? countOf(row, 'elapsed_time') : countOf(row, 'use_time') * MS_PER_SECOND,
  is_stream: flagOf(row, 'is_stream'),
  system_prompt_reset: flagOf(row, 'system_prompt_reset'),
  outcome: 'ok',
  detail: IMPORTED_DETAIL,
})

export interface LogCopy {
  readonly source: Source
  readonly family: Family
  readonly sinceSeconds: number
  readonly onProgress?: (rows: number) => void
}

export interface CopiedLogs {
  readonly there: number
  readonly here: number
}

const progressIn = async (db: Kysely<Schema>): Promise<number> => {
  const state = await db.selectFrom('log_sum_state').select('through_id').where('name', '=', PROGRESS).executeTakeFirst()
  return state?.through_id ?? 0
}

const requireLogs = async ({ source }: LogCopy): Promise<void> => {
  const columns = await source.columnsOf('logs')
  const missing = REQUIRED.filter((column) => !columns.has(column))
  if (columns.size === 0)
    throw new BadSource('the source has no table logs: name the database that has it with --log-db, or leave out --logs')
  if (missing.length > 0) throw new BadSource(`logs has no ${missing.join(', ')}: its version is not known here, and no log was taken`)
}

const countThere = async ({ source, sinceSeconds }: LogCopy): Promise<number> => {
  const [row] = await source.query(`select count(*) as total from logs where created_at >= ${sinceSeconds}`)
  return Number(row?.['total'] ?? 0)
}

/** Before anything is written. */
export const checkLogs = async (copy: LogCopy): Promise<number> => {
  await requireLogs(copy)
  return countThere(copy)
}

/** In pieces, each with the mark of how far it has come: a run that was cut off is gone on with where it stopped, and no row comes twice. */
export const copyLogs = async ({ kysely, engine, logDatabase }: StoreContext, copy: LogCopy): Promise<CopiedLogs> => {
  const { source, family, sinceSeconds, onProgress } = copy
  const there = await checkLogs(copy)
  for (let written = 0; ;) {
    const after = await progressIn(kysely)
    const rows = await source.query(`select * from logs where id > ${after} and created_at >= ${sinceSeconds} order by id limit ${BATCH}`)
    const last = rows.at(-1)
    if (last === undefined) break
    const through = countOf(last, 'id')
    await inTransaction(kysely, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('log_sum_state')
        .set({ through_id: through })
        .where('name', '=', PROGRESS)
        .where('through_id', '=', after)
        .executeTakeFirstOrThrow()
      // Two that begin at once: the key of the table refuses the second.
      if (numUpdatedRows === 0n && after === 0)
        await db.insertInto('log_sum_state').values({ name: PROGRESS, through_id: through }).execute()
      else if (numUpdatedRows === 0n) throw new BadSource('another weir import is copying the same log: wait for its end')
      await insertRows(db, engine, { table: 'logs', columns: COLUMNS, rows: rows.map((row) => toLog(row, family)) })
    })
    written += rows.length
    onProgress?.(written)
  }
  // Rows of an earlier run may have been moved.
  await logDatabase?.catchUp()
  const here = await countRows(
    (logDatabase?.kysely ?? kysely)
      .selectFrom('logs')
      .select((eb) => eb.fn.countAll().as('count'))
      .where(sql<boolean>`detail = ${IMPORTED_DETAIL}`),
  )
  return { there, here }
}
