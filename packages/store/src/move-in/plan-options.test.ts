import { describe, expect, it } from 'bun:test'
import type { SourceRow } from '../dialect/source/source.ts'
import { Notes } from './notes.ts'
import { planOptions } from './plan-options.ts'

const known = {
  older: (_: string, model: string) => (model === 'openrouter/auto' ? -500_000 : undefined),
  listed: () => undefined,
  isBySecond: (model: string) => model === 'sound',
  perPicture: (model: string) => (model === 'pictures' || model === 'listed-pictures' ? 0.04 : undefined),
}

const planned = (options: Readonly<Record<string, string>>) => {
  const rows = Object.entries(options).map(([key, value]): SourceRow => ({ key, value }))
  const notes = new Notes()
  const plan = planOptions({ options: rows }, known, notes)
  return {
    plan: Object.fromEntries(plan.map(({ name, value }) => [name, value])),
    notes: notes.all.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`),
  }
}

describe('prices of older programs', () => {
  it('for a request come before ratios there, which are therefore left behind', () => {
    const { plan, notes } = planned({
      CacheRatio: '{"by-call":0.5}',
      CompletionRatio: '{"by-call":2,"by-token":3}',
      ModelPrice: '{"by-call":0.1}',
      ModelRatio: '{"by-call":7,"by-token":2}',
    })
    expect(plan).toEqual({
      CompletionRatio: '{"by-token":3}',
      ModelRatio: '{"by-token":2}',
      ModelSheets: '{"by-call":{"vendor":"import","mode":"chat","price":{"perRequest":0.1}}}',
    })
    expect(notes).toEqual(
      ['CacheRatio', 'CompletionRatio', 'ModelRatio'].map(
        (name) => `left out ${name}: 1 ratios of models that ModelPrice sells by the request: they did not count`,
      ),
    )
  })

  it('are those of a picture where the model is sold so, and not frozen where the catalogue says the same', () => {
    expect(planned({ ModelPrice: '{"pictures":0.05,"listed-pictures":0.04}' })).toEqual({
      plan: { ModelSheets: '{"pictures":{"vendor":"import","mode":"image","price":{"perImage":0.05}}}' },
      notes: [],
    })
  })

  it('come to the same units whatever a dollar is shown as', () => {
    const { plan } = planned({ ModelPrice: '{"by-call":0.1}', QuotaPerUnit: '1000000' })
    expect(plan).toMatchObject({ ModelSheets: '{"by-call":{"vendor":"import","mode":"chat","price":{"perRequest":0.2}}}' })
  })

  it('for tokens of what is sold by the second here are left out', () => {
    expect(planned({ ModelRatio: '{"sound":20,"words":2}' })).toEqual({
      plan: { ModelRatio: '{"words":2}' },
      notes: ['left out ModelRatio: 1 ratios of models that are sold by the second here: the prices of the catalogue hold'],
    })
  })

  it('that cannot be read are left out, and the ratios count', () => {
    const { plan, notes } = planned({ ModelPrice: '[1]', ModelRatio: '{"m":7}' })
    expect(plan).toEqual({ ModelRatio: '{"m":7}' })
    expect(notes).toEqual(['left out ModelPrice: its prices cannot be read'])
  })

  it('that are none do not cost the others, and a default of one-api that is none is not told of', () => {
    const { plan, notes } = planned({
      ModelPrice: '{"by-call":0.1,"m":-1}',
      ModelRatio: '{"m":7,"openrouter/auto":-500000,"below":-2,"word":"3","of":{"a":1},"":4,"constructor":2}',
    })
    expect(plan).toEqual({
      ModelRatio: '{"m":7,"constructor":2}',
      ModelSheets: '{"by-call":{"vendor":"import","mode":"chat","price":{"perRequest":0.1}}}',
    })
    expect(notes).toEqual([
      'left out ModelPrice: -1 is no price of m',
      'left out ModelRatio: -2 is no price of below',
      'left out ModelRatio: "3" is no price of word',
      'left out ModelRatio: {"a":1} is no price of of',
      'left out ModelRatio: 4 is no price of ',
    ])
  })
})

describe('maps and lists of older programs', () => {
  it('come over without the entries that are nothing here, which are named', () => {
    expect(
      planned({
        EmailDomainWhitelist: 'Example.com, @example.org,example.net',
        GroupRatio: '{"default":1,"vip":0.5,"below":-1,"word":"2","vip":0.8}',
        UserUsableGroups: '{"cheap":"for all","none":null,"":"nobody"}',
      }),
    ).toEqual({
      plan: {
        EmailDomainWhitelist: 'example.com,example.net',
        GroupRatio: '{"default":1,"vip":0.8}',
        UserUsableGroups: '{"cheap":"for all"}',
      },
      notes: [
        'left out EmailDomainWhitelist: @example.org is no domain',
        'left out GroupRatio: -1 is not allowed here for below',
        'left out GroupRatio: "2" is not allowed here for word',
        'left out UserUsableGroups: null is not allowed here for none',
        'left out UserUsableGroups: "nobody" is not allowed here for ',
      ],
    })
  })

  it('that are none at all are left out whole', () => {
    expect(planned({ EmailDomainWhitelist: '@example.org', GroupRatio: '[1]', UserUsableGroups: '{' })).toEqual({
      plan: {},
      notes: [
        'left out EmailDomainWhitelist: its value is not allowed here (option-domains)',
        'left out GroupRatio: its value is not allowed here (option-ratios)',
        'left out UserUsableGroups: its value is not allowed here (option-routing)',
      ],
    })
  })
})
