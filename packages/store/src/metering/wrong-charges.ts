import { LogType } from '@weir/contract/log'
import { IMPORTED_DETAIL, recompute } from '@weir/relay/charging/charge-detail'
import type { StoreContext } from '../context.ts'
import { yieldToRequests } from '../yield-to-requests.ts'

const ROWS_AT_ONCE = 2000
/** Enough to see what is wrong. */
const MAX_WRONG = 100

/** A log row whose charge does not follow from the figures in it. */
export interface WrongCharge {
  readonly requestId: string
  readonly charged: number
  /** Undefined when figures are missing in the row. */
  readonly expected: number | undefined
}

/** By the ids of their rows. */
const wrongIn = async (kysely: StoreContext['kysely']): Promise<ReadonlyMap<number, WrongCharge>> => {
  const wrong = new Map<number, WrongCharge>()
  const consumed = kysely.selectFrom('logs').select(['id', 'request_id', 'quota', 'detail']).where('type', '=', LogType.consume)
  for (let after = 0; wrong.size < MAX_WRONG;) {
    const rows = await consumed.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE).execute()
    for (const row of rows.filter(({ detail }) => detail !== IMPORTED_DETAIL)) {
      const expected = recompute(row)
      if (expected !== row.quota) wrong.set(row.id, { requestId: row.request_id, charged: row.quota, expected })
    }
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id
    await yieldToRequests()
  }
  return wrong
}

/**
 * In pieces, so that requests are served meanwhile. Returns some of them, if there are many. Rows that wait to be moved are read first: one that
 * is moved meanwhile is met twice, and never missed.
 */
export const findWrongCharges = async ({
  kysely,
  logDatabase,
}: Pick<StoreContext, 'kysely' | 'logDatabase'>): Promise<readonly WrongCharge[]> => {
  const wrong = new Map(await wrongIn(kysely))
  if (logDatabase !== undefined) for (const [id, charge] of await wrongIn(logDatabase.kysely)) wrong.set(id, charge)
  return [...wrong.values()].slice(0, MAX_WRONG)
}
