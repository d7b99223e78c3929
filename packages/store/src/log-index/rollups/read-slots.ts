import { LogType } from '@weir/contract/log'
import { sql, type RawBuilder } from 'kysely'
import type { SLOT_KINDS } from '../kinds.ts'
import { fromWatermark, marksNow, readAtWatermark, WATERMARK_TIME } from './at-watermark.ts'
import { backlogOf } from './backlog.ts'
import { all, COSTED_QUOTA, within, type RollupSource, type RollupSums } from './rollup-query.ts'
import { countedSpan, splitSpan, type Span, type SplitSpan } from './split-span.ts'

type SlotKind = (typeof SLOT_KINDS)[keyof typeof SLOT_KINDS]
type SlotPart = 'subject_id' | 'subject' | 'token_name'

export interface SlotRequest {
  readonly kind: SlotKind
  readonly span: Span
  /** Of this user alone, where the kind is kept by user. */
  readonly userId?: number | undefined
  /** What to tell apart. */
  readonly by: readonly SlotPart[]
  /** Slices of so many seconds, the first of them at a whole hour that is not behind the span. Absent: one sum over the span. */
  readonly slices?: { readonly step: number; readonly first: number } | undefined
}

export interface SlotRow extends RollupSums {
  readonly time: number
  readonly subjectId: number
  readonly subject: string
  readonly tokenName: string
  readonly elapsedMs: number
}

export interface SlotReading {
  readonly rows: readonly SlotRow[]
  /** New rows that are left out because they are too many to be read at once. */
  readonly uncounted: number
}

const timeOf = (column: string, { slices }: SlotRequest): RawBuilder<unknown> =>
  slices === undefined ? sql.lit(0) : sql`${sql.ref(column)} - (${sql.ref(column)} - ${sql.lit(slices.first)}) % ${sql.lit(slices.step)}`

/** One range of the key; for one user a list of its beginnings, because the user comes behind the time. */
const startsIn = ({ from, to, grain }: SplitSpan['rollups'][number], userId: number | undefined): RawBuilder<unknown> => {
  if (userId === undefined) return within(sql.ref('start_at'), { from, to })
  const starts = Array.from({ length: (to - from) / grain }, (_, index) => sql.lit(from + index * grain))
  return sql`start_at in (${sql.join(starts)}) and subject_id = ${userId}`
}

const fromSlots = (request: SlotRequest, part: SplitSpan['rollups'][number]): RawBuilder<unknown> =>
  sql`select ${timeOf('start_at', request)} as time, subject_id, subject, token_name, requests, failures, quota, prompt_tokens, completion_tokens,
      cost, costed_quota, elapsed_time
    from log_slot_sums where kind = ${sql.lit(request.kind.code)} and grain = ${sql.lit(part.grain)} and ${startsIn(part, request.userId)}`

const subjectOf = ({ kind }: SlotRequest): RawBuilder<unknown> => {
  if (!('subject' in kind)) return sql.lit('')
  return kind.subject === 'group_name' ? sql`coalesce(group_name, '')` : sql.ref(kind.subject)
}

const fromRows = (request: SlotRequest, condition: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { kind, userId } = request
  const ofUser = userId === undefined ? [] : [sql`coalesce(user_id, 0) = ${userId}`]
  return sql`select ${timeOf('created_at', request)} as time, ${'subjectId' in kind ? sql.ref(kind.subjectId) : sql.lit(0)} as subject_id,
      ${subjectOf(request)} as subject, ${kind.parts.length === 0 ? sql.lit('') : sql.ref('token_name')} as token_name, 1 as requests,
      case when outcome = 'failed' then 1 else 0 end as failures, quota, prompt_tokens, completion_tokens, coalesce(cost, 0) as cost,
      ${sql.raw(COSTED_QUOTA)} as costed_quota, elapsed_time
    from logs where type = ${sql.lit(LogType.consume)} and ${all([condition, ...ofUser])}`
}

/** Wrapped: the rows are few and lie together at the end of the table, where no index of times leads. */
const fromNewRows = (request: SlotRequest, { rollups }: SplitSpan, watermark: number): readonly RawBuilder<unknown>[] => {
  const from = rollups[0]?.from
  const to = rollups.at(-1)?.to
  if (from === undefined || to === undefined) return []
  return [fromRows(request, all([sql`id > ${watermark}`, within(sql`coalesce(created_at, 0)`, { from, to })]))]
}

/** As they are kept, and as a reader is told. */
const FIGURES = {
  requests: 'requests',
  failures: 'failures',
  quota: 'quota',
  prompt_tokens: 'promptTokens',
  completion_tokens: 'completionTokens',
  cost: 'cost',
  costed_quota: 'costedQuota',
  elapsed_time: 'elapsedMs',
} as const

/** Each part is summed up by itself first: of a month hardly anything is left to sort by name then. */
const statementOf = (
  { engine }: RollupSource,
  { by, kind, slices }: SlotRequest,
  parts: readonly RawBuilder<unknown>[],
): RawBuilder<SlotRow> => {
  const groups = sql.raw((slices === undefined && by.length > 0 ? by : ['time', ...by]).join(', '))
  const time = slices === undefined ? sql.lit(0) : sql.ref('time')
  const shown = (part: SlotPart, empty: string | number) => (by.includes(part) ? sql.ref(part) : sql.lit(empty))
  const keys = [shown('subject_id', 0), shown('subject', ''), shown('token_name', '')] as const
  const sums = (nameOf: (figure: keyof typeof FIGURES) => string) =>
    sql.join(
      Object.keys(FIGURES).map((figure) => sql`${sql.raw(engine.sum(figure))} as ${sql.ref(nameOf(figure as keyof typeof FIGURES))}`),
    )
  const summed = parts.map(
    (
      part,
    ) => sql`select ${time} as time, ${keys[0]} as subject_id, ${keys[1]} as subject, ${keys[2]} as token_name, ${sums((figure) => figure)}
      from (${part}) part group by ${groups}`,
  )
  return sql<SlotRow>`select ${time} as time, ${keys[0]} as ${sql.ref('subjectId')}, ${keys[1]} as subject, ${keys[2]} as ${sql.ref('tokenName')},
      ${sums((figure) => FIGURES[figure])}
    from (${sql.join(summed, sql` union all `)}) parts group by ${groups} having sum(requests) > 0
    union all select ${sql.lit(WATERMARK_TIME)}, 0, '', '', ${marksNow}, 0, 0, 0, 0, 0 ${fromWatermark(kind)}`
}

/** Exact at the moment of the reading, unless it says what it has left out. */
export const readSlots = async (source: RollupSource, request: SlotRequest): Promise<SlotReading> => {
  const { kind, span, slices } = request
  const fits = (grain: number): boolean => slices === undefined || (slices.step % grain === 0 && slices.first % grain === 0)
  const grains = kind.grains.filter(fits)
  if (span.from >= span.to) return { rows: [], uncounted: 0 }
  const uncounted = await backlogOf(source, kind)
  const rows = await readAtWatermark(source, kind, ({ watermark, ...floors }) => {
    const split = splitSpan(countedSpan(span, floors, grains), grains)
    if (split.rollups.length + split.remainder.length === 0) return undefined
    return statementOf(source, request, [
      ...split.rollups.map((part) => fromSlots(request, part)),
      ...split.remainder.map((part) => fromRows(request, within(sql.ref('created_at'), part))),
      ...(uncounted > 0 ? [] : fromNewRows(request, split, watermark)),
    ])
  })
  return { rows, uncounted }
}
