import { describe, expect, it } from 'bun:test'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { toQuota } from '@weir/ledger/quota'
import type { ModelLimits } from '../asked.ts'
import { createCircuitBreakers } from '../guards/circuit-breakers.ts'
import { failedAttempt, type Attempted, type RequestKind } from '../stage-types.ts'
import type { Channel, Ports } from '../ports.ts'
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

const NOTHING = { usage: undefined, estimate: () => Promise.reject(new Error('nothing is counted')) }

interface Seen {
  readonly channels: readonly number[]
  readonly faults: readonly string[]
  readonly wires: readonly (string | undefined)[]
  readonly dropped: readonly string[]
  readonly blamed: readonly boolean[]
  /** Channels whose time to the first byte was measured. */
  readonly measured: readonly number[]
}

const exchangeBy = async (
  attempt: RequestKind['attempt'],
  retryTimes = 1,
  {
    dropped = () => [],
    wireOn,
    resolveKey = ({ key }) => key,
    unknownType,
    firstByteTimeoutMs = 1,
    limits,
  }: {
    dropped?: RequestKind['dropped']
    wireOn?: NonNullable<RequestKind['wireOn']>
    resolveKey?: Ports['resolveKey']
    unknownType?: number
    firstByteTimeoutMs?: number
    limits?: ModelLimits
  } = {},
): Promise<Seen> => {
  const blamed: boolean[] = []
  const measured: number[] = []
  const kind: RequestKind = {
    model: 'm',
    isStream: false,
    estimate: { promptTokens: 0, maxOutputTokens: 0, choices: 1 },
    asked: { rawBody: '', body: {}, maxOutputTokens: 1 },
    isSupportedBy: () => true,
    dropped,
    attempt,
    ...(wireOn && { wire: 'own', wireOn }),
  }
  const input = { address: '', requestId: 'r', language: 'en' as const, signal: new AbortController().signal }
  const { delivery } = await exchange(
    { courses: [{ kind, candidates: [channel, { ...channel, id: 2, type: 2 }] }], isPinned: false },
    {
      input,
      prices: new Map(),
      ports: {
        costPriceOf: () => undefined,
        random: () => 0,
        keyTurn: () => 0,
        settings: () => ({
          preConsumedQuota: toQuota(0),
          retryTimes,
          firstByteTimeoutMs,
          idleTimeoutMs: 1,
          maxReplyBytes: 1,
          answerLifetimeMs: 0,
          refusesUnpriced: false,
          approximatesTokens: false,
          logsConsumption: true,
        }),
        resolveKey,
        startTimer: () => () => undefined,
        send: () => Promise.reject(new Error('nothing is sent')),
        access: { tokenFor: () => ({ token: '', isFresh: true }), forget: () => undefined },
        nonce: () => '',
        countTokens: () => Promise.resolve(0),
        modelLimits: (model) => (model === 'm' ? limits : undefined),
        clock: () => 0,
        providerFor: (type) => (type === unknownType ? undefined : { id: 'p', channelType: 1, classify: () => 'broken' }),
        reportHealth: (event) => void blamed.push(event.blamesKey),
        circuits: createCircuitBreakers(() => 0),
        observe: { attempted: () => undefined, begun: () => undefined, implausible: () => undefined, ended: () => undefined },
        shutdown: createShutdown(),
        firstBytes: { record: ({ channelId }) => void measured.push(channelId), of: () => undefined },
      },
    },
  )
  const { attempts } = delivery
  return {
    channels: attempts.map(({ channel: id }) => id),
    faults: attempts.map(({ fault }) => fault),
    wires: attempts.map(({ wire }) => wire),
    dropped: delivery.dropped,
    blamed,
    measured,
  }
}

const exchangeWith = async (error: Error, retryTimes = 1): Promise<readonly string[]> =>
  (await exchangeBy(() => Promise.reject(error), retryTimes)).faults

describe('a model that is known to think', () => {
  it('is given the time that it takes, where the operator has not set less', async () => {
    const waitedFor = async (firstByteTimeoutMs: number, isReasoning: boolean): Promise<number> => {
      let waited = 0
      const attempt: RequestKind['attempt'] = (_, { settings }) => {
        waited = settings().firstByteTimeoutMs
        return Promise.reject(new UnsupportedInput('stop', 'no'))
      }
      await exchangeBy(attempt, 0, { firstByteTimeoutMs, limits: { isReasoning } })
      return waited
    }
    expect([await waitedFor(120_000, true), await waitedFor(120_000, false), await waitedFor(7000, true)]).toEqual([600_000, 120_000, 7000])
  })
})

describe('a channel whose key is kept elsewhere and not there', () => {
  it('is passed over without a request, and uses up no try', async () => {
    expect(
      (await exchangeBy(() => Promise.reject(new TypeError('an attempt was made')), 0, { resolveKey: () => undefined })).faults,
    ).toEqual(['unreachable', 'unreachable'])
  })
})

