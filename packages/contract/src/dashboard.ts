import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { queryNumber } from './envelope.ts'
import { cleanText, epochSeconds, quotaUnits } from './values/quantity.ts'

/** The caller's last seven days, in the capitalised form existing clients read. */
export const getOwnUsage = endpoint({
  method: 'GET',
  path: '/api/user/dashboard',
  access: 'user',
  summary: "The caller's use by day and model over the last seven days",
  input: {},
  data: z.array(
    z.object({
      Day: z.string(),
      ModelName: z.string(),
      RequestCount: z.int(),
      Quota: quotaUnits,
      PromptTokens: z.int(),
      CompletionTokens: z.int(),
    }),
  ),
})

const figures = z.object({
  requests: z.int(),
  failures: z.int(),
  quota: quotaUnits,
  tokens: z.int(),
  /** Milliseconds; 0 when there were no requests. */
  median_latency: z.int(),
})

const slice = z.object({ time: epochSeconds, model: z.string(), requests: z.int(), failures: z.int(), quota: quotaUnits, tokens: z.int() })

export const dashboardData = z.object({
  start: epochSeconds,
  end: epochSeconds,
  /** Seconds per slice. */
  step: z.int(),
  /** Where each slice begins and the last one ends, where slices are the days of `time_zone`: not all of them have 24 hours. */
  bounds: z.array(epochSeconds).optional(),
  current: figures,
  /** The period of the same length before `start`. */
  previous: figures,
  slices: z.array(slice),
  /** Administrators only; empty for everyone else. */
  channels: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      status: z.int(),
      cells: z.array(z.object({ time: epochSeconds, requests: z.int(), failures: z.int(), median_latency: z.int() })),
    }),
  ),
  /** The most urgent first. */
  attention: z.array(
    z.object({
      kind: z.enum([
        'no-channel',
        'channel-failing',
        'channel-auto-disabled',
        'channel-test-failed',
        'low-balance',
        'token-exhausted',
        'token-expired',
        'model-without-price',
      ]),
      id: z.int(),
      name: z.string(),
      /** Of a failing channel the share of failures, of a low balance what is left, of a token its rest or its end, else 0. */
      value: z.number(),
    }),
  ),
})
export type DashboardData = z.output<typeof dashboardData>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'user',
  summary: 'Figures, course and what needs attention; administrators see everyone, others themselves',
  input: {
    query: z.object({
      start_timestamp: queryNumber,
      end_timestamp: queryNumber,
      /** Whose days the slices are, where slices are days; without it, where it is not known, or where only those are kept, days of UTC. */
      time_zone: cleanText(64).optional(),
    }),
  },
  data: dashboardData,
})
