import { LogType } from '@weir/contract/log'
import { costOf } from '@weir/ledger/price'
import { readChargeDetail, type ChargeDetail } from '@weir/relay/charging/charge-detail'
import { logDatabaseOf, type StoreContext } from '../context.ts'
import { yieldToRequests } from '../yield-to-requests.ts'

const ROWS_AT_ONCE = 1000
const DAY_SECONDS = 86_400
/** A charge is rounded up to a whole unit; so many rows of a day would add up to dollars. */
const FINENESS = 1_000_000

export interface UpstreamUsageQuery {
  /** Epoch seconds; the end does not belong to it. */
  readonly start: number
  readonly end: number
  readonly channelIds: readonly number[]
}

/** What channels have delivered of one model on one day of UTC. */
export interface UpstreamUsage {
  /** Midnight in UTC. */
  readonly day: number
  readonly model: string
  requests: number
  promptTokens: number
  completionTokens: number
  /** At the price of the row without the ratio of the group, not rounded. */
  listUnits: number
}

export interface UpstreamUsages {
  byDayAndModel(query: UpstreamUsageQuery): Promise<readonly UpstreamUsage[]>
}

const listUnitsOf = ({ price, usage }: ChargeDetail): number => costOf(usage, { ...price, group: FINENESS }) / FINENESS

export const createUpstreamUsages = (context: Pick<StoreContext, 'kysely' | 'engine' | 'logDatabase'>): UpstreamUsages => {
  const { kysely } = logDatabaseOf(context)
  const readRows = ({ end, channelIds }: UpstreamUsageQuery, time: number, id: number) =>
    kysely
      .selectFrom('logs')
      .select(['id', 'created_at', 'model_name', 'detail'])
      .where('type', '=', LogType.consume)
      .where('channel_id', 'in', channelIds)
      .where('created_at', '>=', time)
      .where('created_at', '<', end)
      .where((eb) => eb.or([eb('created_at', '>', time), eb('id', '>', id)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()

  return {
    async byDayAndModel(query) {
      if (query.channelIds.length === 0) return []
      await context.logDatabase?.catchUp()
      const found = new Map<string, UpstreamUsage>()
      for (let [time, id] = [query.start, 0]; ;) {
        const rows = await readRows(query, time, id)
        for (const row of rows) {
          const detail = readChargeDetail(row.detail)
          // Without it nothing was delivered, or another program has counted.
          if (detail === undefined || detail === 'incomplete') continue
          const day = row.created_at - (row.created_at % DAY_SECONDS)
          const key = `${day} ${row.model_name}`
          const sums = found.get(key) ?? { day, model: row.model_name, requests: 0, promptTokens: 0, completionTokens: 0, listUnits: 0 }
          found.set(key, sums)
          const { usage } = detail
          sums.requests += 1
          sums.listUnits += listUnitsOf(detail)
          // Pictures, seconds and characters are no tokens.
          if (usage.unit !== undefined) continue
          sums.promptTokens += usage.input + usage.cacheRead + usage.cacheWrite
          sums.completionTokens += usage.output
        }
        const last = rows.at(-1)
        if (last === undefined) return [...found.values()]
        ;[time, id] = [last.created_at, last.id]
        await yieldToRequests()
      }
    },
  }
}
