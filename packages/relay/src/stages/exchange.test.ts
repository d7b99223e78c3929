import { describe, expect, it } from 'bun:test'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { toQuota } from '@weir/ledger/quota'
import { createCircuitBreakers } from '../guards/circuit-breakers.ts'
import type { RequestKind } from '../stage-types.ts'
import type { Channel } from '../ports.ts'
import { createShutdown } from '../guards/shutdown.ts'
import { exchange } from './exchange.ts'

const channel: Channel = {
  id: 1,
  type: 1,
  name: 'c',
  key: 'k',
  baseUrl: '',
  other: '',
  config: {},
  models: ['m'],
  groups: ['default'],
  priority: 0,
  weight: 0,
  modelMapping: {},
  systemPrompt: '',
}

const walkWith = async (error: Error, retryTimes = 1): Promise<readonly string[]> => {
  const kind: RequestKind = {
    model: 'm',
    isStream: false,
    estimate: { promptTokens: 0, maxOutputTokens: 0, choices: 1 },
    asked: { rawBody: '', body: {}, maxOutputTokens: 1 },
    isSupportedBy: () => true,
    dropped: () => [],
    attempt: () => Promise.reject(error),
  }
  const input = { address: '', requestId: 'r', language: 'en' as const, signal: new AbortController().signal }
  const { delivery } = await exchange(
    kind,
    { candidates: [channel, { ...channel, id: 2 }], isPinned: false },
    {
      input,
      ports: {
        settings: () => ({
          preConsumedQuota: toQuota(0),
          retryTimes,
          firstByteTimeoutMs: 1,
          idleTimeoutMs: 1,
          maxReplyBytes: 1,
          refusesUnpriced: false,
          approximatesTokens: false,
          logsConsumption: true,
        }),
        startTimer: () => () => undefined,
        send: () => Promise.reject(new Error('nothing is sent')),
        access: { tokenFor: () => ({ token: '', isFresh: true }), forget: () => undefined },
        nonce: () => '',
        countTokens: () => Promise.resolve(0),
        modelLimits: () => undefined,
        clock: () => 0,
        providerFor: () => ({ id: 'p', channelType: 1, classify: () => 'broken' }),
        reportHealth: () => undefined,
        circuits: createCircuitBreakers(() => 0),
        observe: { attempted: () => undefined, begun: () => undefined, implausible: () => undefined, ended: () => undefined },
        shutdown: createShutdown(),
      },
    },
  )
  return delivery.attempts.map((attempt) => attempt.fault)
}

describe('a provider that refuses before any request is made', () => {
  it('blames the key when it has not the form the provider needs, and the next channel is tried', async () => {
    expect(await walkWith(new UnusableKey('no region'))).toEqual(['bad-credential', 'bad-credential'])
  })

  it('leaves input its wire cannot carry to the next channel, without using up a try', async () => {
    expect(await walkWith(new UnsupportedInput('n', 'one at a time'), 0)).toEqual(['bad-request', 'bad-request'])
  })
})
