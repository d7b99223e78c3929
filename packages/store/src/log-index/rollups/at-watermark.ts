import { sql, type RawBuilder } from 'kysely'
import type { RollupKind } from '../kinds.ts'
import { watermarkOf } from '../watermarks.ts'
import type { RollupSource } from './rollup-query.ts'

/** The row of the watermark among the rollups; no slice begins before 1970. */
export const WATERMARK_TIME = -1

interface MarkedRow {
  readonly time: number
  /** In the row of the watermark: the last row that the rollups include. */
  readonly requests: number
}

/** The tables that the row of the watermark is read from. */
export const fromWatermark = (kind: RollupKind): RawBuilder<unknown> => sql`from log_sum_state where name = ${watermarkOf(kind)}`

/**
 * Exact at the moment of the reading. Rollups, their watermark and the new rows come from one statement, hence from one moment; if the watermark
 * is not the one that the new rows were counted from, another process has just advanced it, and the reading is done again.
 */
export const readAtWatermark = async <Row extends MarkedRow>(
  { kysely }: Pick<RollupSource, 'kysely'>,
  kind: RollupKind,
  statementFor: (watermark: number) => RawBuilder<Row>,
): Promise<readonly Row[]> => {
  const mark = await kysely.selectFrom('log_sum_state').select('through_id').where('name', '=', watermarkOf(kind)).executeTakeFirstOrThrow()
  for (let watermark = mark.through_id; ;) {
    const { rows } = await statementFor(watermark).execute(kysely)
    const seen = rows.find(({ time }) => time === WATERMARK_TIME)?.requests ?? 0
    if (seen === watermark) return rows.filter(({ time }) => time !== WATERMARK_TIME)
    watermark = seen
  }
}
