import { describe, expect, it } from 'bun:test'
import type { Channel } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { RoutingSettings } from '../routing/routing-settings.ts'
import { route, type RouteInput } from './route.ts'

const channelOf = (id: number, over: Partial<Channel> = {}): Channel => ({
  id,
  type: 1,
  name: `c${id}`,
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
  ...over,
})

interface Asking {
  readonly channels: readonly Channel[]
  readonly rolls?: readonly number[]
  readonly resting?: readonly number[]
  readonly allowed?: readonly string[]
  readonly pinned?: number
  readonly able?: (type: number) => boolean
  /** Channels that speak the caller's wire. */
  readonly own?: readonly number[]
  /** The channel that keeps what the call goes on from. */
  readonly keeper?: number
  readonly routing?: Partial<RoutingSettings>
  /** What the caller says, of which conversations are told apart. */
  readonly says?: string
  readonly tokenId?: number
  /** Milliseconds until the first byte, by channel. */
  readonly times?: Readonly<Record<number, number>>
  /** Ratio of a model's price; without one the model has no price. */
  readonly ratios?: Readonly<Record<string, number>>
}

const kindOf = (model: string, { own, says, keeper }: Asking): object => ({
  model,
  isStream: true,
  estimate: { promptTokens: 100, maxOutputTokens: 10, choices: 1 },
  isSupportedBy: () => true,
  renamed: (other: string) => kindOf(other, { channels: [] }),
  ...(says !== undefined && { conversation: { messages: [{ role: 'user', content: says }] } }),
  ...(keeper !== undefined && { keeper: { channelId: keeper, refusal: () => new RelayRefusal('response-not-found') } }),
  ...(own && { isServedAsIs: (_: unknown, { id }: Channel) => own.includes(id) }),
})

const ask = (asking: Asking): readonly number[] | string => {
  const { channels, rolls = [], resting = [], allowed = [], pinned, able = () => true, tokenId = 7, times = {}, ratios } = asking
  let roll = 0
  const input = {
    caller: { group: 'default', models: allowed, pinnedChannelId: pinned, tokenId },
    kind: kindOf('m', asking),
    pool: {
      channelsFor: (_: string, model: string) => channels.filter(({ models }) => models.includes(model)),
      modelsOf: () => ['m'],
      byId: (id: number) => channels.find((channel) => channel.id === id),
    },
    ports: {
      random: () => rolls[roll++] ?? 0,
      routing: () => ({ keepsConversations: true, substitutes: {}, strategies: {}, allowsEffortSuffixes: false, ...asking.routing }),
      settings: () => ({ refusesUnpriced: ratios !== undefined }),
      priceOf: (model: string) => ({
        ratios: { model: ratios?.[model] ?? 30, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 },
        isListed: ratios?.[model] !== undefined,
      }),
      firstBytes: { of: ({ channelId }: { readonly channelId: number }) => times[channelId] },
      circuits: { isOpen: (id: number) => resting.includes(id), record: () => undefined, distrust: () => undefined },
      providerFor: (type: number) => (able(type) ? { id: 'p' } : undefined),
    },
  } as unknown as RouteInput
  try {
    return route(input).courses.flatMap(({ candidates }) => candidates.map(({ id }) => id))
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error
    return error.kind
  }
}

describe('route', () => {
  it('tries the highest priority first', () => {
    expect(ask({ channels: [channelOf(1), channelOf(2, { priority: 9 }), channelOf(3, { priority: 5 })] })).toEqual([2, 3, 1])
  })

  it('chooses by weight inside a priority and leaves out what is drained', () => {
    const channels = [channelOf(1, { weight: 1 }), channelOf(2, { weight: 3 }), channelOf(3)]
    expect(ask({ channels, rolls: [0.24] })).toEqual([1, 2])
    expect(ask({ channels, rolls: [0.26] })).toEqual([2, 1])
  })

  it('loses no channel at the end of the scale, where sums of weights are rounded', () => {
    expect(ask({ channels: [channelOf(1, { weight: 1 }), channelOf(2, { weight: 3 })], rolls: [1, 1] })).toEqual([2, 1])
  })

  it('takes all weights of zero for equal ones', () => {
    expect(ask({ channels: [channelOf(1), channelOf(2)], rolls: [0.49] })).toEqual([1, 2])
    expect(ask({ channels: [channelOf(1), channelOf(2)], rolls: [0.51] })).toEqual([2, 1])
  })

  it("prefers inside a priority a channel of the caller's wire, whatever the weights", () => {
    const channels = [channelOf(1, { weight: 9 }), channelOf(2, { weight: 1 }), channelOf(3, { priority: 1 }), channelOf(4, { weight: 1 })]
    expect(ask({ channels, own: [2], rolls: [0, 0, 0] })).toEqual([3, 2, 1, 4])
    expect(ask({ channels, rolls: [0, 0, 0] })).toEqual([3, 1, 2, 4])
  })

  it("does not wake a drained channel because it speaks the caller's wire", () => {
    expect(ask({ channels: [channelOf(1, { weight: 1 }), channelOf(2)], own: [2] })).toEqual([1])
  })

  it('leaves out resting channels unless all rest', () => {
    const channels = [channelOf(1, { priority: 1 }), channelOf(2)]
    expect(ask({ channels, resting: [1] })).toEqual([2])
    expect(ask({ channels, resting: [1, 2] })).toEqual([1, 2])
  })

  it('asks only channels whose provider can do it', () => {
    expect(ask({ channels: [channelOf(1, { type: 2 }), channelOf(2)], able: (type) => type === 1 })).toEqual([2])
    expect(ask({ channels: [channelOf(1)], able: () => false })).toBe('no-channel')
  })

  it('refuses a model that the token does not allow', () => {
    expect(ask({ channels: [channelOf(1)], allowed: ['other'] })).toBe('model-not-allowed')
  })

  it('goes to the chosen channel alone, which must exist', () => {
    expect(ask({ channels: [channelOf(1), channelOf(2)], pinned: 2 })).toEqual([2])
    expect(ask({ channels: [channelOf(1)], pinned: 9 })).toBe('invalid-channel')
  })

  it('asks the channel alone that keeps what the call goes on from', () => {
    const channels = [channelOf(1, { priority: 9 }), channelOf(2)]
    expect(ask({ channels, keeper: 2 })).toEqual([2])
    expect(ask({ channels, keeper: 2, resting: [2] })).toEqual([2])
    expect(ask({ channels, keeper: 2, pinned: 2 })).toEqual([2])
    expect(ask({ channels, keeper: 2, pinned: 1 })).toBe('response-not-found')
    expect(ask({ channels, keeper: 3 })).toBe('response-not-found')
  })
})

