import { LogType } from '@weir/contract/log'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '../schema.ts'
import { coverOf, type Cover, type Span } from './cover.ts'
import type { Dimension, Match, SumKind } from './kinds.ts'
import { bucketOf } from './latency.ts'
import { stateOf } from './state.ts'

export interface SumRequest {
  readonly kind: SumKind
  readonly match: Match
  readonly span: Span
  /** Seconds per slice; slices begin at multiples of it. Absent: one sum over the whole span. */
  readonly step?: number
  /** What to tell apart; part of the kind. */
  readonly by: readonly SumKind['parts'][number][]
}

export interface SumRow {
  readonly time: number
  readonly model: string
  readonly channelId: number
  readonly bucket: number
  readonly requests: number
  readonly failures: number
  readonly quota: number
  readonly promptTokens: number
  readonly completionTokens: number
}

/** Beyond every time there will be, and the beginning of a day. */
export const END_OF_TIME = 86_400 * 2 ** 26

/** The row of the state among the sums; no slice begins before 1970. */
const STATE_TIME = -1

const timeOf = (column: string, step: number | undefined): RawBuilder<unknown> =>
  step === undefined ? sql.lit(0) : sql`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(step)}`

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `)

const within = (column: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> => sql`${column} >= ${from} and ${column} < ${to}`

const ofSums = ({ kind, match, step }: SumRequest, { grain, from, to }: Cover['sums'][number]): RawBuilder<unknown> => {
  const model = match.model_name
  return sql`select ${timeOf('start_at', step)} as time, model_name as model, channel_id, bucket, requests, failures, quota, prompt_tokens, completion_tokens
    from log_sums where ${all([
      sql`kind = ${sql.lit(kind.code)} and grain = ${sql.lit(grain)}`,
      sql`subject_id = ${kind.subjectId === undefined ? 0 : (match[kind.subjectId] ?? 0)}`,
      sql`subject = ${kind.subject === undefined ? '' : (match[kind.subject] ?? '')}`,
      within(sql.ref('start_at'), { from, to }),
      ...(model === undefined ? [] : [sql`model_name = ${model}`]),
    ])}`
}

/** Columns that nobody asked for are not touched: the rest may then be read from an index alone. */
const ofRows = ({ step, by }: SumRequest, condition: RawBuilder<unknown>): RawBuilder<unknown> => {
  const has = (part: SumRequest['by'][number]): boolean => by.includes(part)
  const failures = by.length === 0 ? sql.lit(0) : sql`case when outcome = 'failed' then 1 else 0 end`
  return sql`select ${timeOf('created_at', step)} as time, ${has('model_name') ? sql.ref('model_name') : sql.lit('')} as model,
      ${has('channel_id') ? sql.ref('channel_id') : sql.lit(0)} as channel_id, ${has('bucket') ? bucketOf : sql.lit(0)} as bucket,
      1 as requests, ${failures} as failures, quota, prompt_tokens, completion_tokens
    from logs where type = ${sql.lit(LogType.consume)} and ${condition}`
}

const ofEdge = (request: SumRequest, span: Span): RawBuilder<unknown> => {
  const values = Object.entries(request.match).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return ofRows(request, all([within(sql.ref('created_at'), span), ...values]))
}

const EMPTY: Readonly<Record<Dimension, string | number>> = { user_id: 0, username: '', token_name: '', model_name: '', channel_id: 0 }

/** New rows are few and lie together at the end of the table; wrapped columns keep planners from looking for them in an index. */
const ofNewRows = (request: SumRequest, { sums }: Cover, throughId: number): readonly RawBuilder<unknown>[] => {
  const from = sums[0]?.from
  const to = sums.at(-1)?.to
  if (from === undefined || to === undefined) return []
  const hidden = (column: string, empty: string | number) => sql`coalesce(${sql.ref(column)}, ${sql.lit(empty)})`
  const values = Object.entries(EMPTY).flatMap(([column, empty]) => {
    const value = request.match[column as Dimension]
    return value === undefined ? [] : [sql`${hidden(column, empty)} = ${value}`]
  })
  return [ofRows(request, all([sql`id > ${throughId}`, within(hidden('created_at', 0), { from, to }), ...values]))]
}

const readAt = async (db: Kysely<Schema>, request: SumRequest, throughId: number) => {
  const usable = request.kind.grains.filter((grain) => request.step === undefined || request.step % grain === 0)
  const cover = coverOf(request.span, usable)
  const parts = [
    ...cover.sums.map((span) => ofSums(request, span)),
    ...cover.edges.map((span) => ofEdge(request, span)),
    ...ofNewRows(request, cover, throughId),
  ]
  const names = { model_name: 'model', channel_id: 'channel_id', bucket: 'bucket' } as const
  const groups = ['time', ...request.by.map((part) => names[part])]
  const shown = (part: SumRequest['by'][number], empty: string | number) =>
    request.by.includes(part) ? sql.ref(names[part]) : sql.lit(empty)
  const { rows } = await sql<SumRow>`select time, ${shown('model_name', '')} as model, ${shown('channel_id', 0)} as ${sql.ref('channelId')},
      ${shown('bucket', 0)} as bucket, sum(requests) as requests, sum(failures) as failures, sum(quota) as quota,
      sum(prompt_tokens) as ${sql.ref('promptTokens')}, sum(completion_tokens) as ${sql.ref('completionTokens')}
    from (${sql.join(parts, sql` union all `)}) parts group by ${sql.raw(groups.join(', '))} having sum(requests) > 0
    union all select ${sql.lit(STATE_TIME)}, '', 0, 0, through_id, 0, 0, 0, 0 from log_sum_state where name = ${stateOf(request.kind)}
    order by 1, 2, 3, 4`.execute(db)
  const [state, ...sums] = rows
  return { sums, throughId: state?.requests ?? 0 }
}

/**
 * Exact at the moment of the reading. Sums, their state and the new rows come from one statement, hence from one moment; if the state is not
 * the one that the new rows were counted from, somebody has just moved it, and the reading is done again.
 */
export const readSums = async (db: Kysely<Schema>, request: SumRequest): Promise<readonly SumRow[]> => {
  if (request.span.from >= request.span.to) return []
  const state = await db
    .selectFrom('log_sum_state')
    .select('through_id')
    .where('name', '=', stateOf(request.kind))
    .executeTakeFirstOrThrow()
  for (let throughId = state.through_id; ;) {
    const reading = await readAt(db, request, throughId)
    if (reading.throughId === throughId) return reading.sums
    throughId = reading.throughId
  }
}
