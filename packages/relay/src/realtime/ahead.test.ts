import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { RequestFacts } from '../stage-types.ts'
import { identityOf } from '../testing/sample-records.ts'
import { Ahead } from './ahead.ts'

const estimate = (maxOutputTokens: number) => ({ promptTokens: 0, maxOutputTokens, choices: 1 })

it('gives its place under the limits back when a larger hold is refused', async () => {
  const released: number[] = []
  const ticket = { remaining: {}, release: (tokens: number) => void released.push(tokens) }
  const hold = { requestId: 'r', userId: 5, tokenId: 7, isTokenLimited: false, amount: toQuota(500) }
  const facts: RequestFacts = {
    caller: { ...identityOf(), pinnedChannelId: undefined },
    hold,
    prices: new Map(),
    isStream: true,
    startedAt: 0,
    address: '192.0.2.1',
    ticket,
  }
  const ahead = new Ahead({
    first: { facts, estimate: estimate(10) },
    take: () => Promise.reject(new Error('the token is disabled')),
    giveBack: () => Promise.resolve(),
  })
  await expect(ahead.ensure(1, estimate(20))).rejects.toThrow('the token is disabled')
  expect(released).toEqual([0])
  await ahead.close()
})