describe('a conversation', () => {
  const channels = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => channelOf(id))
  const firstOf = (over: Partial<Asking>): unknown => ask({ channels, ...over })[0]
  const many = Array.from({ length: 64 }, (_, at) => `question ${at}`)

  it('stays on its channel, whatever the rolls', () => {
    for (const says of many) expect(ask({ channels, says, rolls: [0.9, 0.9] })).toEqual(ask({ channels, says, rolls: [0.1] }))
    expect(new Set(many.map((says) => firstOf({ says }))).size).toBe(8)
  })

  it('of another token goes its own way', () => {
    expect(many.filter((says) => firstOf({ says, tokenId: 8 }) !== firstOf({ says })).length).toBeGreaterThan(32)
  })

  it('goes by chance when the operator wants no affinity', () => {
    const routing = { keepsConversations: false }
    expect([firstOf({ says: 'x', routing, rolls: [0] }), firstOf({ says: 'x', routing, rolls: [0.99] })]).toEqual([1, 8])
  })
})

describe('the strategy of a group', () => {
  const mapped = (id: number, name: string, over: Partial<Channel> = {}) => channelOf(id, { modelMapping: { m: name }, ...over })

  it('puts the fastest first inside a priority', () => {
    const channels = [channelOf(1), channelOf(2), channelOf(3), channelOf(4, { priority: 1 })]
    const times = { 1: 900, 2: 100, 3: 500, 4: 9000 }
    expect(ask({ channels, times, routing: { strategies: { default: 'latency' } }, rolls: [0.05] })).toEqual([4, 2, 3, 1])
    expect(ask({ channels, times, routing: { strategies: { vip: 'latency' } } })).toEqual([4, 1, 2, 3])
  })

  it('goes by weight in one request of twenty, so that others are measured again', () => {
    const channels = [channelOf(1), channelOf(2)]
    const asking = { channels, times: { 1: 900, 2: 100 }, routing: { strategies: { default: 'latency' as const } }, says: 'x' }
    expect(ask({ ...asking, rolls: [0.049, 0, 0] })).toEqual([1, 2])
    expect(ask({ ...asking, rolls: [0.051, 0, 0] })).toEqual([2, 1])
  })

  it('puts the cheapest first, by the price of the model that upstream serves', () => {
    const channels = [mapped(1, 'dear'), mapped(2, 'cheap'), mapped(3, 'fair')]
    const ratios = { dear: 9, cheap: 1, fair: 3 }
    expect(ask({ channels, ratios, routing: { strategies: { default: 'cost' } } })).toEqual([2, 3, 1])
  })
})

describe('substitutes', () => {
  const other = channelOf(2, { models: ['other'] })
  const routing = { substitutes: { m: ['other'] } }

  it('come after all channels of the model', () => {
    expect(ask({ channels: [channelOf(1), other, channelOf(3)], routing })).toEqual([1, 3, 2])
  })

  it('come before channels that have failed again and again, and after them when they do too', () => {
    const channels = [channelOf(1), other, channelOf(3)]
    expect(ask({ channels, routing, resting: [1, 3] })).toEqual([2, 1, 3])
    expect(ask({ channels, routing, resting: [1] })).toEqual([3, 2])
    expect(ask({ channels, routing, resting: [1, 2, 3] })).toEqual([1, 3, 2])
  })

  it('without a price are passed over where such models are refused', () => {
    expect(ask({ channels: [channelOf(1), other], routing, ratios: { m: 1 } })).toEqual([1])
    expect(ask({ channels: [channelOf(1), other], routing, ratios: { m: 1, other: 2 } })).toEqual([1, 2])
    expect(ask({ channels: [other], routing, ratios: { m: 1 } })).toBe('no-channel')
    const renamed = { ...other, id: 5, modelMapping: { other: 'unlisted' } }
    expect(ask({ channels: [channelOf(1), other, renamed], routing, ratios: { m: 1, other: 2 } })).toEqual([1])
  })
})
