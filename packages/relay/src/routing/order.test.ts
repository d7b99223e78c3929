import { describe, expect, it } from 'bun:test'
import { orderCandidates } from './order.ts'

const channel = (id: number, weight = 0, priority = 0) => ({ id, weight, priority })
const random = () => 0.5
const CONVERSATIONS = 4000

const firstOf = (channels: readonly ReturnType<typeof channel>[], affinity: number): number | undefined =>
  orderCandidates(channels, { random, affinity })[0]?.id

const sharesOf = (channels: readonly ReturnType<typeof channel>[]): ReadonlyMap<number, number> => {
  const shares = new Map<number, number>()
  for (let conversation = 0; conversation < CONVERSATIONS; conversation++) {
    const id = firstOf(channels, conversation) ?? 0
    shares.set(id, (shares.get(id) ?? 0) + 1 / CONVERSATIONS)
  }
  return shares
}

describe('a conversation', () => {
  it('has its channels in the same order every time, whatever the roll', () => {
    const channels = [1, 2, 3, 4, 5].map((id) => channel(id))
    const orders = [0, 0.3, 0.99].map((roll) => orderCandidates(channels, { random: () => roll, affinity: 77 }))
    expect(orders[1]).toEqual(orders[0] ?? [])
    expect(orders[2]).toEqual(orders[0] ?? [])
    expect(orders[0]?.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4, 5])
  })

  it('is one of many that are spread by weight', () => {
    const shares = sharesOf([channel(11, 1), channel(12, 3), channel(13, 6), channel(14, 0)])
    expect(shares.get(11) ?? 0).toBeCloseTo(0.1, 1)
    expect(shares.get(12) ?? 0).toBeCloseTo(0.3, 1)
    expect(shares.get(13) ?? 0).toBeCloseTo(0.6, 1)
    expect(Math.abs((shares.get(13) ?? 0) - 0.6)).toBeLessThan(0.03)
    expect(shares.has(14)).toBe(false)
  })

  it('is one of many that are spread evenly when all weights are zero', () => {
    for (const share of sharesOf([1, 2, 3, 4].map((id) => channel(id))).values()) expect(Math.abs(share - 0.25)).toBeLessThan(0.03)
  })

  it('stays where it is when another channel rests, and goes to the next of its order when its own does', () => {
    const channels = [1, 2, 3, 4].map((id) => channel(id))
    for (let conversation = 0; conversation < 200; conversation++) {
      const [first, second] = orderCandidates(channels, { random, affinity: conversation }).map(({ id }) => id)
      const withoutLast = channels.filter(({ id }) => id !== second)
      expect(firstOf(withoutLast, conversation)).toBe(first)
      const withoutFirst = channels.filter(({ id }) => id !== first)
      expect(firstOf(withoutFirst, conversation)).toBe(second)
    }
  })

  it('never goes before a higher priority', () => {
    for (let conversation = 0; conversation < 200; conversation++)
      expect(firstOf([channel(1), channel(2), channel(3, 0, 5)], conversation)).toBe(3)
  })
})

describe('a rank', () => {
  it('comes before the weights and after the priority', () => {
    const ranks: Readonly<Record<number, number>> = { 1: 3, 2: 1, 3: 2, 4: 0 }
    const channels = [channel(1), channel(2), channel(3, 0, 1), channel(4)]
    const rankIn =
      () =>
      ({ id }: { readonly id: number }) =>
        ranks[id] ?? 0
    expect(orderCandidates(channels, { random, rankIn }).map(({ id }) => id)).toEqual([3, 4, 2, 1])
  })

  it('leaves equal ones to the conversation', () => {
    const channels = [1, 2, 3, 4].map((id) => channel(id))
    const rankIn = () => () => 0
    expect(orderCandidates(channels, { random, rankIn, affinity: 5 })).toEqual(orderCandidates(channels, { random, affinity: 5 }))
  })
})
