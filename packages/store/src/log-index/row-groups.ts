import { MOST_ATTEMPTS } from '@weir/contract/log'
import { sql, type Kysely } from 'kysely'
import { yieldToRequests } from '../yield-to-requests.ts'
import type { StoreContext } from '../context.ts'
import type { Engine } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'
import { fault } from './conditions.ts'
import { addExactly, type Exact } from './exact.ts'
import { HOUR } from './kinds.ts'
import { bucketFor } from './latency.ts'

const rowsBetween = (db: Kysely<Schema>, after: number, lastId: number) =>
  db
    .selectFrom('logs')
    .select([
      'id',
      'created_at',
      'type',
      'user_id',
      'username',
      'token_name',
      'model_name',
      'channel_id',
      'quota',
      'prompt_tokens',
      'completion_tokens',
      'cost',
      'elapsed_time',
      'outcome',
      'attempts',
      'request_id',
      sql<string>`coalesce(group_name, '')`.as('group_name'),
      fault.as('fault'),
    ])
    .where('id', '>', after)
    .where('id', '<=', lastId)
    .orderBy('id')
    .execute()

type Row = Awaited<ReturnType<typeof rowsBetween>>[number]

/** Rows of one hour that no rollup and no posting list tells apart. Most rows are like many others: what is done for each group is done for few. */
export interface RowGroup {
  readonly type: number
  readonly hour: number
  readonly user_id: number
  readonly username: string
  readonly token_name: string
  readonly model_name: string
  readonly channel_id: number
  /** Empty in rows from before it was kept. */
  readonly group_name: string
  readonly bucket: number
  readonly outcome: string
  readonly fault: string
  /** No more are told apart than a filter asks for. */
  readonly attempts: number
  readonly ids: number[]
  /** Of each row, in the order of the ids. */
  readonly requestIds: string[]
  firstAt: number
  lastAt: number
  failures: number
  quota: Exact
  prompt_tokens: Exact
  completion_tokens: Exact
  cost: Exact
  costed_quota: Exact
  elapsed_time: Exact
}

const attemptsOf = ({ attempts }: Row): number => Math.min(attempts ?? 1, MOST_ATTEMPTS)

const groupFor = (row: Row, hour: number, bucket: number): RowGroup => ({
  type: row.type,
  hour,
  user_id: row.user_id,
  username: row.username,
  token_name: row.token_name,
  model_name: row.model_name,
  channel_id: row.channel_id,
  group_name: row.group_name,
  bucket,
  outcome: row.outcome,
  fault: row.fault,
  attempts: attemptsOf(row),
  ids: [],
  requestIds: [],
  firstAt: row.created_at,
  lastAt: row.created_at,
  failures: 0,
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost: 0,
  costed_quota: 0,
  elapsed_time: 0,
})

const groupsOf = (rows: readonly Row[]): readonly RowGroup[] => {
  const groups = new Map<string, RowGroup>()
  for (const row of rows) {
    const { created_at: at, user_id, username, token_name, model_name, channel_id } = row
    const hour = at - (at % HOUR)
    const bucket = bucketFor(row.elapsed_time)
    const ending = `${row.outcome}\0${row.fault}\0${attemptsOf(row)}\0${row.group_name}`
    const key = `${row.type}\0${hour}\0${user_id}\0${username}\0${token_name}\0${model_name}\0${channel_id}\0${bucket}\0${ending}`
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = groupFor(row, hour, bucket)))
    group.ids.push(row.id)
    group.requestIds.push(row.request_id)
    group.firstAt = Math.min(group.firstAt, at)
    group.lastAt = Math.max(group.lastAt, at)
    if (row.outcome === 'failed') group.failures += 1
    group.quota = addExactly(group.quota, row.quota)
    group.prompt_tokens = addExactly(group.prompt_tokens, row.prompt_tokens)
    group.completion_tokens = addExactly(group.completion_tokens, row.completion_tokens)
    group.elapsed_time = addExactly(group.elapsed_time, row.elapsed_time)
    if (row.cost !== null) {
      group.cost = addExactly(group.cost, row.cost)
      group.costed_quota = addExactly(group.costed_quota, row.quota)
    }
  }
  return [...groups.values()]
}

/** How many rows to read at once. Where the database is embedded, requests wait for the read: a few milliseconds. */
export const sliceOf = ({ capabilities }: Engine): number => (capabilities.isEmbedded ? 512 : 4096)

/** The rows behind `after` up to `lastId`, read once for rollups and postings. */
export const readGroups = async (
  { kysely, engine }: Pick<StoreContext, 'kysely' | 'engine'>,
  after: number,
  lastId: number,
): Promise<readonly RowGroup[]> => {
  const startedAt = performance.now()
  const groups = groupsOf(await rowsBetween(kysely, after, lastId))
  await yieldToRequests(engine.capabilities.isEmbedded ? performance.now() - startedAt : 0)
  return groups
}
