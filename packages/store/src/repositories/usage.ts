import { LogType } from '@weir/contract/log'
import { sql, type RawBuilder } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'

const DAY = 86_400
/** How long after midnight a request that began before it may still be booked. */
const SETTLE_SECONDS = 3600
const KEEP_MS = 600_000
const MAX_KEPT_DAYS = 500

/** Upper bounds in milliseconds. A median is read off the bucket it falls into: exact enough to see, and no database has to sort. */
const BUCKETS = [25, 50, 100, 150, 200, 300, 450, 650, 1000, 1500, 2000, 3000, 4500, 6500, 10_000, 15_000, 30_000, 60_000, 120_000, 600_000]

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

/** Sums over consumption, found through the indexes of the log. */
export interface Usage {
  period(scope: UsageScope): Promise<UsagePeriod>
  byDayAndModel(userId: number, since: number): Promise<readonly DayUsage[]>
}

interface LatencyCount {
  readonly channelId: number
  readonly time: number
  readonly bucket: number
  readonly requests: number
  readonly failures: number
}

interface Chunk {
  readonly slices: readonly UsageSlice[]
  readonly latencies: readonly LatencyCount[]
}

const bucketOf: RawBuilder<number> = sql<number>`case ${sql.join(
  BUCKETS.map((bound, index) => sql`when elapsed_time <= ${sql.lit(bound)} then ${sql.lit(index)}`),
  sql` `,
)} else ${sql.lit(BUCKETS.length)} end`

/** Straight between the bounds of the bucket that holds the middle request. */
export const medianOf = (counts: readonly Pick<LatencyCount, 'bucket' | 'requests'>[]): number => {
  const total = counts.reduce((sum, { requests }) => sum + requests, 0)
  let below = 0
  for (const { bucket, requests } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    const low = BUCKETS[bucket - 1] ?? 0
    const high = BUCKETS[bucket] ?? low
    if (below + requests >= total / 2) return Math.round(low + ((high - low) * (total / 2 - below)) / requests)
    below += requests
  }
  return 0
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [T, ...T[]])[] => {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...groups.values()]
}

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number => items.reduce((sum, item) => sum + numberOf(item), 0)

const toCells = (latencies: readonly LatencyCount[]): readonly ChannelCell[] =>
  groupBy(latencies, ({ channelId, time }) => `${channelId} ${time}`).map((cell) => ({
    channelId: cell[0].channelId,
    time: cell[0].time,
    requests: sumOf(cell, (row) => row.requests),
    failures: sumOf(cell, (row) => row.failures),
    medianMs: medianOf(cell),
  }))

/** Days, cut at midnight UTC: a whole one is the same for everyone who looks at it. */
const daysOf = ({ start, end }: UsageScope): readonly { readonly start: number; readonly end: number }[] => {
  const days: { readonly start: number; readonly end: number }[] = []
  for (let from = start; from < end;) {
    const to = Math.min(end, from - (from % DAY) + DAY)
    days.push({ start: from, end: to })
    from = to
  }
  return days
}

/** A slice longer than a day comes in parts. */
const mergeSlices = (slices: readonly UsageSlice[]): readonly UsageSlice[] =>
  groupBy(slices, ({ time, model }) => `${time} ${model}`).map((parts) => ({
    time: parts[0].time,
    model: parts[0].model,
    requests: sumOf(parts, (part) => part.requests),
    failures: sumOf(parts, (part) => part.failures),
    quota: sumOf(parts, (part) => part.quota),
    tokens: sumOf(parts, (part) => part.tokens),
  }))

export const createUsage = ({ kysely, clock }: StoreContext): Usage => {
  const closedDays = new Map<string, { readonly chunk: Chunk; readonly goodUntil: number }>()

  const rows = ({ start, end, userId }: Omit<UsageScope, 'step'>) =>
    kysely
      .selectFrom('logs')
      .where('type', '=', LogType.consume)
      .where('created_at', '>=', start)
      .where('created_at', '<', end)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))

  const requests = sql<number>`count(*)`.as('requests')
  const failures = sql<number>`sum(case when outcome = 'failed' then 1 else 0 end)`.as('failures')
  const quota = sql<number>`sum(quota)`.as('quota')
  const tokens = sql<number>`sum(prompt_tokens + completion_tokens)`.as('tokens')
  const timeIn = (step: number) => sql<number>`created_at - created_at % ${sql.lit(step)}`.as('time')

  const load = async (scope: UsageScope): Promise<Chunk> => ({
    slices: await rows(scope)
      .select([timeIn(scope.step), 'model_name as model', requests, failures, quota, tokens])
      .groupBy(['time', 'model_name'])
      .orderBy('time')
      .orderBy('model')
      .execute(),
    latencies: await rows(scope)
      .select([timeIn(scope.step), 'channel_id as channelId', bucketOf.as('bucket'), requests, failures])
      .groupBy(['time', 'channel_id', 'bucket'])
      .execute(),
  })

  /** Whole days of the past are kept for a while: looking at a month again reads today alone. */
  const loadDay = async (scope: UsageScope): Promise<Chunk> => {
    const now = clock()
    const isClosed = scope.end - scope.start === DAY && (scope.end + SETTLE_SECONDS) * 1000 < now
    if (!isClosed) return load(scope)
    const key = `${scope.userId ?? ''} ${scope.start} ${scope.step}`
    const known = closedDays.get(key)
    if (known !== undefined && now < known.goodUntil) return known.chunk
    const chunk = await load(scope)
    if (closedDays.size >= MAX_KEPT_DAYS) closedDays.clear()
    closedDays.set(key, { chunk, goodUntil: now + KEEP_MS })
    return chunk
  }

  return {
    async period(scope) {
      const chunks: Chunk[] = []
      for (const day of daysOf(scope)) {
        chunks.push(await loadDay({ ...scope, ...day }))
        await breathe()
      }
      const latencies = chunks.flatMap((chunk) => chunk.latencies)
      return { medianMs: medianOf(latencies), slices: mergeSlices(chunks.flatMap((chunk) => chunk.slices)), cells: toCells(latencies) }
    },
    byDayAndModel: (userId, since) =>
      rows({ start: since, end: Number.MAX_SAFE_INTEGER, userId })
        .select([
          timeIn(DAY),
          'model_name as model',
          requests,
          quota,
          sql<number>`sum(prompt_tokens)`.as('promptTokens'),
          sql<number>`sum(completion_tokens)`.as('completionTokens'),
        ])
        .groupBy(['time', 'model_name'])
        .orderBy('time')
        .orderBy('model')
        .execute(),
  }
}
