import { describe, expect, it } from 'bun:test'
import { catalog } from './catalog.ts'
import { defaultModels } from './default-models.ts'
import { unpriced } from './unpriced.ts'

const reasonByModel = new Map([...unpriced].flatMap(([reason, models]) => models.map((model) => [model, reason] as const)))
const offered = new Set(Object.values(defaultModels).flat())

describe('the catalogue', () => {
  it('has a price for every model that channels offer, or says why not', () => {
    expect([...offered].filter((model) => !catalog.has(model) && !reasonByModel.has(model))).toEqual([])
  })

  it('excuses no model that has a price or that nobody offers', () => {
    expect([...reasonByModel.keys()].filter((model) => catalog.has(model) || !offered.has(model))).toEqual([])
  })

  it('holds no price below zero and no entry without a price', () => {
    const faulty = [...catalog.values()].filter(({ price }) => {
      const figures = Object.values(price)
      return figures.length === 0 || figures.some((figure) => !Number.isFinite(figure) || figure < 0)
    })
    expect(faulty).toEqual([])
  })

  it('prices older models as their vendors did', () => {
    const priceOf = (model: string) => catalog.get(model)?.price
    expect(priceOf('gpt-4-32k')).toEqual({ input: 60, output: 120 })
    expect(priceOf('mixtral-8x7b-32768')).toEqual({ input: 0.24, output: 0.24 })
    expect(priceOf('step-1-8k')).toEqual({ input: 0.71, output: 0.71 })
    expect(priceOf('meta/meta-llama-3-70b-instruct')).toEqual({ input: 0.65, output: 2.75 })
    expect(priceOf('dall-e-3')).toEqual({ perImage: 0.04 })
    expect(priceOf('openrouter/auto')).toBeUndefined()
  })
})
