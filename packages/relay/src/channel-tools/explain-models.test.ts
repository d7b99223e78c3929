import { describe, expect, it } from 'bun:test'
import { explainModels, type ModelsQuestion } from './explain-models.ts'
import type { ExplainedChannel } from './explain-route.ts'

const channel = (id: number, models: readonly string[], over: Partial<ExplainedChannel> = {}): ExplainedChannel => ({
  id,
  name: `c${id}`,
  type: 1,
  state: 'enabled',
  models,
  groups: ['default'],
  priority: 0,
  weight: 0,
  modelMapping: {},
  ...over,
})

const ask = (over: Partial<ModelsQuestion>) =>
  explainModels({
    model: 'm',
    group: 'default',
    channels: [channel(1, ['m']), channel(2, ['n']), channel(3, ['o'])],
    isResting: () => false,
    canChat: () => true,
    routing: { substitutes: { m: ['n', 'p', 'o'] }, allowsEffortSuffixes: true },
    isSold: () => true,
    ...over,
  }).map(({ order, model, role, state, effort }) => [order, model, role, state, effort ?? '-'].join(' '))

describe('the models that a request would be tried with', () => {
  it('are the one that was asked for, then its substitutes, without those that nobody serves', () => {
    expect(ask({})).toEqual(['1 m asked usable -', '2 n substitute usable -', '3 o substitute usable -', '0 p substitute unserved -'])
  })

  it('come later where all their channels rest', () => {
    const isResting = (id: number) => id === 1
    expect(ask({ isResting }).slice(0, 3)).toEqual(['1 n substitute usable -', '2 o substitute usable -', '3 m asked resting -'])
  })

  it('are no substitutes without a price, by the name that is sent upstream', () => {
    const channels = [channel(1, ['m']), channel(2, ['n'], { modelMapping: { n: 'n-upstream' } })]
    expect(ask({ channels, isSold: (name) => name !== 'n-upstream' })[1]).toBe('0 n substitute unpriced -')
    expect(ask({ isSold: () => false })[0]).toBe('1 m asked usable -')
  })

  it('begin with the model before a suffix of effort, unless a channel has that very name or suffixes are off', () => {
    expect(ask({ model: 'm-high' })[0]).toBe('1 m suffix usable high')
    expect(ask({ model: 'z-high' })).toEqual(['0 z-high asked unserved -'])
    expect(ask({ model: 'm-thinking' })[1]).toBe('2 n substitute usable -')
    expect(ask({ model: 'm-high', channels: [channel(1, ['m', 'm-high'])] })).toEqual(['1 m-high asked usable -'])
    expect(ask({ model: 'm-high', routing: { substitutes: {}, allowsEffortSuffixes: false } })).toEqual(['0 m-high asked unserved -'])
  })
})
