import { sql, type RawBuilder } from 'kysely'
import type { RollupKind } from '../kinds.ts'
import { FLOOR, readFloor } from '../floor.ts'
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
}

/** The floor, for the row of the watermark. */
export const floorNow: RawBuilder<number> = sql<number>`coalesce((select max(through_id) from log_sum_state where name = ${sql.lit(FLOOR)}), 0)`

/** The tables that the row of the watermark is read from. */
export const fromWatermark = (kind: RollupKind): RawBuilder<unknown> => sql`from log_sum_state where name = ${watermarkOf(kind)}`

export interface Marks {
  readonly watermark: number
  /** Nothing before it counts. */
  readonly floor: number
}

/**
 * Exact at the moment of the reading. Rollups, their watermark and the new rows come from one statement, hence from one moment; if the watermark
 * is not the one that the new rows were counted from, or a deletion has begun or ended, the reading is done again.
 */
export const readAtWatermark = async <Row extends MarkedRow>(
  { kysely }: Pick<RollupSource, 'kysely'>,
  kind: RollupKind,
  statementFor: (marks: Marks) => RawBuilder<Row> | undefined,
): Promise<readonly Row[]> => {
  const mark = await kysely.selectFrom('log_sum_state').select('through_id').where('name', '=', watermarkOf(kind)).executeTakeFirstOrThrow()
  for (let marks: Marks = { watermark: mark.through_id, floor: await readFloor(kysely) }; ;) {
    const statement = statementFor(marks)
    if (statement === undefined) return []
    const { rows } = await statement.execute(kysely)
    const marked = rows.find(({ time }) => time === WATERMARK_TIME)
    const seen: Marks = { watermark: marked?.requests ?? 0, floor: Number(marked?.failures ?? 0) }
    if (seen.watermark === marks.watermark && seen.floor === marks.floor) return rows.filter(({ time }) => time !== WATERMARK_TIME)
    marks = seen
  }
}
