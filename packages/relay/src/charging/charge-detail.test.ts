import { describe, expect, it } from 'bun:test'
import { chargeDetail, readChargeDetail, recompute } from './charge-detail.ts'

const ratios = { model: 1.5, group: 2, completion: 5, cacheRead: 0.1, cacheWrite: 1.25, cacheWriteHour: 2 }
const price = { version: 'v1', isListed: true, isPerQuery: false, ratios }
const usage = { input: 7, cacheRead: 100, cacheWrite: 50, cacheWriteHour: 20, output: 9, reasoning: 4, source: 'estimate' } as const
const written = JSON.stringify({ ...chargeDetail(price, ratios, usage), attempts: [] })

describe('what a charge was computed from', () => {
  it('is written into the row in these words', () => {
    expect(written).toBe(
      '{"price":{"version":"v1","isListed":true,"model":1.5,"group":2,"completion":5,"cacheRead":0.1,"cacheWrite":1.25,"cacheWriteHour":2},' +
        '"usage":{"input":7,"cacheRead":100,"cacheWrite":50,"cacheWriteHour":20,"output":9,"reasoning":4,"source":"estimate"},"attempts":[]}',
    )
  })

  it('is written once for each price', () => {
    expect(chargeDetail(price, ratios, usage).price).toBe(chargeDetail(price, ratios, usage).price)
    expect(chargeDetail(price, { ...ratios, model: 9 }, usage).price.model).toBe(9)
  })

  it('is read back as it was, and gives the same charge', () => {
    expect(readChargeDetail(written)).toEqual({ price: ratios, usage })
    // (7 + 10 + 37.5 + 40 + 45) × 3 = 418.5
    expect(Number(recompute({ detail: written }))).toBe(419)
    const drawn = { ...usage, unit: 'image' as const }
    expect(readChargeDetail(JSON.stringify(chargeDetail(price, ratios, drawn)))).toEqual({ price: ratios, usage: drawn })
  })

  it.each(['image', 'character', 'millisecond', 'query'] as const)('keeps that %s is what was counted', (unit) => {
    expect(readChargeDetail(JSON.stringify(chargeDetail(price, ratios, { ...usage, unit })))).toEqual({
      price: ratios,
      usage: { ...usage, unit },
    })
  })

  it.each(['for-this-request', 'for-any-request'] as const)('keeps that the figures were implausible %s', (implausible) => {
    expect(readChargeDetail(JSON.stringify(chargeDetail(price, ratios, { ...usage, implausible })))).toMatchObject({
      usage: { implausible },
    })
  })

  it.each(['model', 'group', 'completion', 'cacheRead', 'cacheWrite'] as const)('is incomplete without the ratio %s', (name) => {
    const detail = chargeDetail(price, ratios, usage)
    expect(readChargeDetail(JSON.stringify({ ...detail, price: { ...detail.price, [name]: undefined } }))).toBe('incomplete')
  })

  it.each(['input', 'cacheRead', 'cacheWrite', 'output'] as const)('is incomplete without the count of %s', (name) => {
    const detail = chargeDetail(price, ratios, usage)
    expect(readChargeDetail(JSON.stringify({ ...detail, usage: { ...detail.usage, [name]: undefined } }))).toBe('incomplete')
  })

  it('keeps sound, pictures, thoughts and fees, each at its own price', () => {
    const rich = {
      model: 1,
      group: 2,
      input: 0,
      completion: 3,
      cacheRead: 0.5,
      cacheWrite: 1,
      audioInput: 8,
      imageInput: 4,
      audioCacheRead: 2,
      audioOutput: 16,
      imageOutput: 10,
      reasoning: 5,
      fees: { webSearch: 5000, codeInterpreter: 15000 },
    }
    const used = {
      input: 100,
      audioInput: 10,
      imageInput: 5,
      cacheRead: 20,
      audioCacheRead: 4,
      cacheWrite: 1,
      output: 50,
      audioOutput: 6,
      imageOutput: 3,
      reasoning: 7,
      calls: { webSearch: 2 },
      source: 'upstream' as const,
    }
    const detail = JSON.stringify(chargeDetail(price, rich, used))
    expect(readChargeDetail(detail)).toEqual({ price: rich, usage: used })
    // input 85 × 0 + 10 × 8 + 5 × 4, cached 16 × 0.5 + 4 × 2, written 1, output 34 × 3 + 6 × 16 + 3 × 10 + 7 × 5, 2 searches; × 2
    expect(Number(recompute({ detail }))).toBe((100 + 16 + 1 + 263 + 10_000) * 2)
    for (const broken of [{ calls: { webSearch: -1 } }, { audioInput: 0.5 }])
      expect(readChargeDetail(JSON.stringify(chargeDetail(price, rich, { ...used, ...broken })))).toBe('incomplete')
  })

  it('leaves out the fees of calls where none was made, which changes no charge', () => {
    const sold = { ...ratios, fees: { webSearch: 5000, codeInterpreter: 15000 } }
    const detail = JSON.stringify({ ...chargeDetail(price, sold, usage), attempts: [] })
    expect(detail).toBe(written)
    expect(Number(recompute({ detail }))).toBe(419)
    const searched = chargeDetail(price, sold, { ...usage, calls: { webSearch: 1 } })
    expect(JSON.stringify(searched.price)).toContain('"fees":{"webSearch":5000,"codeInterpreter":15000}')
    // 419 without the search, before it is rounded up: 418.5 + 5000 × 2
    expect(Number(recompute({ detail: JSON.stringify(searched) }))).toBe(10_419)
  })

  it('is nothing for a row without a charge, and is not guessed at where a figure is missing', () => {
    for (const detail of ['', 'null', '[]', '{"attempts":[]}', '{"usage":{"input":1}}']) {
      expect(readChargeDetail(detail)).toBeUndefined()
      expect(Number(recompute({ detail }))).toBe(0)
    }
    const { output: _output, ...short } = usage
    for (const detail of [
      { price: { model: 1 }, usage },
      { price: ratios, usage: short },
      { price: ratios, usage: { ...usage, input: -1 } },
      { price: { ...ratios, cacheWriteHour: 'x' }, usage },
    ]) {
      expect(readChargeDetail(JSON.stringify(detail))).toBe('incomplete')
      expect(recompute({ detail: JSON.stringify(detail) })).toBeUndefined()
    }
  })
})
