import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { tokenObject } from './token.ts'
import { quotaUnits } from './values/quantity.ts'

/** In the order in which a new operator takes them. */
export const SETUP_STEPS = ['password', 'address', 'channel', 'token', 'request'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** What a new installation still needs before its first request. */
const setupState = z.object({
  /** Those that the caller can take; the password and the address are root's. */
  steps: z.array(z.object({ id: z.enum(SETUP_STEPS), is_done: z.boolean() })),
  /** The newest enabled channel that has not passed a test. */
  untested_channel: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** A model that answered the last test of a channel; empty while there is none. */
  tested_model: z.string(),
})
export type SetupState = z.output<typeof setupState>

export const MOST_OVERVIEW_TOKENS = 100

const overview = z.object({
  quota: quotaUnits,
  used_quota: quotaUnits,
  request_count: z.int(),
  /** The newest, at most a hundred. */
  tokens: z.array(tokenObject),
  /** Those of the caller's group. */
  models: z.array(z.string()),
  /** The last request that was answered: the likeliest to be answered again. */
  last_answered: z.object({ model_name: z.string(), token_name: z.string() }).nullable(),
  /** For administrators alone. */
  setup: setupState.nullable(),
})
export type Overview = z.output<typeof overview>

/** In one answer: on a slow line every further one costs the first page as much as all of this. */
export const getOverview = endpoint({
  method: 'GET',
  path: '/api/user/overview',
  access: 'user',
  summary: 'What the first page shows: the balance, what a request needs, and what a new installation still needs',
  input: {},
  data: overview,
})
