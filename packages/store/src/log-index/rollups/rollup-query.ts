import { LogType } from '@weir/contract/log'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Engine } from '../../dialect/engine.ts'
import type { Schema } from '../../schema.ts'
import type { SplitSpan, Span } from './split-span.ts'
import { DAY, type Match, type RollupKind } from '../kinds.ts'
import { bucketOf } from '../latency.ts'

/** What was charged for a row whose cost is known. */
export const COSTED_QUOTA = 'case when cost is null then 0 else quota end'

/** Where rollups are read. */
export interface RollupSource {
  readonly kysely: Kysely<Schema>
  readonly engine: Pick<Engine, 'sum' | 'pairs' | 'hasIdAmong' | 'idsAtOnce'>
}

type Part = Exclude<RollupKind['parts'][number], 'token_name'>

export interface RollupRequest {
  readonly kind: RollupKind
  readonly match: Match
  readonly span: Span
  /** Seconds per slice; slices begin at multiples of it. Absent: one sum over the whole span. */
  readonly step?: number
  /** Where slices begin in place of that, in whole hours: days of which some have 23 or 25. The first is not behind the span. */
  readonly starts?: readonly number[] | undefined
  /** What to tell apart; part of the kind. */
  readonly by: readonly Part[]
}

export interface RollupSums {
  readonly requests: number
  readonly failures: number
  readonly quota: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** What upstream takes for it, of rows where that is known. */
  readonly cost: number
  /** Charged for those rows. */
  readonly costedQuota: number
}

export interface RollupRow extends RollupSums {
  readonly time: number
  readonly model: string
  readonly channelId: number
  readonly bucket: number
}

/** The start of the day that a time lies in: counted in days of 24 hours up to one that is longer or shorter, or the last. */
const dayOf = (column: RawBuilder<unknown>, starts: readonly number[]): RawBuilder<unknown> => {
  const first = sql.lit(starts[0] ?? 0)
  const odd = starts.findIndex((start, at) => starts[at + 1] !== start + DAY)
  const [start, next] = [starts[odd], starts[odd + 1]]
  const later =
    next === undefined
      ? sql.lit(start)
      : sql`case when ${column} < ${sql.lit(next)} then ${sql.lit(start)} else ${dayOf(column, starts.slice(odd + 1))} end`
  return odd <= 0
    ? later
    : sql`case when ${column} < ${sql.lit(start)} then ${column} - (${column} - ${first}) % ${sql.lit(DAY)} else ${later} end`
}

const timeOf = (name: string, { step, starts }: Pick<RollupRequest, 'step' | 'starts'>): RawBuilder<unknown> => {
  const column = sql.ref(name)
  if (starts !== undefined) return dayOf(column, starts)
  return step === undefined ? sql.lit(0) : sql`${column} - ${column} % ${sql.lit(step)}`
}

export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `)

export const within = (column: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> =>
  sql`${column} >= ${from} and ${column} < ${to}`

/** Who asks for two attempts means at least two. */
export const comparedBy = (column: string | undefined): RawBuilder<unknown> => sql.raw(column === 'attempts' ? '>=' : '=')

const subjectIn = ({ kind, match }: RollupRequest): readonly RawBuilder<unknown>[] => [
  sql`subject_id ${comparedBy(kind.subjectId)} ${kind.subjectId === undefined ? 0 : (match[kind.subjectId] ?? 0)}`,
  sql`subject = ${kind.subject === undefined ? '' : (match[kind.subject] ?? '')}`,
]

export const fromRollups = (request: RollupRequest, { grain, from, to }: SplitSpan['rollups'][number]): RawBuilder<unknown> => {
  const { kind, match } = request
  const model = match.model_name
  const isOfAll = kind.table === 'log_slot_sums' && Object.keys(match).length === 0
  const channel = isOfAll && kind.subjectId === 'channel_id' ? sql.ref('subject_id') : sql.lit(0)
  const parts =
    kind.table === 'log_sums' ? sql`model_name as model, channel_id, bucket` : sql`'' as model, ${channel} as channel_id, 0 as bucket`
  return sql`select ${timeOf('start_at', request)} as time, ${parts}, requests, failures, quota, prompt_tokens, completion_tokens, cost, costed_quota
    from ${sql.table(kind.table)} where ${all([
      sql`kind = ${sql.lit(kind.code)} and grain = ${sql.lit(grain)}`,
      ...(isOfAll ? [] : subjectIn(request)),
      within(sql.ref('start_at'), { from, to }),
      ...(model === undefined ? [] : [sql`model_name = ${model}`]),
    ])}`
}

/** Columns that the request does not name are not touched. */
export const fromRows = (request: RollupRequest, condition: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { by } = request
  const has = (part: Part): boolean => by.includes(part)
  const failures = by.length === 0 ? sql.lit(0) : sql`case when outcome = 'failed' then 1 else 0 end`
  return sql`select ${timeOf('created_at', request)} as time, ${has('model_name') ? sql.ref('model_name') : sql.lit('')} as model,
      ${has('channel_id') ? sql.ref('channel_id') : sql.lit(0)} as channel_id, ${has('bucket') ? bucketOf : sql.lit(0)} as bucket,
      1 as requests, ${failures} as failures, quota, prompt_tokens, completion_tokens, coalesce(cost, 0) as cost, ${sql.raw(COSTED_QUOTA)} as costed_quota
    from logs where type = ${sql.lit(LogType.consume)} and ${condition}`
}

/** Adds the parts up by what is to be told apart. */
export const summed = (
  engine: RollupSource['engine'],
  { by }: Pick<RollupRequest, 'by'>,
  parts: readonly RawBuilder<unknown>[],
): RawBuilder<RollupRow> => {
  const sum = (column: string) => sql.raw(engine.sum(column))
  const names = { model_name: 'model', channel_id: 'channel_id', bucket: 'bucket' } as const
  const groups = ['time', ...by.map((part) => names[part])]
  const shown = (part: Part, empty: string | number) => (by.includes(part) ? sql.ref(names[part]) : sql.lit(empty))
  return sql<RollupRow>`select time, ${shown('model_name', '')} as model, ${shown('channel_id', 0)} as ${sql.ref('channelId')},
      ${shown('bucket', 0)} as bucket, ${sum('requests')} as requests, ${sum('failures')} as failures, ${sum('quota')} as quota,
      ${sum('prompt_tokens')} as ${sql.ref('promptTokens')}, ${sum('completion_tokens')} as ${sql.ref('completionTokens')}, ${sum('cost')} as cost,
      ${sum('costed_quota')} as ${sql.ref('costedQuota')}
    from (${sql.join([...parts], sql` union all `)}) parts group by ${sql.raw(groups.join(', '))} having sum(requests) > 0`
}
