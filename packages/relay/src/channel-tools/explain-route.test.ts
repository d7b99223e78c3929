import { describe, expect, it } from 'bun:test'
import { createCircuitBreakers } from '../guards/circuit-breakers.ts'
import { explainRoute, type ExplainedChannel, type RouteQuestion } from './explain-route.ts'
import { orderCandidates } from '../routing/order.ts'

const channel = (id: number, over: Partial<ExplainedChannel> = {}): ExplainedChannel => ({
  id,
  name: `c${id}`,
  type: 1,
  state: 'enabled',
  models: ['m'],
  groups: ['default'],
  priority: 0,
  weight: 0,
  modelMapping: {},
  ...over,
})

const ask = (channels: readonly ExplainedChannel[], over: Partial<RouteQuestion> = {}) =>
  explainRoute({ model: 'm', group: 'default', channels, isResting: () => false, canChat: (type) => type === 1, ...over }).map(
    ({ id, order, share, reason }) => `${id} ${order} ${share} ${reason}`,
  )

describe('the explanation of a route', () => {
  it('names the reason of every channel that is not tried', () => {
    const channels = [
      channel(1, { state: 'disabled' }),
      channel(2, { state: 'auto-disabled' }),
      channel(3, { groups: ['vip'] }),
      channel(4, { models: ['other'] }),
      channel(5, { type: 43 }),
    ]
    const reasons = ['1 0 0 disabled', '2 0 0 auto-disabled', '3 0 0 other-group', '4 0 0 other-model', '5 0 0 unsupported']
    expect(ask(channels)).toEqual(reasons)
  })

  it('names those that are not tried by their priority, then by their age', () => {
    const off = (id: number, priority: number) => channel(id, { priority, groups: ['vip'] })
    expect(ask([off(4, 1), off(2, 0), off(3, 1), off(1, 0)]).map((line) => line.split(' ')[0])).toEqual(['3', '4', '1', '2'])
  })

  it('puts the highest priority first and gives it the whole share', () => {
    expect(ask([channel(1), channel(2, { priority: 5 })])).toEqual(['2 1 1 usable', '1 2 0 usable'])
  })

  it('shares by weight inside a priority, and equally when all weights are zero', () => {
    expect(ask([channel(1, { weight: 1 }), channel(2, { weight: 3 })])).toEqual(['2 1 0.75 usable', '1 2 0.25 usable'])
    expect(ask([channel(1), channel(2)])).toEqual(['1 1 0.5 usable', '2 2 0.5 usable'])
  })

  it('calls a zero weight beside a positive one drained', () => {
    expect(ask([channel(1), channel(2, { weight: 3 })])).toEqual(['2 1 1 usable', '1 0 0 drained'])
  })

  it('leaves a resting channel out, by the name its upstream knows the model by', () => {
    const isResting = (id: number, model: string) => id === 1 && model === 'mapped'
    expect(ask([channel(1, { modelMapping: { m: 'mapped' } }), channel(2)], { isResting })).toEqual(['2 1 1 usable', '1 0 0 circuit-open'])
  })

  it('tries resting channels when there are no others', () => {
    expect(ask([channel(1)], { isResting: () => true })).toEqual(['1 1 1 circuit-open'])
  })

  it("gives the whole share to the channels of the caller's wire, and the others their places behind them", () => {
    const channels = [channel(1, { weight: 8 }), channel(2, { weight: 1 }), channel(3, { weight: 3 })]
    const isServedAsIs = ({ id }: ExplainedChannel) => id !== 1
    expect(ask(channels, { isServedAsIs })).toEqual(['3 1 0.75 usable', '2 2 0.25 usable', '1 3 0 usable'])
    const explained = explainRoute({ model: 'm', group: 'default', channels, isResting: () => false, canChat: () => true, isServedAsIs })
    expect(explained.map(({ isOwnWire }) => isOwnWire)).toEqual([true, true, false])
  })

  it('puts the fastest first and gives it all but what is left to chance', () => {
    const times: Readonly<Record<number, number>> = { 1: 900, 2: 100, 3: 110 }
    const figureOf = ({ id }: ExplainedChannel) => times[id]
    const channels = [channel(1, { weight: 2 }), channel(2, { weight: 1 }), channel(3, { weight: 1 })]
    const explained = ask(channels, { strategy: 'latency', figureOf })
    // Two are as fast as each other: 95 % between them, and of the 5 % that go by weight a quarter each.
    expect(explained).toEqual(['2 1 0.4875 usable', '3 2 0.4875 usable', '1 3 0.025 usable'])
  })

  it('puts the cheapest first, says what it costs and leaves nothing to chance', () => {
    const figureOf = ({ id }: ExplainedChannel) => id * 10
    const channels = [channel(2, { weight: 9 }), channel(1, { weight: 1 }), channel(3, { priority: 1 })]
    expect(ask(channels, { strategy: 'cost', figureOf })).toEqual(['3 1 1 usable', '1 2 0 usable', '2 3 0 usable'])
    const question = { model: 'm', group: 'default', channels, isResting: () => false, canChat: () => true }
    expect(explainRoute({ ...question, strategy: 'cost', figureOf }).map(({ figure }) => figure)).toEqual([30, 10, 20])
  })

  it('says nothing is tried when there is nothing', () => {
    expect(ask([])).toEqual([])
  })

  it('agrees with the route stage on who is tried and how often first', () => {
    const channels = [channel(1, { weight: 1 }), channel(2, { weight: 3 }), channel(3), channel(4, { priority: -1 })]
    const explained = explainRoute({ model: 'm', group: 'default', channels, isResting: () => false, canChat: () => true })
    const tried = explained.filter(({ order }) => order > 0)
    expect(
      orderCandidates(channels, { random: () => 0.5 })
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(tried.map(({ id }) => id).toSorted())
    const rolls = Array.from({ length: 1000 }, (_, index) => index / 1000)
    for (const { id, share } of explained) {
      const firsts = rolls.filter((roll) => orderCandidates(channels, { random: () => roll })[0]?.id === id).length
      expect(firsts / rolls.length).toBeCloseTo(share, 2)
    }
  })
})

describe('looking at a circuit', () => {
  it('does not use up the one request that may probe it', () => {
    let now = 0
    const circuits = createCircuitBreakers(() => now)
    const broken = { channelId: 1, model: 'm', fault: 'broken', ms: 1, blamesKey: false, retryAfterMs: undefined } as const
    for (let count = 0; count < 5; count++) circuits.record(broken)
    expect(circuits.isResting(1, 'm')).toBe(true)
    now = 30_000
    expect([circuits.isResting(1, 'm'), circuits.isResting(1, 'm')]).toEqual([false, false])
    expect([circuits.isOpen(1, 'm'), circuits.isOpen(1, 'm')]).toEqual([false, true])
  })
})
