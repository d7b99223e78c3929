import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import type { EstimateInput } from '@weir/ledger/estimate'
import { toQuota } from '@weir/ledger/quota'
import type { RequestFacts } from '../stage-types.ts'
import { identityOf } from '../testing/sample-records.ts'
import { Ahead } from './ahead.ts'

const estimate = (promptTokens: number, maxOutputTokens?: number): EstimateInput => ({ promptTokens, maxOutputTokens, choices: 1 })

const open = () => {
  const told: string[] = []
  let count = 0
  const factsOf = (name: string): RequestFacts =>
    ({ hold: { requestId: name }, ticket: { remaining: {}, release: () => void told.push(`released ${name}`) } }) as unknown as RequestFacts
  const nameOf = ({ hold }: RequestFacts) => hold.requestId
  const ahead = new Ahead({
    first: { facts: factsOf('first'), estimate: estimate(10, 5) },
    take: async ({ promptTokens, maxOutputTokens }, ticket) => {
      count += 1
      told.push(`took ${promptTokens}/${maxOutputTokens}${ticket === undefined ? '' : ' in its place'}`)
      return factsOf(`h${count}`)
    },
    giveBack: async (facts) => {
      await nextTurn()
      told.push(`gave back ${nameOf(facts)}`)
      facts.ticket.release(0)
    },
  })
  return { ahead, told, nameOf }
}

describe('holds ahead', () => {
  it('are as many as are asked for, of which the last is large enough', async () => {
    const { ahead, told } = open()
    await ahead.ensure(1, estimate(10, 5))
    expect(told).toEqual([])
    await ahead.ensure(3, estimate(4, 2))
    expect(told).toEqual(['took 4/2', 'took 4/2'])
    await ahead.ensure(2, estimate(4, 2))
    expect(told).toHaveLength(2)
  })

  it.each([
    [estimate(11, 5), 'took 11/5 in its place'],
    [estimate(10, 6), 'took 10/6 in its place'],
  ])('are replaced by a larger one that keeps its place under the limits: %j', async (larger, taken) => {
    const { ahead, told } = open()
    await ahead.ensure(1, larger)
    expect(told).toEqual(['gave back first', taken])
    await ahead.ensure(1, larger)
    expect(told).toHaveLength(2)
  })

  it('that nobody asks for are left as they are', async () => {
    const { ahead, told } = open()
    await ahead.ensure(0, estimate(100, 100))
    expect(told).toEqual([])
  })

  it('are used in their order, and taken anew where there is none', async () => {
    const { ahead, told, nameOf } = open()
    await ahead.ensure(2, estimate(4))
    const used = [await ahead.next(estimate(7)), await ahead.next(estimate(7)), await ahead.next(estimate(7))]
    expect(used.map(nameOf)).toEqual(['first', 'h1', 'h2'])
    expect(told).toEqual(['took 4/undefined', 'took 7/undefined'])
  })

  it('are all given back at the end, also those being taken, and none is taken after', async () => {
    const { ahead, told } = open()
    const running = ahead.ensure(2, estimate(4, 2))
    await Promise.all([running, ahead.close()])
    expect(told).toContain('gave back first')
    expect(told.filter((line) => line.startsWith('took')).length).toBe(told.filter((line) => line.startsWith('gave')).length - 1)
    await ahead.ensure(5, estimate(4, 2))
    expect(told.filter((line) => line.startsWith('took')).length).toBeLessThan(2)
  })

  it('go on after one could not be taken', async () => {
    const { nameOf } = open()
    let isShort = true
    const ahead = new Ahead({
      first: { facts: { hold: { requestId: 'first' } } as unknown as RequestFacts, estimate: estimate(1) },
      take: () =>
        isShort ? Promise.reject(new Error('short')) : Promise.resolve({ hold: { requestId: 'late' } } as unknown as RequestFacts),
      giveBack: () => Promise.resolve(),
    })
    await expect(ahead.ensure(2, estimate(1))).rejects.toThrow('short')
    isShort = false
    await ahead.ensure(2, estimate(1))
    expect([nameOf(await ahead.next(estimate(1))), nameOf(await ahead.next(estimate(1)))]).toEqual(['first', 'late'])
  })
})

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
    first: { facts, estimate: estimate(0, 10) },
    take: () => Promise.reject(new Error('the token is disabled')),
    giveBack: () => Promise.resolve(),
  })
  await expect(ahead.ensure(1, estimate(0, 20))).rejects.toThrow('the token is disabled')
  expect(released).toEqual([0])
  await ahead.close()
})
