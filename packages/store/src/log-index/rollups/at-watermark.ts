import { sql, type RawBuilder } from 'kysely'
import type { RollupKind } from '../kinds.ts'
import { FLOOR, floorsIn, ROW_FLOOR, type Floors } from '../floor.ts'
import { watermarkOf } from '../watermarks.ts'
import type { RollupSource } from './rollup-query.ts'

/** The row of the watermark among the rollups; no slice begins before 1970. */
export const WATERMARK_TIME = -1

interface MarkedRow {
  readonly time: number
  /** In the row of the watermark: the last row that the rollups include. */
  readonly requests: number
  /** In the row of the watermark: the floor. */
  readonly failures: number
  /** In the row of the watermark: the floor of the rows. */
  readonly quota: number
}

const markOf = (name: string): RawBuilder<unknown> =>
  sql`coalesce((select max(through_id) from log_sum_state where name = ${sql.lit(name)}), 0)`

/** Three columns of the row of the watermark, and the table that it is read from. */
export const marksNow = sql`through_id, ${markOf(FLOOR)}, ${markOf(ROW_FLOOR)}`
export const fromWatermark = (kind: RollupKind): RawBuilder<unknown> => sql`from log_sum_state where name = ${watermarkOf(kind)}`

export interface Marks extends Floors {
  readonly watermark: number
}

const isSame = (a: Marks, b: Marks): boolean => a.watermark === b.watermark && a.floor === b.floor && a.rowFloor === b.rowFloor

/**
 * Exact at the moment of the reading. Rollups, their watermark and the new rows come from one statement, hence from one moment; if the watermark
 * is not the one that the new rows were counted from, or a deletion has begun or ended, the reading is done again.
 */
export const readAtWatermark = async <Row extends MarkedRow>(
  { kysely }: Pick<RollupSource, 'kysely'>,
  kind: RollupKind,
  statementFor: (marks: Marks) => RawBuilder<Row> | undefined,
): Promise<readonly Row[]> => {
  const name = watermarkOf(kind)
  const known = await kysely.selectFrom('log_sum_state').selectAll().where('name', 'in', [name, FLOOR, ROW_FLOOR]).execute()
  const mark = known.find((row) => row.name === name)
  if (mark === undefined) throw new Error(`log_sum_state has no row "${name}": the migrations have not run to their end`)
  for (let marks: Marks = { watermark: mark.through_id, ...floorsIn(known) }; ;) {
    const statement = statementFor(marks)
    if (statement === undefined) return []
    const { rows } = await statement.execute(kysely)
    const marked = rows.find(({ time }) => time === WATERMARK_TIME)
    const seen: Marks = {
      watermark: marked?.requests ?? 0,
      floor: Number(marked?.failures ?? 0),
      rowFloor: Number(marked?.quota ?? 0),
    }
    if (isSame(seen, marks)) return rows.filter(({ time }) => time !== WATERMARK_TIME)
    marks = seen
  }
}