describe('a channel of a type that is not known', () => {
  it('is passed over and uses up no try', async () => {
    const { channels, faults } = await exchangeBy(() => Promise.resolve(failedAttempt('broken')), 0, { unknownType: 1 })
    expect([channels, faults]).toEqual([[2], ['broken']])
  })
})

describe('a provider that refuses before any request is made', () => {
  it('blames the key when it has not the form the provider needs, and the next channel is tried', async () => {
    expect(await exchangeWith(new UnusableKey('no region'))).toEqual(['bad-credential', 'bad-credential'])
  })

  it('is not asked which fields it leaves out, since it would refuse that as well', async () => {
    const refusal = new UnsupportedInput('n', 'one at a time')
    const dropped = () => {
      throw refusal
    }
    expect((await exchangeBy(() => Promise.reject(refusal), 1, { dropped })).faults).toEqual(['bad-request', 'bad-request'])
  })

  it('leaves input its wire cannot carry to the next channel, without using up a try', async () => {
    expect(await exchangeWith(new UnsupportedInput('n', 'one at a time'), 0)).toEqual(['bad-request', 'bad-request'])
  })
})

describe('what was left out', () => {
  const whole: Attempted = { kind: 'whole', headers: new Headers(), contentType: '', body: '', produced: NOTHING }
  const named = { dropped: ({ id }: { id: string }) => [`by ${id}`], wireOn: ({ id }: { id: string }) => id }

  it('is named as the way leaves it out that upstream took in the end, and so is its wire', async () => {
    const other = { id: 'other', channelType: 1, classify: () => 'broken' as const }
    const told = async (result: Attempted) => {
      const { dropped, wires } = await exchangeBy(() => Promise.resolve(result), 0, named)
      return [dropped, wires]
    }
    expect(await told(whole)).toEqual([['by p'], ['p']])
    expect(await told({ ...whole, askedOf: other })).toEqual([['by other'], ['other']])
    expect(await told(failedAttempt('broken', { askedOf: other }))).toEqual([['by other'], ['other']])
    expect(await told({ kind: 'caller-left' })).toEqual([['by p'], ['p']])
  })

  it('is named together with what the reply does not hold', async () => {
    expect((await exchangeBy(() => Promise.resolve({ ...whole, unmet: ['response_format'] }), 0, named)).dropped).toEqual([
      'by p',
      'response_format',
    ])
  })
})

describe('the time to the first byte', () => {
  const measuredAfter = async (first: Attempted) => {
    let attempts = 0
    const whole: Attempted = { kind: 'whole', headers: new Headers(), contentType: '', body: '', produced: NOTHING }
    return (await exchangeBy(() => Promise.resolve(attempts++ === 0 ? first : whole))).measured
  }

  it('is taken of answers and of waits that were given up, not of failures that came fast', async () => {
    expect(await measuredAfter(failedAttempt('broken'))).toEqual([2])
    expect(await measuredAfter(failedAttempt('rate-limited'))).toEqual([2])
    expect(await measuredAfter(failedAttempt('too-slow'))).toEqual([1, 2])
  })
})

describe('an answer of nothing', () => {
  it('lets the next channel try, and says nothing of the one that gave it', async () => {
    const { channels, blamed } = await exchangeBy(() => Promise.resolve(failedAttempt('broken', { isEmptyAnswer: true })))
    expect([channels, blamed]).toEqual([[1, 2], []])
    expect((await exchangeBy(() => Promise.resolve(failedAttempt('broken')))).blamed).toEqual([false, false])
  })
})

describe('a reply that names the key', () => {
  const blamedFor = async (fault: UpstreamFault, status: number) =>
    (await exchangeBy(() => Promise.resolve(failedAttempt(fault, { status })), 0)).blamed

  it('is held against it with the statuses of a refused key or account, and inside a reply', async () => {
    for (const status of [401, 402, 403, 429, 500, 0]) {
      expect([status, await blamedFor('bad-credential', status)]).toEqual([status, [true]])
      expect([status, await blamedFor('out-of-credit', status)]).toEqual([status, [true]])
    }
  })

  it('is not held against it with a status that the input of a caller can cause', async () => {
    for (const status of [400, 404, 405, 409, 413, 414, 415, 422]) {
      expect([status, await blamedFor('bad-credential', status)]).toEqual([status, [false]])
      expect([status, await blamedFor('out-of-credit', status)]).toEqual([status, [false]])
    }
  })

  it('lets the next channel try in either case', async () => {
    const { faults } = await exchangeBy(() => Promise.resolve(failedAttempt('bad-credential', { status: 400 })))
    expect(faults).toEqual(['bad-credential', 'bad-credential'])
  })
})
