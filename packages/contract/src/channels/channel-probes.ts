import { z } from 'zod'
import { channelDraft, isSendableKey } from './channel-fields.ts'
import { PROBES, askedProbe, testOutcome, testedModel } from './channel-test.ts'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../envelope.ts'
import { cleanText } from '../values/quantity.ts'

/** A key that is given is tried in the place of the stored one, at the stored address, and kept nowhere. */
export const probeChannel = endpoint({
  method: 'POST',
  path: '/api/channel/test/:id/',
  access: 'admin',
  summary: 'Run probes on one channel, also with a key that is not saved yet; a failed probe is an outcome, not an error',
  input: {
    params: idParams,
    body: z.object({
      model: testedModel.default(''),
      probe: askedProbe.default('all'),
      key: cleanText(20_000).refine(isSendableKey, 'key').default(''),
      /** One of its stored keys; of such a test only the row of the log is kept. */
      key_id: z.int().min(0).optional(),
    }),
  },
  data: z.array(testOutcome),
  audit: 'channel.probe',
})

export const listProbes = endpoint({
  method: 'GET',
  path: '/api/channel/test/:id/probes',
  access: 'admin',
  summary: 'Which probes fit a model of the channel, and how each ended last',
  input: { params: idParams, query: z.object({ model: testedModel.default('') }) },
  data: z.object({
    /** The one asked about, else the one a test would choose; empty when there is none. */
    model: z.string(),
    probes: z.array(z.object({ probe: z.enum(PROBES), is_applicable: z.boolean(), last: testOutcome.nullable() })),
  }),
})

/** Nothing is stored but the row of the log. */
export const testDraft = endpoint({
  method: 'POST',
  path: '/api/channel/test_draft',
  access: 'admin',
  summary: 'Test a channel as a form holds it, before it is saved; a failed test is an outcome, not an error',
  input: { body: z.object({ ...channelDraft, model: testedModel.default('') }) },
  data: testOutcome,
  audit: 'channel.probe-draft',
})
