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

/** In pieces, so that requests are served meanwhile. Returns some of them, if there are many. */
export const findWrongCharges = async ({ kysely }: Pick<StoreContext, 'kysely'>): Promise<readonly WrongCharge[]> => {
  const wrong: WrongCharge[] = []
  const consumed = kysely.selectFrom('logs').select(['id', 'request_id', 'quota', 'detail']).where('type', '=', LogType.consume)
  for (let after = 0; wrong.length < MAX_WRONG;) {
    const rows = await consumed.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE).execute()
    for (const row of rows.filter(({ detail }) => detail !== IMPORTED_DETAIL)) {
      const expected = recompute(row)
      if (expected !== row.quota) wrong.push({ requestId: row.request_id, charged: row.quota, expected })
    }
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id
    await yieldToRequests()
  }
  return wrong.slice(0, MAX_WRONG)
}
