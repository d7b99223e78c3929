import { addSaturated } from '@weir/contract/values/quantity'
import type { StoreContext } from '../context.ts'
import { DAY, KINDS } from '../log-index/kinds.ts'
import { medianOf } from '../log-index/latency.ts'
import { readCells } from '../log-index/rollups/read-cells.ts'
import { END_OF_TIME, readRollups, readTwoRollups } from '../log-index/rollups/read-rollups.ts'
import type { RollupRequest, RollupRow } from '../log-index/rollups/rollup-query.ts'

export interface UsageScope {
  /** Seconds; `end` is not part of the period. */
  readonly start: number
  readonly end: number
  /** Seconds per slice; slices begin at multiples of it. */
  readonly step: number
  /** Everyone when absent. */
  readonly userId?: number | undefined
}

export interface UsageSlice {
  readonly time: number
  readonly model: string
  readonly requests: number
  readonly failures: number
  readonly quota: number
  readonly tokens: number
}

export interface ChannelCell {
  readonly channelId: number
  readonly time: number
  readonly requests: number
  readonly failures: number
  readonly medianMs: number
}

export interface UsagePeriod {
  readonly medianMs: number
  readonly slices: readonly UsageSlice[]
  /** Of everyone's requests alone: a user does not see channels. */
  readonly cells: readonly ChannelCell[]
}

export interface DayUsage {
  /** Midnight UTC that the day began with. */
  readonly time: number
  readonly model: string
  readonly requests: number
  readonly quota: number
  readonly promptTokens: number
  readonly completionTokens: number
}

export interface UsageTotals {
  readonly requests: number
  readonly failures: number
  readonly quota: number
  readonly tokens: number
  readonly medianMs: number
}

/** Sums over consumption. */
export interface Usage {
  period(scope: UsageScope): Promise<UsagePeriod>
  totals(scope: Omit<UsageScope, 'step'>): Promise<UsageTotals>
  byDayAndModel(userId: number, since: number): Promise<readonly DayUsage[]>
}

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => addSaturated(sum, numberOf(item)), 0)

const tokensOf = ({ promptTokens, completionTokens }: RollupRow): number => addSaturated(promptTokens, completionTokens)

const toSlice = (row: RollupRow): UsageSlice => ({
  time: row.time,
  model: row.model,
  requests: row.requests,
  failures: row.failures,
  quota: row.quota,
  tokens: tokensOf(row),
})

const spanOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({ from: start, to: Math.min(end, END_OF_TIME) })

export const createUsage = (source: Pick<StoreContext, 'kysely' | 'engine'>): Usage => {
  const read = (request: RollupRequest): Promise<readonly RollupRow[]> => readRollups(source, request)

  const models = (userId: number | undefined) =>
    userId === undefined ? { kind: KINDS.models, match: {} } : { kind: KINDS.userModels, match: { user_id: userId } }
  const latencies = (userId: number | undefined) =>
    userId === undefined ? { kind: KINDS.latencies, match: {} } : { kind: KINDS.userLatencies, match: { user_id: userId } }

  return {
    async period({ step, userId, ...bounds }) {
      const span = spanOf(bounds)
      const request: RollupRequest = { ...models(userId), span, step, by: ['model_name'] }
      if (userId === undefined) {
        const [rows, cells] = await Promise.all([read(request), readCells(source, { span, step })])
        return {
          medianMs: medianOf(cells.flatMap(({ latencies: counts }) => counts)),
          slices: rows.map(toSlice),
          cells: cells
            .map(({ latencies: counts, ...cell }) => ({ ...cell, medianMs: medianOf(counts) }))
            .toSorted((a, b) => a.time - b.time || a.channelId - b.channelId),
        }
      }
      const { kind } = latencies(userId)
      const [rows, counts] = await readTwoRollups(source, request, { kind, by: kind.parts })
      return { medianMs: medianOf(counts), slices: rows.map(toSlice), cells: [] }
    },
    async totals({ userId, ...bounds }) {
      const rows = await read({ ...latencies(userId), span: spanOf(bounds), by: ['bucket'] })
      return {
        requests: sumOf(rows, (row) => row.requests),
        failures: sumOf(rows, (row) => row.failures),
        quota: sumOf(rows, (row) => row.quota),
        tokens: sumOf(rows, tokensOf),
        medianMs: medianOf(rows),
      }
    },
    async byDayAndModel(userId, since) {
      const rows = await read({ ...models(userId), span: { from: since, to: END_OF_TIME }, step: DAY, by: ['model_name'] })
      return rows.map(({ time, model, requests, quota, promptTokens, completionTokens }) => ({
        time,
        model,
        requests,
        quota,
        promptTokens,
        completionTokens,
      }))
    },
  }
}
