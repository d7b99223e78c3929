import { sql, type RawBuilder } from 'kysely'
import { splitSpan, type SplitSpan, type Span } from './split-span.ts'
import type { RollupDimension } from '../kinds.ts'
import { mergeRollups, readRemainder } from './read-remainder.ts'
import { watermarkOf } from '../watermarks.ts'
import { summed, all, fromRows, fromRollups, within, type RollupRequest, type RollupRow, type RollupSource } from './rollup-query.ts'

/** Beyond every time there will be, and the beginning of a day. */
export const END_OF_TIME = 86_400 * 2 ** 26

/** The row of the watermark among the rollups; no slice begins before 1970. */
const WATERMARK_TIME = -1

const fromRemainder = (request: RollupRequest, span: Span): RawBuilder<unknown> => {
  const values = Object.entries(request.match).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return fromRows(request, all([within(sql.ref('created_at'), span), ...values]))
}

const EMPTY: Readonly<Record<RollupDimension, string | number>> = {
  user_id: 0,
  username: '',
  token_name: '',
  model_name: '',
  channel_id: 0,
}

/** New rows are few and lie together at the end of the table; wrapped columns keep planners from looking for them in an index. */
const fromNewRows = (request: RollupRequest, { rollups }: SplitSpan, watermark: number): readonly RawBuilder<unknown>[] => {
  const from = rollups[0]?.from
  const to = rollups.at(-1)?.to
  if (from === undefined || to === undefined) return []
  const hidden = (column: string, empty: string | number) => sql`coalesce(${sql.ref(column)}, ${sql.lit(empty)})`
  const values = Object.entries(EMPTY).flatMap(([column, empty]) => {
    const value = request.match[column as RollupDimension]
    return value === undefined ? [] : [sql`${hidden(column, empty)} = ${value}`]
  })
  return [fromRows(request, all([sql`id > ${watermark}`, within(hidden('created_at', 0), { from, to }), ...values]))]
}

const readAt = async (
  { kysely, engine }: RollupSource,
  request: RollupRequest,
  { split, watermark }: { readonly split: SplitSpan; readonly watermark: number },
) => {
  const parts = [
    ...split.rollups.map((span) => fromRollups(request, span)),
    ...split.remainder.map((span) => fromRemainder(request, span)),
    ...fromNewRows(request, split, watermark),
  ]
  const { rows } = await sql<RollupRow>`${summed(engine, request, parts)}
    union all select ${sql.lit(WATERMARK_TIME)}, '', 0, 0, through_id, 0, 0, 0, 0, 0, 0 from log_sum_state where name = ${watermarkOf(request.kind)}
    order by 1, 2, 3, 4`.execute(kysely)
  const [mark, ...found] = rows
  return { rows: found, watermark: mark?.requests ?? 0 }
}

/**
 * Exact at the moment of the reading. Rollups, their watermark and the new rows come from one statement, hence from one moment; if the watermark
 * is not the one that the new rows were counted from, another process has just advanced it, and the reading is done again.
 */
const readSplit = async (source: RollupSource, request: RollupRequest, split: SplitSpan): Promise<readonly RollupRow[]> => {
  if (split.rollups.length + split.remainder.length === 0) return []
  const mark = await source.kysely
    .selectFrom('log_sum_state')
    .select('through_id')
    .where('name', '=', watermarkOf(request.kind))
    .executeTakeFirstOrThrow()
  for (let watermark = mark.through_id; ;) {
    const reading = await readAt(source, request, { split, watermark })
    if (reading.watermark === watermark) return reading.rows
    watermark = reading.watermark
  }
}

/** A row lies in the rollups or in the remainder by its time, so the two may be read one after the other. */
export const readRollups = async (source: RollupSource, request: RollupRequest): Promise<readonly RollupRow[]> => {
  const { kind, step } = request
  const split = splitSpan(
    request.span,
    kind.grains.filter((grain) => step === undefined || step % grain === 0),
  )
  if (kind.subjectId === undefined && kind.subject === undefined) return readSplit(source, request, split)
  const rows = [...(await readSplit(source, request, { rollups: split.rollups, remainder: [] }))]
  for (const span of split.remainder) rows.push(...(await readRemainder(source, request, span)))
  return mergeRollups(rows)
}
