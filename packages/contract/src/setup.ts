import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** In the order in which a new operator takes them. */
export const SETUP_STEPS = ['password', 'address', 'channel', 'token', 'request'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

const setupState = z.object({
  /** Those that the caller can take; the password and the address are root's. */
  steps: z.array(z.object({ id: z.enum(SETUP_STEPS), is_done: z.boolean() })),
  /** The newest enabled channel that has not passed a test. */
  untested_channel: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** A model that answered the last test of a channel; empty while there is none. */
  tested_model: z.string(),
})
export type SetupState = z.output<typeof setupState>

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  access: 'admin',
  summary: 'What a new installation still needs before its first request',
  input: {},
  data: setupState,
})
