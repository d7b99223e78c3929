import { sql, type RawBuilder } from 'kysely'
import { coverOf, type Cover, type Span } from './split-span.ts'
import type { Dimension } from '../kinds.ts'
import { mergeSums, readEdge } from './read-remainder.ts'
import { stateOf } from '../watermarks.ts'
import { addedUp, all, ofRows, ofSums, within, type SumRequest, type SumRow, type SumSource } from './rollup-query.ts'

/** Beyond every time there will be, and the beginning of a day. */
export const END_OF_TIME = 86_400 * 2 ** 26

/** The row of the state among the sums; no slice begins before 1970. */
const STATE_TIME = -1

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

const readAt = async (
  { kysely, engine }: SumSource,
  request: SumRequest,
  { cover, throughId }: { readonly cover: Cover; readonly throughId: number },
) => {
  const parts = [
    ...cover.sums.map((span) => ofSums(request, span)),
    ...cover.edges.map((span) => ofEdge(request, span)),
    ...ofNewRows(request, cover, throughId),
  ]
  const { rows } = await sql<SumRow>`${addedUp(engine, request, parts)}
    union all select ${sql.lit(STATE_TIME)}, '', 0, 0, through_id, 0, 0, 0, 0 from log_sum_state where name = ${stateOf(request.kind)}
    order by 1, 2, 3, 4`.execute(kysely)
  const [state, ...sums] = rows
  return { sums, throughId: state?.requests ?? 0 }
}

/**
 * Exact at the moment of the reading. Sums, their state and the new rows come from one statement, hence from one moment; if the state is not
 * the one that the new rows were counted from, somebody has just moved it, and the reading is done again.
 */
const readCover = async (source: SumSource, request: SumRequest, cover: Cover): Promise<readonly SumRow[]> => {
  if (cover.sums.length + cover.edges.length === 0) return []
  const state = await source.kysely
    .selectFrom('log_sum_state')
    .select('through_id')
    .where('name', '=', stateOf(request.kind))
    .executeTakeFirstOrThrow()
  for (let throughId = state.through_id; ;) {
    const reading = await readAt(source, request, { cover, throughId })
    if (reading.throughId === throughId) return reading.sums
    throughId = reading.throughId
  }
}

/** A row lies in the sums or in an edge by its time, so the two may be read one after the other. */
export const readSums = async (source: SumSource, request: SumRequest): Promise<readonly SumRow[]> => {
  const { kind, step } = request
  const cover = coverOf(
    request.span,
    kind.grains.filter((grain) => step === undefined || step % grain === 0),
  )
  if (kind.subjectId === undefined && kind.subject === undefined) return readCover(source, request, cover)
  const rows = [...(await readCover(source, request, { sums: cover.sums, edges: [] }))]
  for (const edge of cover.edges) rows.push(...(await readEdge(source, request, edge)))
  return mergeSums(rows)
}
