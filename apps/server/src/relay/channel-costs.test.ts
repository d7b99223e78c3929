import { describe, expect, it } from 'bun:test'
import { settingsFrom } from '../settings/settings.ts'
import { costPriceOf } from './channel-costs.ts'

const settings = settingsFrom(new Map([['GroupRatio', '{"default":3}']]))

describe('what a channel takes', () => {
  it('is a part of the price before the ratio of a group', () => {
    // gpt-4o is 2.5 and 10 dollars, priority 4.25 and 17
    expect(costPriceOf({ cost: '0.8' }, 'gpt-4o', settings)).toMatchObject({
      ratios: { model: 1.25, completion: 4, group: 0.8 },
      service: { priority: { ratios: { model: 2.125, group: 0.8 } } },
    })
  })

  it('is a price of its own for a model, and the factor for the rest', () => {
    const cost = '{"*":0.9,"gpt-4o":{"input":2,"output":6,"tiers":[{"above":1000,"input":4}]}}'
    expect(costPriceOf({ cost }, 'gpt-4o', settings)).toMatchObject({
      ratios: { model: 1, completion: 3, group: 1 },
      tiers: [{ above: 1000, ratios: { model: 2, completion: 1.5 } }],
    })
    expect(costPriceOf({ cost }, 'gpt-4o-mini', settings)?.ratios).toMatchObject({ model: 0.075, group: 0.9 })
  })

  it('is a price by size as well, of its own or as a part of the price', () => {
    const own = costPriceOf({ cost: '{"dall-e-2":{"perImage":0.01,"images":[{"size":"512x512","price":0.012}]}}' }, 'dall-e-2', settings)
    expect(own).toMatchObject({ ratios: { model: 5 }, pictures: [{ size: '512x512', ratios: { model: 6, group: 1 } }] })
    const part = costPriceOf({ cost: '0.5' }, 'dall-e-2', settings)
    expect(part?.pictures?.map(({ size, ratios }) => [size, ratios.model, ratios.group])).toEqual([
      ['256x256', 8, 0.5],
      ['512x512', 9, 0.5],
      ['1024x1024', 10, 0.5],
    ])
  })

  it('is not known where nothing is said of the model, or nothing that can be read', () => {
    expect([{}, { cost: '' }, { cost: '{"o3":1}' }, { cost: 'cheap' }].map((channel) => costPriceOf(channel, 'gpt-4o', settings))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is worked out once for a model', () => {
    expect(costPriceOf({ cost: '0.8' }, 'gpt-4o', settings)).toBe(costPriceOf({ cost: '0.8' }, 'gpt-4o', settings))
    expect(costPriceOf({ cost: '{"m":{"input":1}}' }, 'm', settings)).toBe(costPriceOf({ cost: '{"m":{"input":1}}' }, 'm', settings))
  })
})
