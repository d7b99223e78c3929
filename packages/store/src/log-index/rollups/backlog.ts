import { sql } from 'kysely'
import type { RollupKind } from '../kinds.ts'
import { watermarkOf } from '../watermarks.ts'
import type { RollupSource } from './rollup-query.ts'

/** Four times what the job lets wait under load. A kind that came with an update begins with the whole log. */
const MAX_NEW_ROWS = 200_000

/** Rows beyond the watermark of a kind where they are too many to be read by one statement, otherwise 0. */
export const backlogOf = async ({ kysely }: Pick<RollupSource, 'kysely'>, kind: RollupKind): Promise<number> => {
  const { rows } = await sql<{ readonly waiting: number }>`select coalesce((select max(id) from logs), 0) - through_id as waiting
    from log_sum_state where name = ${watermarkOf(kind)}`.execute(kysely)
  const waiting = Number(rows[0]?.waiting ?? 0)
  return waiting > MAX_NEW_ROWS ? waiting : 0
}
