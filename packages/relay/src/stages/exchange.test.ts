import { describe, expect, it } from 'bun:test'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { toQuota } from '@weir/ledger/quota'
import { createCircuits } from '../guards/circuit-breakers.ts'
import type { Job } from '../stage-types.ts'
import type { Channel } from '../ports.ts'
import { createShutdown } from '../guards/shutdown.ts'
import { walk } from './exchange.ts'

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

const walkWith = async (
  error: Error,
  retryTimes = 1,
  resolveKey = (key: string): string | undefined => key,
): Promise<readonly string[]> => {
  const job: Job = {
    model: 'm',
    isStream: false,
    estimate: { promptTokens: 0, maxOutputTokens: 0, choices: 1 },
    isSupportedBy: () => true,
    dropped: () => [],
    attempt: () => Promise.reject(error),
  }
  const input = { address: '', requestId: 'r', language: 'en' as const, signal: new AbortController().signal }
  const { delivery } = await walk(
    job,
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
        resolveKey,
        startTimer: () => () => undefined,
        clock: () => 0,
        providerFor: () => ({ id: 'p', channelType: 1, classify: () => 'broken' }),
        reportHealth: () => undefined,
        circuits: createCircuits(() => 0),
        observe: { attempted: () => undefined, begun: () => undefined, ended: () => undefined },
        shutdown: createShutdown(),
      },
    },
  )
  return delivery.attempts.map((attempt) => attempt.fault)
}

describe('a channel whose key is kept elsewhere and not there', () => {
  it('is passed over without a request, and uses up no try', async () => {
    expect(await walkWith(new TypeError('an attempt was made'), 0, () => undefined)).toEqual(['unreachable', 'unreachable'])
  })
})

describe('a provider that refuses before any request is made', () => {
  it('blames the key when it has not the form the provider needs, and the next channel is tried', async () => {
    expect(await walkWith(new UnusableKey('no region'))).toEqual(['bad-credential', 'bad-credential'])
  })

  it('leaves input its wire cannot carry to the next channel, without using up a try', async () => {
    expect(await walkWith(new UnsupportedInput('n', 'one at a time'), 0)).toEqual(['bad-request', 'bad-request'])
  })
})
