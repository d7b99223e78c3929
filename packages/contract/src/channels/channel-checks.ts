import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, noData } from '../envelope.ts'
import { ROUTING_STRATEGIES } from '../options/routing.ts'
import { cleanText } from '../values/quantity.ts'
import { TEST_REASONS, askedProbe, testOutcome, testedModel, type TestReason } from './channel-test.ts'

export const testChannel = endpoint({
  method: 'GET',
  path: '/api/channel/test/:id/',
  access: 'admin',
  summary: 'Test one channel, with a short chat unless a probe is named; the message is the reply or the reason',
  input: { params: idParams, query: z.object({ model: testedModel.default(''), probe: askedProbe.optional() }) },
  /** Of a named probe. */
  data: z.array(testOutcome).optional(),
  /** Of the first probe that failed, else of the first: its model and why it failed. */
  extra: z.object({ time: z.number(), modelName: z.string(), reason: z.enum(TEST_REASONS as [TestReason, ...TestReason[]]) }),
  changesState: true,
  audit: 'channel.test',
})

export const testChannels = endpoint({
  method: 'GET',
  path: '/api/channel/test',
  access: 'admin',
  summary: 'Test all channels, or the disabled ones, in the background',
  input: { query: z.object({ scope: z.enum(['all', 'disabled']).catch('all') }) },
  data: noData,
  changesState: true,
  audit: 'channel.test-many',
})

/** How far the background test has come, with the result of every channel tested so far. */
export const channelTestProgress = z.object({
  is_running: z.boolean(),
  total: z.int(),
  done: z.int(),
  results: z.array(
    z.object({
      id: z.int(),
      success: z.boolean(),
      message: z.string(),
      response_time: z.int(),
      status: z.int(),
      /** As it is kept, for the reader's own language. */
      outcome: testOutcome,
    }),
  ),
})

export const getTestProgress = endpoint({
  method: 'GET',
  path: '/api/channel/test/progress',
  access: 'admin',
  summary: 'Progress and results of the background test',
  input: {},
  data: channelTestProgress,
})

export const updateBalance = endpoint({
  method: 'GET',
  path: '/api/channel/update_balance/:id/',
  access: 'admin',
  summary: 'Ask the provider for the balance of one channel',
  input: { params: idParams },
  data: noData,
  extra: z.object({ balance: z.number() }),
  changesState: true,
  audit: 'channel.balance',
})

export const updateBalances = endpoint({
  method: 'GET',
  path: '/api/channel/update_balance',
  access: 'admin',
  summary: 'Refresh the balances of all enabled channels in the background',
  input: {},
  data: noData,
  changesState: true,
  audit: 'channel.balance-all',
})

const routeQuestion = { model: cleanText(200), group: cleanText(64).default('default') }

/** Which models a request for one would be tried with, in the order of the tries. */
export const explainModels = endpoint({
  method: 'GET',
  path: '/api/channel/route/models',
  access: 'admin',
  summary: 'Explain which models a request would be tried with: the one that its name means, then its substitutes',
  input: { query: z.object(routeQuestion) },
  data: z.array(
    z.object({
      model: z.string(),
      /** 1 is tried first; 0 is never tried. */
      order: z.int(),
      role: z.enum(['asked', 'suffix', 'substitute']),
      /** The effort that the end of the name asks for. */
      effort: z.string().optional(),
      /** `resting`: all its channels rest after failures, so it comes after those that do not. */
      state: z.enum(['usable', 'resting', 'unserved', 'unpriced']),
    }),
  ),
})

/** Why each channel would or would not be tried for a model, in the order of the tries. */
export const explainRoute = endpoint({
  method: 'GET',
  path: '/api/channel/route',
  access: 'admin',
  summary: 'Explain how a request for a model in a group would be routed',
  input: {
    query: z.object({
      ...routeQuestion,
      wire: z.enum(['chat', 'responses', 'messages', 'gemini']).default('chat'),
    }),
  },
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      type: z.int(),
      priority: z.int(),
      weight: z.int(),
      /** 1 is tried first; 0 is never tried. */
      order: z.int(),
      /** Chance of being the first try, from 0 to 1. */
      share: z.number(),
      /** How the group orders the channels of a priority. */
      strategy: z.enum(ROUTING_STRATEGIES),
      /** What that goes by: milliseconds to the first byte, or the quota of 1000 tokens each of input and output. Absent where nothing is known. */
      figure: z.number().optional(),
      /** Speaks the wire that was asked about itself; otherwise calls are translated for it. */
      own_wire: z.boolean(),
      reason: z.enum(['usable', 'drained', 'circuit-open', 'disabled', 'auto-disabled', 'other-group', 'other-model', 'unsupported']),
    }),
  ),
})
