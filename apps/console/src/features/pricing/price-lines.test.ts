import { describe, expect, test } from 'bun:test'
import { en } from '../../shared/i18n/en.ts'
import { translatorFor } from '../../shared/i18n/translate.ts'
import { formatDollars, lineKey, lineLabel, pieceOf, priceLines } from './price-lines.ts'

describe('the lines of a price', () => {
  test('are its rates, its tiers from the shortest prompts on, and what is asked by the piece', () => {
    const price = {
      output: 10,
      input: 2.5,
      fees: { webSearch: 0.01 },
      perRequest: 0.002,
      tiers: [
        { above: 500_000, input: 9 },
        { above: 200_000, input: 5, output: 20 },
      ],
    }
    expect(priceLines(price)).toEqual([
      { rate: 'input', dollars: 2.5 },
      { rate: 'output', dollars: 10 },
      { rate: 'input', above: 200_000, dollars: 5 },
      { rate: 'output', above: 200_000, dollars: 20 },
      { rate: 'input', above: 500_000, dollars: 9 },
      { rate: 'perRequest', dollars: 0.002 },
      { rate: 'webSearch', dollars: 0.01 },
    ])
  })

  test('tell each size and quality of pictures apart', () => {
    const images = [
      { size: '1x1', quality: 'hd', price: 0.08 },
      { size: '1x1', price: 0.05 },
      { quality: 'hd', price: 0.06 },
    ]
    const lines = priceLines({ perImage: 0.04, perRequest: 0.01, images })
    expect(lines).toEqual([
      { rate: 'perImage', dollars: 0.04 },
      { rate: 'perImage', picture: { size: '1x1', quality: 'hd' }, dollars: 0.08 },
      { rate: 'perImage', picture: { size: '1x1' }, dollars: 0.05 },
      { rate: 'perImage', picture: { quality: 'hd' }, dollars: 0.06 },
      { rate: 'perRequest', dollars: 0.01 },
    ])
    expect(new Set(lines.map(lineKey)).size).toBe(5)
    expect(lines.map((line) => lineLabel(line, translatorFor(en))).slice(1, 4)).toEqual([
      'Per image · 1x1 · hd',
      'Per image · 1x1',
      'Per image · hd',
    ])
    expect(pieceOf({ images })).toBe('perImage')
  })

  test('tell each service tier apart', () => {
    const service = { flex: { input: 1, tiers: [{ above: 100, input: 2 }] }, priority: { multiplier: 2, output: 9 } }
    const lines = priceLines({ input: 2, service })
    expect(lines).toEqual([
      { rate: 'input', dollars: 2 },
      { rate: 'input', service: 'flex', dollars: 1 },
      { rate: 'input', service: 'flex', above: 100, dollars: 2 },
      { rate: 'output', service: 'priority', dollars: 9 },
    ])
    expect(new Set(lines.map(lineKey)).size).toBe(4)
  })

  test('say what a model is counted in when it is not tokens', () => {
    expect([pieceOf({ input: 1, perImage: 2 }), pieceOf({ perSecond: 0.1 }), pieceOf({ perQuery: 0.002 }), pieceOf({})]).toEqual([
      undefined,
      'perSecond',
      'perQuery',
      undefined,
    ])
  })
})

test.each([
  [2.5, '$2.50'],
  [0, '$0.00'],
  [0.075, '$0.075'],
  [0.0001, '$0.0001'],
  [0.0000005, '$0.0000005'],
  [1234, '$1,234.00'],
  [3.333333, '$3.333333'],
])('%p dollars are written %p', (dollars, text) => {
  expect(formatDollars(dollars)).toBe(text)
})
