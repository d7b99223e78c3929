import { describe, expect, it } from 'bun:test'
import type { Channel } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
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
}

const ask = ({ channels, rolls = [], resting = [], allowed = [], pinned, able = () => true, own }: Asking): readonly number[] | string => {
  let roll = 0
  const input = {
    caller: { group: 'default', models: allowed, pinnedChannelId: pinned },
    kind: { model: 'm', isSupportedBy: () => true, ...(own && { isServedAsIs: (_: unknown, { id }: Channel) => own.includes(id) }) },
    pool: { channelsFor: () => channels, modelsOf: () => ['m'], byId: (id: number) => channels.find((channel) => channel.id === id) },
    ports: {
      random: () => rolls[roll++] ?? 0,
      circuits: { isOpen: (id: number) => resting.includes(id), record: () => undefined, distrust: () => undefined },
      providerFor: (type: number) => (able(type) ? { id: 'p' } : undefined),
    },
  } as unknown as RouteInput
  try {
    return route(input).candidates.map(({ id }) => id)
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
})
