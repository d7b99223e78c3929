import { describe, expect, it } from 'bun:test'
import { countFacets } from './count-facets.ts'
import { matchChannels, type ChannelWish, type ListedChannel } from './match-channels.ts'

const channel = (id: number, over: Partial<ListedChannel> = {}): ListedChannel => ({
  id,
  name: `channel ${id}`,
  type: 1,
  status: 1,
  group: ['default'],
  model: ['gpt-4o'],
  tag: [],
  hasKey: false,
  ...over,
})

const channels = [
  channel(51, { name: 'Azure-EU 华东主力', type: 3, model: ['gpt-4o', 'openai/o1-mini'], tag: ['eu', 'blue'] }),
  channel(4, { status: 2, group: ['vip'], model: ['claude-sonnet-4-5'], tag: ['eu'] }),
  channel(3, { status: 3, group: ['default', 'vip'] }),
  channel(2, { hasKey: true, model: [] }),
]
const found = (wish: ChannelWish) => matchChannels(channels, wish).map(({ id }) => id)

describe('a keyword finds a channel', () => {
  it.each([
    ['', [51, 4, 3, 2]],
    ['51', [51, 2]],
    ['gpt-4o', [51, 3, 2]],
    ['GPT', [51, 3, 2]],
    ['4o', [51, 3, 2]],
    ['pt-4o', [2]],
    ['o1', [51, 2]],
    ['eu', [51, 4, 2]],
    ['azure', [51, 2]],
    ['主力', [51, 2]],
    ['zure', [2]],
    ['channel 3', [3, 2]],
    ['channel', [4, 3, 2]],
    ['%', [2]],
  ])('%p by id, by its key, or by a word of its name, its models or its tags', (keyword, ids) => {
    expect(found({ keyword })).toEqual(ids)
  })
})

describe('a filter', () => {
  it('asks for one of the values of each member', () => {
    expect(found({ type: [3] })).toEqual([51])
    expect(found({ status: [2, 3] })).toEqual([4, 3])
    expect(found({ group: ['vip'] })).toEqual([4, 3])
    expect(found({ model: ['gpt-4o', 'claude-sonnet-4-5'] })).toEqual([51, 4, 3])
    expect(found({ tag: ['eu'] })).toEqual([51, 4])
    expect(found({ tag: ['e'] })).toEqual([])
  })

  it('goes together with the others and with the keyword', () => {
    expect(found({ keyword: 'gpt', status: [1], type: [3] })).toEqual([51])
    expect(found({ tag: ['eu'], status: [1] })).toEqual([51])
  })
})

describe('the counts', () => {
  it('are the most frequent first, of everything where nothing is asked for', () => {
    expect(countFacets(channels, {})).toEqual({
      total: 4,
      type: [
        { value: '1', count: 3 },
        { value: '3', count: 1 },
      ],
      status: [
        { value: '1', count: 2 },
        { value: '2', count: 1 },
        { value: '3', count: 1 },
      ],
      group: [
        { value: 'default', count: 3 },
        { value: 'vip', count: 2 },
      ],
      model: [
        { value: 'gpt-4o', count: 2 },
        { value: 'claude-sonnet-4-5', count: 1 },
        { value: 'openai/o1-mini', count: 1 },
      ],
      tag: [
        { value: 'eu', count: 2 },
        { value: 'blue', count: 1 },
      ],
    })
  })

  it('of a member are not narrowed by its own filter, but by every other', () => {
    const { total, status, tag } = countFacets(channels, { status: [2], tag: ['eu'] })
    expect(total).toBe(1)
    expect(status).toEqual([
      { value: '1', count: 1 },
      { value: '2', count: 1 },
    ])
    expect(tag).toEqual([{ value: 'eu', count: 1 }])
  })
})
