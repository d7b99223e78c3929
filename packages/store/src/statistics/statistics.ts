import { addSaturated } from '@weir/contract/values/quantity'
import type { StoreContext } from '../context.ts'
import { KINDS, SLOT_KINDS } from '../log-index/kinds.ts'
import { END_OF_TIME, readRollups } from '../log-index/rollups/read-rollups.ts'
import type { RollupRow } from '../log-index/rollups/rollup-query.ts'
import { readSlots, type SlotRequest, type SlotRow } from '../log-index/rollups/read-slots.ts'

export type StatisticsDimension = 'user' | 'token' | 'model' | 'channel' | 'group'

export interface StatisticsPeriod {
  /** Epoch seconds; `end` is not part of it. */
  readonly start: number
  readonly end: number
  /** Everyone when absent. A user's own requests are told apart by token or model. */
  readonly userId?: number | undefined
}

export interface StatisticsFigures {
  readonly requests: number
  readonly failures: number
  readonly quota: number
  readonly tokens: number
  /** What upstream takes for it, of rows where that is known. */
  readonly cost: number
  /** Charged for those rows. */
  readonly costedQuota: number
  /** All requests together; undefined where it is not kept. */
  readonly elapsedMs: number | undefined
}

/** What one user, token, model, channel or group came to. */
export interface StatisticsShare extends StatisticsFigures {
  /** Of a channel. */
  readonly id: number
  readonly name: string
  /** Whose token it is. */
  readonly owner: string
}

export interface StatisticsSlice extends StatisticsFigures {
  readonly time: number
}

interface Counted<T> {
  readonly rows: readonly T[]
  /** New rows of the log that are left out because they are too many to be read at once: after an update, until they are indexed. */
  readonly uncounted: number
}

/** Sums over consumption, for lists of who had most. */
export interface Statistics {
  shares(period: StatisticsPeriod, by: StatisticsDimension): Promise<Counted<StatisticsShare>>
  /** Slices of `step` seconds, whole hours; the first begins with the whole hour that the period begins in. */
  course(period: StatisticsPeriod, step: number): Promise<Counted<StatisticsSlice>>
}

const HOUR = 3600
const DAY = 24 * HOUR
/** Days in a chart begin when the period does; longer slices with a day of UTC, because so many hours would have to be read. */
const MAX_HOURS_STEP = DAY

const figuresOf = (row: RollupRow | SlotRow): StatisticsFigures => ({
  requests: row.requests,
  failures: row.failures,
  quota: row.quota,
  tokens: addSaturated(row.promptTokens, row.completionTokens),
  cost: row.cost,
  costedQuota: row.costedQuota,
  elapsedMs: 'elapsedMs' in row ? row.elapsedMs : undefined,
})

const toShare = (row: SlotRow, by: StatisticsDimension): StatisticsShare => {
  const figures = figuresOf(row)
  switch (by) {
    case 'token':
      return { id: 0, name: row.tokenName, owner: row.subject, ...figures }
    case 'channel':
      return { id: row.subjectId, name: '', owner: '', ...figures }
    case 'user':
    case 'model':
    case 'group':
      return { id: 0, name: row.subject, owner: '', ...figures }
  }
}

const REQUESTS = {
  user: { kind: SLOT_KINDS.spenders, by: ['subject'] },
  token: { kind: SLOT_KINDS.spenders, by: ['subject', 'token_name'] },
  model: { kind: SLOT_KINDS.modelSlots, by: ['subject'] },
  channel: { kind: SLOT_KINDS.channelSlots, by: ['subject_id'] },
  group: { kind: SLOT_KINDS.groups, by: ['subject'] },
} as const satisfies Record<StatisticsDimension, Pick<SlotRequest, 'kind' | 'by'>>

export const createStatistics = (source: Pick<StoreContext, 'kysely' | 'engine'>): Statistics => {
  const spanOf = ({ start, end }: StatisticsPeriod) => ({ from: start, to: Math.min(end, END_OF_TIME) })

  /** Kept by user and model for other purposes, without the time that requests took. */
  const modelsOf = async (userId: number, period: StatisticsPeriod): Promise<Counted<StatisticsShare>> => {
    const rows = await readRollups(source, {
      kind: KINDS.userModels,
      match: { user_id: userId },
      span: spanOf(period),
      by: ['model_name'],
    })
    return { rows: rows.map((row) => ({ id: 0, name: row.model, owner: '', ...figuresOf(row) })), uncounted: 0 }
  }

  return {
    async shares(period, by) {
      const { userId } = period
      if (userId !== undefined && by === 'model') return modelsOf(userId, period)
      // The name of a user may change; the tokens are the user's own all the same.
      const request = userId === undefined ? REQUESTS[by] : ({ kind: SLOT_KINDS.spenders, by: ['token_name'] } as const)
      const { rows, uncounted } = await readSlots(source, { ...request, span: spanOf(period), userId })
      return { rows: rows.map((row) => toShare(row, userId === undefined ? by : 'token')), uncounted }
    },
    async course(period, step) {
      const grain = step > MAX_HOURS_STEP ? DAY : HOUR
      const slices = { step, first: period.start - (period.start % grain) }
      const kind = period.userId === undefined ? SLOT_KINDS.groups : SLOT_KINDS.spenders
      const { rows, uncounted } = await readSlots(source, { kind, span: spanOf(period), userId: period.userId, by: [], slices })
      return {
        rows: rows.map((row) => ({ time: row.time, ...figuresOf(row) })).toSorted((a, b) => a.time - b.time),
        uncounted,
      }
    },
  }
}
