import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { queryNumber } from './envelope.ts'
import { cleanText, epochSeconds, quotaUnits } from './values/quantity.ts'

export const STATISTICS_DIMENSIONS = ['user', 'token', 'model', 'channel', 'group'] as const
export type StatisticsDimension = (typeof STATISTICS_DIMENSIONS)[number]

/** What users see of their own requests. */
export const OWN_DIMENSIONS = ['token', 'model'] as const

export const STATISTICS_FIGURES = ['quota', 'cost', 'margin', 'requests', 'tokens', 'failures', 'latency'] as const
export type StatisticsFigure = (typeof STATISTICS_FIGURES)[number]

export const OWN_FIGURES = ['quota', 'requests', 'tokens', 'failures', 'latency'] as const

/** Rows of a list unless told, and at most: those of a table to keep. */
export const STATISTICS_ROWS = 10
export const MAX_STATISTICS_ROWS = 10_000

/** Days in a period, at most. */
export const MAX_STATISTICS_DAYS = 366

const figures = z.object({
  quota: quotaUnits,
  requests: z.int(),
  tokens: z.int(),
  failures: z.int(),
  /** The mean in milliseconds; null where there were no requests or it is not kept. */
  latency: z.int().nullable(),
  /** For administrators: what upstream takes, and what is left of the charges. Null where no channel says. */
  cost: quotaUnits.nullable().optional(),
  margin: quotaUnits.nullable().optional(),
})
export type StatisticsFigures = z.output<typeof figures>

const compared = z.object({ current: figures, before: figures })

export const statisticsData = z.object({
  start: epochSeconds,
  /** Does not belong to the period. */
  end: epochSeconds,
  before_start: epochSeconds,
  before_end: epochSeconds,
  /** Seconds per slice. */
  step: z.int(),
  /** Where each slice begins and the last one ends, where slices are the days of `time_zone`: not all of them have 24 hours. */
  bounds: z.array(epochSeconds).optional(),
  total: compared,
  /** The first of them, as many as were asked for; the first has most. */
  rows: z.array(
    compared.extend({
      /** Of a channel, otherwise 0. */
      id: z.int(),
      /** Empty where it is not known. */
      name: z.string(),
      /** Whose token it is, for administrators. */
      owner: z.string(),
    }),
  ),
  /** All others together, and how many they are. */
  rest: compared.extend({ count: z.int() }),
  slices: z.array(figures.extend({ time: epochSeconds })),
  /** New rows of the log that are not in these figures yet: after an update, until they are counted. */
  uncounted: z.int(),
})
export type StatisticsData = z.output<typeof statisticsData>

const periodQuery = {
  start_timestamp: queryNumber,
  end_timestamp: queryNumber,
  /** The period to compare with; the one of the same length before it unless told. */
  before_start_timestamp: queryNumber,
  before_end_timestamp: queryNumber,
  /** Whose days the slices are, where slices are days; without it, or where it is not known, days of 24 hours from the start. */
  time_zone: cleanText(64).optional(),
  limit: queryNumber.transform((limit) => (limit < 1 ? STATISTICS_ROWS : Math.min(limit, MAX_STATISTICS_ROWS))),
}

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/',
  access: 'admin',
  summary: 'Who had most in a period, of users, tokens, models, channels or groups, compared with a period before',
  input: {
    query: z.object({
      ...periodQuery,
      by: z.enum(STATISTICS_DIMENSIONS).default('user'),
      sort: z.enum(STATISTICS_FIGURES).default('quota'),
    }),
  },
  data: statisticsData,
})

export const getOwnStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/self',
  access: 'user',
  summary: "Which of the caller's tokens or models had most in a period, compared with a period before",
  input: {
    query: z.object({ ...periodQuery, by: z.enum(OWN_DIMENSIONS).default('token'), sort: z.enum(OWN_FIGURES).default('quota') }),
  },
  data: statisticsData,
})
