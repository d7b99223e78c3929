import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { chargedParts, costOf, ratiosFor, type PriceRatios } from './price.ts'

const ratios = (over: Partial<PriceRatios> = {}): PriceRatios => ({
  model: 1,
  group: 1,
  completion: 1,
  cacheRead: 0.1,
  cacheWrite: 1.25,
  ...over,
})
const tokens = (input: number, output: number, cached = { cacheRead: 0, cacheWrite: 0 }) => ({ input, output, ...cached })

describe('cost of a request', () => {
  it('is nothing when nothing was used, whatever the price', () => {
    expect(costOf(tokens(0, 0), ratios({ model: 30 }))).toBe(0 as never)
  })

  it('rounds up once, at the end', () => {
    // 0.15 + 0.15 × 4 = 0.75 → 1, where rounding each part would give 2
    expect(Number(costOf(tokens(1, 1), ratios({ model: 0.15, completion: 4 })))).toBe(1)
    expect(Number(costOf(tokens(1000, 500), ratios({ model: 0.075, completion: 4 })))).toBe(225)
  })

  it('costs at least one unit when the price is above zero', () => {
    expect(Number(costOf(tokens(0, 1), ratios({ model: 0.01, completion: 0 })))).toBe(1)
    expect(Number(costOf(tokens(9, 9), ratios({ model: 0 })))).toBe(0)
  })

  it('does not lose a unit to binary fractions', () => {
    // 0.1 × 3 is 0.30000000000000004 in floats and would be charged as 31
    expect(Number(costOf(tokens(100, 0), ratios({ model: 0.1, group: 3 })))).toBe(30)
  })

  it('charges cached input at its own ratio', () => {
    expect(Number(costOf(tokens(100, 10, { cacheRead: 1000, cacheWrite: 200 }), ratios({ model: 2, completion: 5 })))).toBe(
      2 * (100 + 100 + 250 + 50),
    )
  })

  it('charges input that is cached for an hour at that price', () => {
    const used = { input: 0, output: 0, cacheRead: 0, cacheWrite: 300, cacheWriteHour: 100 }
    expect(Number(costOf(used, ratios({ model: 1, cacheWrite: 1.25, cacheWriteHour: 2 })))).toBe(250 + 200)
    expect(Number(costOf(used, ratios({ model: 1, cacheWrite: 1.25 })))).toBe(375)
  })

  it('stays exact where plain numbers would not be', () => {
    const cost = costOf(tokens(2 ** 40, 3), ratios({ model: 0.123456789, completion: 1.000000001 }))
    const exact = (BigInt(2 ** 40) * 1_000_000_000n + 3n * 1_000_000_001n) * 123_456_789n
    expect(BigInt(cost)).toBe((exact + 10n ** 18n - 1n) / 10n ** 18n)
  })

  it('adds no unit to a large cost that is whole', () => {
    expect(Number(costOf(tokens(2 ** 51, 0), ratios({ model: 2, group: 0.5 })))).toBe(2_251_799_813_685_248)
    expect(Number(costOf(tokens(2 ** 51 + 1, 0), ratios({ model: 2, group: 0.25 })))).toBe(1_125_899_906_842_625)
  })

  it('ends at 2^53 - 1 where the ratios multiply beyond it', () => {
    const dear = ratios({ model: 1_000_000, group: 1_000_000, completion: 1_000_000 })
    expect(Number(costOf(tokens(1, 1), dear))).toBe(9_007_199_254_740_991)
    expect(Number(costOf(tokens(1, 0), ratios({ model: 1e300, group: 1e300 })))).toBe(9_007_199_254_740_991)
    expect(Number(costOf(tokens(1, 0), ratios({ model: 9_007_199_254_740_991 })))).toBe(9_007_199_254_740_991)
  })

  it('refuses counts that are negative, broken or not whole', () => {
    for (const bad of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => costOf(tokens(bad, 1), ratios())).toThrow(RangeError)
    expect(() =>
      costOf({ ...tokens(-1, 4, { cacheRead: 2, cacheWrite: 3 }), calls: { webSearch: 1.5 } }, ratios({ fees: { webSearch: 1 } })),
    ).toThrow(new RangeError('token counts must be whole numbers from 0, got -1, 2, 3, 4, 1.5'))
  })

  it('agrees with an independent exact computation in thousandths', () => {
    const thousandth = fc.integer({ min: 1, max: 60_000 })
    const count = fc.integer({ min: 0, max: 2_000_000 })
    fc.assert(
      fc.property(fc.tuple(count, count), fc.tuple(thousandth, thousandth, thousandth), ([input, output], [model, group, completion]) => {
        const exact = (BigInt(input) * 1000n + BigInt(output) * BigInt(completion)) * BigInt(model) * BigInt(group)
        const expected = input + output === 0 ? 0n : (exact + 999_999_999n) / 1_000_000_000n
        const cost = costOf(tokens(input, output), ratios({ model: model / 1000, group: group / 1000, completion: completion / 1000 }))
        return BigInt(cost) === expected
      }),
      { numRuns: 2000 },
    )
  })

  it('charges parts of a class at their own prices, and those without one as the class', () => {
    const priced = ratios({ model: 2, completion: 4, audioInput: 10, audioOutput: 20, reasoning: 6 })
    const used = { ...tokens(100, 50), audioInput: 30, imageInput: 20, audioOutput: 10, reasoning: 5 }
    // (70 + 30 × 10 + 35 × 4 + 10 × 20 + 5 × 6) × 2
    expect(Number(costOf(used, priced))).toBe(1480)
    expect(chargedParts(used, priced).map(({ kind, count, ratio }) => `${kind} ${count} × ${ratio}`)).toEqual([
      'input 70 × 1',
      'audioInput 30 × 10',
      'cacheRead 0 × 0.1',
      'cacheWrite 0 × 1.25',
      'output 35 × 4',
      'audioOutput 10 × 20',
      'reasoning 5 × 6',
    ])
  })

  it('charges a whole class where nothing is told of a part that has a price', () => {
    expect(Number(costOf(tokens(10, 0), ratios({ audioInput: 100 })))).toBe(10)
  })

  it('rounds up the smallest rest', () => {
    expect(
      [10, 11, 19, 20, 21].map((count) => Number(costOf(tokens(count, 0), ratios({ model: 0.1, cacheRead: 1, cacheWrite: 1 })))),
    ).toEqual([1, 2, 2, 2, 3])
  })

  it('never charges more of a part than its class has', () => {
    const priced = ratios({ audioInput: 10, imageInput: 100 })
    expect(Number(costOf({ ...tokens(10, 0), audioInput: 8, imageInput: 9 }, priced))).toBe(80 + 200)
  })

  it('is exact for the tools on the public list of OpenAI', () => {
    // $10 and $2.50 a thousand searches, $0.03 a container, $1.25 and $10 a million tokens; 500 000 units are a dollar.
    const gpt5 = ratios({ model: 0.625, completion: 8, fees: { webSearch: 5000, fileSearch: 1250, codeInterpreter: 15_000 } })
    const cost = (used: ReturnType<typeof tokens>, calls: object, group = 1) => Number(costOf({ ...used, calls }, { ...gpt5, group }))
    const used = tokens(1000, 100)
    expect(cost(used, {})).toBe(1125)
    expect(cost(used, { webSearch: 1 })).toBe(6125)
    expect(cost(used, { webSearch: 3, fileSearch: 2 })).toBe(18_625)
    expect(cost(tokens(1, 0), { codeInterpreter: 1 })).toBe(15_001)
    expect(cost(used, { webSearch: 3, fileSearch: 2, codeInterpreter: 1 }, 1.5)).toBe(50_438)
    expect(cost(tokens(0, 0), { webSearch: 1 }, 0.0001)).toBe(1)
  })

  it('adds fees for calls before the ratio of the group, also where tokens are free', () => {
    const fees = { webSearch: 5000, fileSearch: 1250.5 }
    expect(Number(costOf({ ...tokens(10, 0), calls: { webSearch: 3, fileSearch: 1 } }, ratios({ group: 0.5, fees })))).toBe(8131)
    expect(Number(costOf({ ...tokens(10, 0), calls: { webSearch: 1 } }, ratios({ model: 0, fees })))).toBe(5000)
    expect(Number(costOf({ ...tokens(0, 0), calls: { imageGeneration: 4 } }, ratios({ fees })))).toBe(0)
  })

  it.each(['webSearch', 'fileSearch', 'codeInterpreter', 'imageGeneration', 'request'] as const)('charges a fee for %s', (kind) => {
    expect(Number(costOf({ ...tokens(10, 0), calls: { [kind]: 3 } }, ratios({ group: 2, fees: { [kind]: 700 } })))).toBe(4220)
  })

  it.each([
    ['cacheWriteHour', 'cacheWrite'],
    ['audioInput', 'input'],
    ['imageInput', 'input'],
    ['audioCacheRead', 'cacheRead'],
    ['audioOutput', 'output'],
    ['imageOutput', 'output'],
    ['reasoning', 'output'],
  ] as const)('takes %s out of %s', (part, within) => {
    const used = { input: 100, cacheRead: 100, cacheWrite: 100, output: 100, [part]: 40 }
    const priced = ratios({ completion: 2, [part]: 7 })
    const counted = chargedParts(used, priced).map(({ kind, count }) => [kind, count])
    expect(counted.filter(([kind]) => kind === within || kind === part)).toEqual([
      [within, 60],
      [part, 40],
    ])
    expect(chargedParts(used, priced).find(({ kind }) => kind === part)?.ratio).toBe(7)
  })

  it('takes the ratios of the longest tier that a prompt is above', () => {
    const [short, long, longest] = [ratios(), ratios({ model: 2 }), ratios({ model: 3 })]
    const price = {
      version: 'v',
      isListed: true,
      ratios: short,
      tiers: [
        { above: 500, ratios: longest },
        { above: 200, ratios: long },
      ],
    }
    expect([0, 200, 201, 500, 501].map((prompt) => ratiosFor(price, prompt).model)).toEqual([1, 1, 2, 2, 3])
    expect(ratiosFor({ ...price, tiers: [] }, 501)).toBe(short)
  })
})
