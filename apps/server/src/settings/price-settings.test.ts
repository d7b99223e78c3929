import { describe, expect, it } from 'bun:test'
import { isListedIn, priceOf } from '../relay/prices.ts'
import { modelsPricedAnew, pricesIn } from './price-settings.ts'
import { settingsFrom } from './settings.ts'

const SHEET = '{"input":3,"output":12}'

describe('the prices in the options', () => {
  it('are the same while others change, and what was worked out of them stays', () => {
    const before = settingsFrom(new Map([['ModelRatio', '{"home-made":7}']]))
    const price = priceOf('home-made', 'default', before)
    const after = settingsFrom(
      new Map([
        ['ModelRatio', '{"home-made":7}'],
        ['RetryTimes', '4'],
        ['SystemName', 'Another'],
      ]),
    )
    expect(pricesIn(after)).toBe(pricesIn(before))
    expect(priceOf('home-made', 'default', after)).toBe(price)
    expect(price.ratios.model).toBe(7)
  })

  it('stay the same object for one that was asked about before, whatever came between', () => {
    const first = settingsFrom(new Map([['ModelRatio', '{"home-made":11}']]))
    const second = settingsFrom(
      new Map([
        ['ModelRatio', '{"home-made":11}'],
        ['RetryTimes', '4'],
      ]),
    )
    const prices = pricesIn(first)
    expect(pricesIn(second)).toBe(prices)
    pricesIn(settingsFrom(new Map([['ModelRatio', '{"home-made":12}']])))
    expect(pricesIn(second)).toBe(prices)
  })

  const changes = [
    ['ModelSheets', `{"home-made":{"vendor":"own","mode":"chat","price":${SHEET}}}`, { model: 1.5, completion: 4 }],
    ['GroupSheets', `{"default":{"home-made":${SHEET}}}`, { model: 1.5, completion: 4 }],
    ['ModelRatio', '{"home-made":7}', { model: 7 }],
    ['CompletionRatio', '{"home-made":5}', { completion: 5 }],
    ['CacheReadRatio', '{"home-made":0.25}', { cacheRead: 0.25 }],
    ['CacheWriteRatio', '{"home-made":1.25}', { cacheWrite: 1.25 }],
    ['GroupRatio', '{"default":0.5}', { group: 0.5 }],
    ['UnpricedModelPolicy', 'free', { model: 0 }],
  ] as const

  for (const [option, value, ratios] of changes) {
    it(`are others when ${option} changes`, () => {
      expect(priceOf('home-made', 'default', settingsFrom(new Map())).ratios).toMatchObject({ model: 30, completion: 1, group: 1 })
      expect(priceOf('home-made', 'default', settingsFrom(new Map([[option, value]]))).ratios).toMatchObject(ratios)
    })
  }

  it('name a model where a ratio, a sheet, the catalogue or a sheet of the group does', () => {
    const settings = settingsFrom(
      new Map([
        ['ModelRatio', '{"by-ratio":7}'],
        ['CompletionRatio', '{"by-half":7}'],
        ['ModelSheets', `{"by-sheet":{"vendor":"own","mode":"chat","price":${SHEET}}}`],
        ['GroupSheets', `{"vip":{"by-group":${SHEET}}}`],
      ]),
    )
    const listed = (group: string) =>
      ['by-ratio', 'by-half', 'by-sheet', 'gpt-4o-mini', 'by-group', 'unknown'].filter((model) => {
        const isListed = isListedIn(model, group, settings)
        expect([model, priceOf(model, group, settings).isListed]).toEqual([model, isListed])
        return isListed
      })
    expect(listed('default')).toEqual(['by-ratio', 'by-sheet', 'gpt-4o-mini'])
    expect(listed('vip')).toEqual(['by-ratio', 'by-sheet', 'gpt-4o-mini', 'by-group'])
  })

  describe('tell which models they price anew', () => {
    const start = {
      ModelRatio: '{"a":1,"b":2}',
      ModelSheets: `{"c":{"vendor":"own","mode":"chat","price":${SHEET}},"d":{"vendor":"own","mode":"chat","price":${SHEET}}}`,
      GroupSheets: `{"vip":{"e":${SHEET},"f":${SHEET}}}`,
      GroupRatio: '{"default":1}',
    }
    const anew = (change: Readonly<Record<string, string>>) => {
      const changed = modelsPricedAnew(
        settingsFrom(new Map(Object.entries(start))),
        settingsFrom(new Map(Object.entries({ ...start, ...change }))),
      )
      return changed === 'all' ? changed : [...changed].toSorted()
    }

    it('one by one', () => {
      expect(anew({})).toEqual([])
      expect(anew({ ModelRatio: '{"b":3,"a":1,"z":1}' })).toEqual(['b', 'z'])
      expect(anew({ ModelRatio: '{"b":2}', CacheReadRatio: '{"y":0.1}' })).toEqual(['a', 'y'])
      expect(anew({ ModelSheets: `{"d":{"vendor":"own","mode":"chat","price":{"input":4,"output":12}}}` })).toEqual(['c', 'd'])
      expect(anew({ GroupSheets: `{"vip":{"e":${SHEET},"f":{"input":4}}}` })).toEqual(['f'])
    })

    it('and all where the policy, a ratio or the names of groups are others', () => {
      expect(anew({ UnpricedModelPolicy: 'free' })).toBe('all')
      expect(anew({ GroupRatio: '{"default":2}' })).toBe('all')
      expect(anew({ GroupSheets: `{"svip":{"e":${SHEET},"f":${SHEET}}}` })).toBe('all')
    })
  })
})
