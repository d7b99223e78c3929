import { describe, expect, it } from 'bun:test'
import type { Usage } from '@weir/dialects/model/usage'
import { toQuota } from '@weir/ledger/quota'
import type { Settlement, UsageRecord } from '../ports.ts'
import { checkpoint, release, settle, type Booking } from './settle.ts'

const USAGE: Usage = { input: 10, cacheRead: 4, cacheWrite: 0, output: 3, reasoning: 0, source: 'upstream' }

const open = (isPerQuery = false, isPerToken = false) => {
  const written: { kind: string; cost: number; record: UsageRecord }[] = []
  const released: number[] = []
  const price = {
    ratios: { model: 2, group: 1.5, completion: 4, cacheRead: 0.5, cacheWrite: 1 },
    version: 'v1',
    isListed: true,
    ...(isPerQuery && { isPerQuery }),
    ...(isPerToken && { isPerToken }),
  }
  const booking = {
    facts: {
      caller: { username: 'u', tokenName: 't' },
      hold: { requestId: 'r', userId: 5, tokenId: 7, isTokenLimited: true, amount: toQuota(500) },
      prices: new Map([['m', price]]),
      isStream: false,
      startedAt: 1000,
      ticket: { remaining: {}, release: (tokens: number) => void released.push(tokens) },
    },
    delivery: { model: 'm', channelId: 3, isSystemPromptReset: false, attempts: [{ channel: 3, fault: 'none', ms: 5 }], dropped: ['seed'] },
    usage: USAGE,
    outcome: 'ok',
  } as unknown as Booking
  const write = (kind: string) => (settlement: Settlement) => {
    written.push({ kind, cost: settlement.cost, record: settlement.record })
    return Promise.resolve()
  }
  const ports = {
    ledger: {
      settle: write('settle'),
      checkpoint: write('checkpoint'),
      release: (_: unknown, record: UsageRecord) => Promise.resolve(void written.push({ kind: 'release', cost: 0, record })),
    },
    clock: () => 3500,
    settings: () => ({ logsConsumption: true }),
    observe: { ended: () => undefined, implausible: () => undefined },
    circuits: { distrust: () => undefined },
  } as unknown as Parameters<typeof settle>[1]
  return { booking, ports, written, released }
}

describe('settle', () => {
  it('charges the usage at the prices of admission and writes what it is computed from', async () => {
    const { booking, ports, written, released } = open()
    await settle(booking, ports)
    // (10 + 4 × 0.5 + 3 × 4) × 2 × 1.5 = 72
    expect(written).toMatchObject([
      {
        kind: 'settle',
        cost: 72,
        record: {
          createdAt: 3,
          elapsedMs: 2500,
          promptTokens: 14,
          completionTokens: 3,
          outcome: 'ok',
          content: '2 × 1.5 × 4',
          detail: { usage: USAGE, price: { version: 'v1', model: 2 }, attempts: [{ channel: 3 }], dropped: ['seed'] },
        },
      },
    ])
    expect(released).toEqual([17])
  })

  it('charges one query where the price is per query, whatever upstream counted', async () => {
    const { booking, ports, written } = open(true)
    await settle(booking, ports)
    expect(written).toMatchObject([{ cost: 3, record: { promptTokens: 1, completionTokens: 0 } }])
  })

  it('keeps what upstream counted by the query, and how sure it is', async () => {
    const { booking, ports, written } = open(true)
    await settle({ ...booking, usage: { ...USAGE, unit: 'query', input: 3, cacheRead: 0 } }, ports)
    await settle({ ...booking, usage: { ...USAGE, implausible: 'for-any-request', source: 'estimate' } }, ports)
    expect(written.map(({ record }) => record.detail)).toMatchObject([
      { usage: { unit: 'query', input: 3 } },
      { usage: { unit: 'query', input: 1, implausible: 'for-any-request', source: 'estimate' } },
    ])
  })

  it('charges the tokens of a recording of which only the length is known, where it is sold by tokens', async () => {
    const minute: Usage = { ...USAGE, input: 60_000, cacheRead: 0, output: 0, source: 'estimate', unit: 'millisecond' }
    const tokens = open(false, true)
    await settle({ ...tokens.booking, usage: minute }, tokens.ports)
    expect(tokens.written).toMatchObject([{ cost: 3600, record: { promptTokens: 1200 } }])
    const length = open()
    await settle({ ...length.booking, usage: minute }, length.ports)
    expect(length.written).toMatchObject([{ cost: 180_000, record: { promptTokens: 60_000 } }])
  })

  it('refuses to book a model whose price was not asked for', async () => {
    const { booking, ports, written } = open()
    const unpriced = { ...booking, facts: { ...booking.facts, prices: new Map() } }
    expect(await settle(unpriced, ports).catch(String)).toBe('Error: a model without a price of admission was delivered')
    expect(written).toEqual([])
  })

  it('gives the place under the limits back when the booking fails', async () => {
    const { booking, ports, released } = open()
    const failing = { ...ports, ledger: { ...ports.ledger, settle: () => Promise.reject(new Error('no database')) } }
    expect(settle(booking, failing)).rejects.toThrow('no database')
    await Promise.resolve()
    expect(released).toEqual([17])
  })

  it('keeps a checkpoint as a cut stream by estimate', async () => {
    const { booking, ports, written, released } = open()
    await checkpoint(booking, ports)
    expect(written).toMatchObject([{ kind: 'checkpoint', cost: 72, record: { outcome: 'cut', detail: { usage: { source: 'estimate' } } } }])
    expect(released).toEqual([])
  })

  it('releases a request without an answer at no cost', async () => {
    const { booking, ports, written, released } = open()
    await release(booking.facts, booking.delivery, ports)
    expect(written).toMatchObject([{ kind: 'release', cost: 0, record: { outcome: 'failed', promptTokens: 0, completionTokens: 0 } }])
    expect(released).toEqual([0])
  })
})
