import { describe, expect, it } from 'bun:test'
import { estimateHold } from './estimate.ts'
import type { PriceRatios } from './price.ts'
import { toQuota } from './quota.ts'

const ratios: PriceRatios = { model: 2, group: 1, completion: 3, cacheRead: 1, cacheWrite: 1 }

describe('amount held before a request', () => {
  it('covers the prompt, the floor and every answer at its longest', () => {
    const held = estimateHold({ promptTokens: 100, maxOutputTokens: 50, choices: 2 }, ratios, toQuota(500))
    expect(Number(held)).toBe(2 * (100 + 500 + 3 * 100))
  })

  it('assumes an ordinary answer when the caller sets no limit', () => {
    const held = estimateHold({ promptTokens: 0, maxOutputTokens: undefined, choices: 1 }, ratios, toQuota(0))
    expect(Number(held)).toBe(2 * 3 * 1024)
  })

  it('holds nothing for a free model', () => {
    const held = estimateHold({ promptTokens: 10, maxOutputTokens: 10, choices: 1 }, { ...ratios, model: 0 }, toQuota(500))
    expect(Number(held)).toBe(0)
  })

  it('ends at 2^53 - 1, whatever is asked for', () => {
    const most = Number.MAX_SAFE_INTEGER
    expect(Number(estimateHold({ promptTokens: most, maxOutputTokens: most, choices: 128 }, ratios, toQuota(500)))).toBe(
      9_007_199_254_740_991,
    )
  })

  it('covers every call that upstream may run, and nothing for one without a fee', () => {
    const fees = { webSearch: 5000, codeInterpreter: 15_000 }
    const held = (calls: Partial<Record<'webSearch' | 'fileSearch' | 'codeInterpreter', number>>) =>
      Number(estimateHold({ promptTokens: 10, maxOutputTokens: 5, choices: 1, calls }, { ...ratios, fees }, toQuota(0)))
    expect(held({})).toBe(2 * (10 + 3 * 5))
    expect(held({ webSearch: 1, fileSearch: 1 })).toBe(2 * (10 + 3 * 5) + 5000)
    expect(held({ webSearch: 1, codeInterpreter: 1 })).toBe(2 * (10 + 3 * 5) + 20_000)
    expect(held({ webSearch: 4 })).toBe(2 * (10 + 3 * 5) + 20_000)
  })

  it('covers what the request as such costs', () => {
    const ratios = { model: 1, group: 2, completion: 1, cacheRead: 1, cacheWrite: 1, fees: { request: 2500 } }
    expect(Number(estimateHold({ promptTokens: 10, maxOutputTokens: 5, choices: 1 }, ratios, toQuota(0)))).toBe((10 + 5 + 2500) * 2)
  })

  it('covers an answer that is spoken', () => {
    const spoken = { ...ratios, audioInput: 8, audioOutput: 16 }
    const held = (audioPromptTokens?: number) =>
      Number(
        estimateHold(
          { promptTokens: 100, maxOutputTokens: 50, choices: 1, ...(audioPromptTokens !== undefined && { audioPromptTokens }) },
          spoken,
          toQuota(10),
        ),
      )
    expect(held()).toBe(2 * (110 + 3 * 50))
    // 40 of the 110 are sound, and so is the whole answer.
    expect(held(40)).toBe(2 * (70 + 8 * 40 + 16 * 50))
  })
})
