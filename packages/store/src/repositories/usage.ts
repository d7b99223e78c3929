import { addSaturated } from '@weir/contract/values/quantity'
import type { StoreContext } from '../context.ts'
import { readFloors } from '../log-index/floor.ts'
import { DAY, HOUR, KINDS } from '../log-index/kinds.ts'
import { medianOf } from '../log-index/latency.ts'
import { readCells, readZoneCells, type Cell } from '../log-index/rollups/read-cells.ts'
import { END_OF_TIME, readOfSubject, readRollups } from '../log-index/rollups/read-rollups.ts'
import type { RollupRequest, RollupRow } from '../log-index/rollups/rollup-query.ts'

export interface UsageScope {
  /** Seconds; `end` is not part of the period. */
  readonly start: number
  readonly end: number
  /** Seconds per slice; slices begin at multiples of it. */
  readonly step: number
  /** Everyone when absent. */
  readonly userId?: number | undefined
  /** Where the days of a zone begin and the last one ends, as slices in place of `step`. */
  readonly bounds?: readonly number[] | undefined
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
  /** What slices are cut by; undefined where it is `step`. */
  readonly bounds?: readonly number[] | undefined
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
  totals(scope: Omit<UsageScope, 'step' | 'bounds'>): Promise<UsageTotals>
  byDayAndModel(userId: number, since: number): Promise<readonly DayUsage[]>
}

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => addSaturated(sum, numberOf(item)), 0)

const tokensOf = ({ promptTokens, completionTokens }: RollupRow): number => addSaturated(promptTokens, completionTokens)

const toSlice = (row: RollupRow, time: number): UsageSlice => ({
  time,
  model: row.model,
  requests: row.requests,
  failures: row.failures,
  quota: row.quota,
  tokens: tokensOf(row),
})

const toCells = (cells: readonly Cell[], timeOf: (time: number) => number): readonly ChannelCell[] =>
  cells
    .map(({ latencies, time, ...cell }) => ({ ...cell, time: timeOf(time), medianMs: medianOf(latencies) }))
    .toSorted((a, b) => a.time - b.time || a.channelId - b.channelId)

/** Of one user sums are kept by the day of UTC: other days are read from the rows, as long as these are not many. */
const MAX_OWN_ROWS = 10_000

/** The whole hours that days begin with: where they begin between two of them, an hour belongs to the day that has its middle. */
const wholeHours = (bounds: readonly number[], start: number): readonly number[] => {
  const [first = start, ...later] = bounds.slice(0, -1).map((bound) => Math.ceil((bound - HOUR / 2) / HOUR) * HOUR)
  return [Math.min(first, start - (start % HOUR)), ...later]
}

const spanOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({ from: start, to: Math.min(end, END_OF_TIME) })

export const createUsage = (source: Pick<StoreContext, 'kysely' | 'engine'>): Usage => {
  const read = (request: RollupRequest): Promise<readonly RollupRow[]> => readRollups(source, request)

  const models = (userId: number | undefined) =>
    userId === undefined ? { kind: KINDS.models, match: {} } : { kind: KINDS.userModels, match: { user_id: userId } }
  const latencies = (userId: number | undefined) =>
    userId === undefined ? { kind: KINDS.latencies, match: {} } : { kind: KINDS.userLatencies, match: { user_id: userId } }

  const totals: Usage['totals'] = async ({ userId, ...bounds }) => {
    const rows = await read({ ...latencies(userId), span: spanOf(bounds), by: ['bucket'] })
    return {
      requests: sumOf(rows, (row) => row.requests),
      failures: sumOf(rows, (row) => row.failures),
      quota: sumOf(rows, (row) => row.quota),
      tokens: sumOf(rows, tokensOf),
      medianMs: medianOf(rows),
    }
  }

  const canCutBy = async (bounds: readonly number[], { start, end, userId }: UsageScope): Promise<boolean> => {
    if (userId === undefined || bounds.every((bound) => bound % DAY === 0)) return true
    const { rowFloor } = await readFloors(source.kysely)
    // Of whole days, whose sums are kept: to count the rest would be to read the rows.
    const days = { start: start - (start % DAY), end: Math.ceil(end / DAY) * DAY }
    return start >= rowFloor && (await totals({ ...days, userId })).requests <= MAX_OWN_ROWS
  }

  return {
    totals,
    async period(scope) {
      const { step, userId, start } = scope
      const span = spanOf(scope)
      const bounds = scope.bounds !== undefined && (await canCutBy(scope.bounds, scope)) ? scope.bounds : undefined
      const starts = bounds && wholeHours(bounds, start)
      const timeOf = (time: number): number => bounds?.[starts?.indexOf(time) ?? 0] ?? time
      const request: RollupRequest = { ...models(userId), span, step, starts, by: ['model_name'] }
      const slicesOf = (rows: readonly RollupRow[]) => rows.map((row) => toSlice(row, timeOf(row.time)))
      if (userId === undefined) {
        const reading = starts === undefined ? readCells(source, { span, step }) : readZoneCells(source, { span, starts })
        const [rows, { cells, latencies: counts }] = await Promise.all([read(request), reading])
        return { medianMs: medianOf(counts), bounds, slices: slicesOf(rows), cells: toCells(cells, timeOf) }
      }
      const { kind } = latencies(userId)
      const [rows, counts] = await readOfSubject(source, request, { kind, by: kind.parts })
      return { medianMs: medianOf(counts), bounds, slices: slicesOf(rows), cells: [] }
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
