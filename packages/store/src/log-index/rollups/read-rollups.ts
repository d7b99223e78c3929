import { sql, type RawBuilder } from 'kysely'
import { countedSpan, splitSpan, type SplitSpan, type Span } from './split-span.ts'
import { fault } from '../conditions.ts'
import type { Dimension } from '../kinds.ts'
import { byKey, mergeRollups, readRemainder } from './read-remainder.ts'
import { readFloors, type Floors } from '../floor.ts'
import { fromWatermark, marksNow, readAtWatermark, WATERMARK_TIME, type Marks } from './at-watermark.ts'
import {
  summed,
  all,
  comparedBy,
  fromRows,
  fromRollups,
  within,
  type RollupRequest,
  type RollupRow,
  type RollupSource,
} from './rollup-query.ts'

/** Beyond every time there will be, and the beginning of a day. */
export const END_OF_TIME = 86_400 * 2 ** 26

const fromRemainder = (request: RollupRequest, span: Span): RawBuilder<unknown> => {
  const values = Object.entries(request.match).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return fromRows(request, all([within(sql.ref('created_at'), span), ...values]))
}

const EMPTY: Readonly<Record<Dimension, string | number>> = {
  user_id: 0,
  username: '',
  token_name: '',
  model_name: '',
  channel_id: 0,
  group_name: '',
  outcome: '',
  fault: '',
  attempts: 1,
}

/** New rows are few and lie together at the end of the table; wrapped columns keep planners from looking for them in an index. */
const fromNewRows = (request: RollupRequest, { rollups }: SplitSpan, watermark: number): readonly RawBuilder<unknown>[] => {
  const from = rollups[0]?.from
  const to = rollups.at(-1)?.to
  if (from === undefined || to === undefined) return []
  const hidden = (column: string, empty: string | number) =>
    sql`coalesce(${column === 'fault' ? fault : sql.ref(column)}, ${sql.lit(empty)})`
  const values = Object.entries(EMPTY).flatMap(([column, empty]) => {
    const value = request.match[column as Dimension]
    return value === undefined ? [] : [sql`${hidden(column, empty)} ${comparedBy(column)} ${value}`]
  })
  return [fromRows(request, all([sql`id > ${watermark}`, within(hidden('created_at', 0), { from, to }), ...values]))]
}

/** What lies between two whole hours or days is read with the rollups, or afterwards. */
type Remainder = 'with-rollups' | 'apart'

/** What has to be added up. */
export interface Parts {
  readonly rollups: readonly RawBuilder<unknown>[]
  readonly rows: readonly RawBuilder<unknown>[]
}

export const partsAt = ({ watermark, ...floors }: Marks, request: RollupRequest, remainder: Remainder = 'with-rollups'): Parts => {
  const whole = splitCounted(request, floors)
  const parts = remainder === 'apart' ? { ...whole, remainder: [] } : whole
  return {
    rollups: parts.rollups.map((span) => fromRollups(request, span)),
    rows: [...parts.remainder.map((span) => fromRemainder(request, span)), ...fromNewRows(request, parts, watermark)],
  }
}

export const readParts = async (source: RollupSource, request: RollupRequest, remainder: Remainder): Promise<readonly RollupRow[]> =>
  readAtWatermark(source, request.kind, (marks) => {
    const { rollups, rows } = partsAt(marks, request, remainder)
    if (rollups.length + rows.length === 0) return undefined
    return sql<RollupRow>`${summed(source.engine, request, [...rollups, ...rows])}
      union all select ${sql.lit(WATERMARK_TIME)}, '', 0, 0, ${marksNow}, 0, 0, 0, 0 ${fromWatermark(request.kind)}`
  })

const splitCounted = ({ kind, span, step, starts = [step ?? 0] }: RollupRequest, floors: Floors): SplitSpan => {
  const grains = kind.grains.filter((grain) => starts.every((start) => start % grain === 0))
  return splitSpan(countedSpan(span, floors, grains), grains)
}

const isOfNobody = ({ kind }: RollupRequest): boolean => kind.subjectId === undefined && kind.subject === undefined

/**
 * A row lies in the rollups or in the remainder by its time, so the two may be read one after the other, unless a floor has moved meanwhile.
 * The other request differs in its kind, which has the same grains, and in what it tells apart: the rows of the remainder are read once for both.
 */
export const readOfSubject = async (
  source: RollupSource,
  request: RollupRequest,
  other?: Pick<RollupRequest, 'kind' | 'by'>,
): Promise<readonly [readonly RollupRow[], readonly RollupRow[]]> => {
  const lists = other === undefined ? [request.by] : [request.by, other.by]
  for (let floors = await readFloors(source.kysely); ;) {
    const own = await readParts(source, request, 'apart')
    const others = other === undefined ? [] : await readParts(source, { ...request, ...other }, 'apart')
    const rows: RollupRow[] = []
    const otherRows: RollupRow[] = []
    for (const span of splitCounted(request, floors).remainder) {
      const [ofOwn = [], ofOthers = []] = await readRemainder(source, { ...request, span }, lists)
      rows.push(...ofOwn)
      otherRows.push(...ofOthers)
    }
    const now = await readFloors(source.kysely)
    if (now.floor === floors.floor && now.rowFloor === floors.rowFloor)
      return [mergeRollups([...own, ...rows], request.by), mergeRollups([...others, ...otherRows], other?.by ?? [])]
    floors = now
  }
}

export const readRollups = async (source: RollupSource, request: RollupRequest): Promise<readonly RollupRow[]> =>
  isOfNobody(request) ? (await readParts(source, request, 'with-rollups')).toSorted(byKey) : (await readOfSubject(source, request))[0]
