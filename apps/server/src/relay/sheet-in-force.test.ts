import { describe, expect, it } from 'bun:test'
import { modelsPricedAnew } from '../settings/price-settings.ts'
import { settingsFrom } from '../settings/settings.ts'
import { modelLimits } from './model-limits.ts'
import { isListedIn, priceOf } from './prices.ts'
import { sheetInForce, sheetName } from './sheet-in-force.ts'

const sheet = (input: number, aliases?: readonly string[]) => ({
  vendor: 'v',
  mode: 'chat',
  price: { input, output: input },
  ...(aliases && { aliases }),
})
const settings = (sheets: object, options: Readonly<Record<string, string>> = {}) =>
  settingsFrom(new Map([['ModelSheets', JSON.stringify(sheets)], ...Object.entries(options)]))
const ratioOf = (model: string, of: ReturnType<typeof settings>, group = 'default') => priceOf(model, group, of).ratios.model

describe('a name that is an alias', () => {
  it('is priced, limited and described by the sheet that names it', () => {
    const of = settings({ mine: { ...sheet(6, ['theirs', 'vendor/mine']), maxOutput: 77, can: ['reasoning'] } })
    expect([ratioOf('theirs', of), ratioOf('vendor/mine', of), ratioOf('mine', of)]).toEqual([3, 3, 3])
    expect(priceOf('theirs', 'default', of).isListed).toBe(true)
    expect([isListedIn('theirs', 'default', of), isListedIn('other', 'default', of)]).toEqual([true, false])
    expect(modelLimits('theirs', of)).toEqual({ maxOutput: 77, isReasoning: true })
    expect(sheetInForce('theirs', of)?.model).toBe('mine')
    expect(sheetName('nobody', of)).toBe('nobody')
  })

  it('has its own sheet first, then the row of the catalogue, then the own alias, then the alias of the catalogue', () => {
    const named = { mine: sheet(6, ['twin', 'gpt-4o', 'claude-opus-4-0']), twin: sheet(8) }
    const of = settings(named)
    // gpt-4o is 2.50 dollars in the catalogue, claude-opus-4-20250514 15
    expect([ratioOf('twin', of), ratioOf('gpt-4o', of), ratioOf('claude-opus-4-0', of)]).toEqual([4, 1.25, 3])
    expect(ratioOf('claude-opus-4-0', settings({}))).toBe(7.5)
  })

  it('follows an own sheet of the model it stands for, unless that sheet names other aliases', () => {
    expect(ratioOf('claude-opus-4-0', settings({ 'claude-opus-4-20250514': sheet(20) }))).toBe(10)
    const other = settings({ 'claude-opus-4-20250514': sheet(20, []) })
    expect([sheetName('claude-opus-4-0', other), priceOf('claude-opus-4-0', 'default', other).isListed]).toEqual(['claude-opus-4-0', false])
  })

  it('has ratios by its own name first, then those of the model, and the price of a group likewise', () => {
    const named = { mine: sheet(6, ['theirs']) }
    expect(ratioOf('theirs', settings(named, { ModelRatio: '{"theirs":9,"mine":5}' }))).toBe(9)
    expect(ratioOf('theirs', settings(named, { ModelRatio: '{"mine":5}' }))).toBe(5)
    const vip = { GroupSheets: '{"vip":{"mine":{"input":1,"output":1}}}' }
    expect([ratioOf('theirs', settings(named, vip), 'vip'), ratioOf('theirs', settings(named, vip))]).toEqual([0.5, 3])
    expect(ratioOf('theirs', settings(named, { ...vip, ModelRatio: '{"theirs":9}' }), 'vip')).toBe(9)
    const own = { GroupSheets: '{"vip":{"mine":{"input":1},"theirs":{"input":4}}}' }
    expect(ratioOf('theirs', settings(named, own), 'vip')).toBe(2)
  })

  it('is priced anew with the model, and when it comes or goes', () => {
    const before = settings({ mine: sheet(6, ['a', 'b']) })
    expect(modelsPricedAnew(before, settings({ mine: sheet(7, ['b', 'c']) }))).toEqual(new Set(['mine', 'a', 'b', 'c']))
    expect(modelsPricedAnew(before, settings({ mine: sheet(6, ['a', 'b']) }, { ModelRatio: '{"mine":1}' }))).toEqual(
      new Set(['mine', 'a', 'b']),
    )
    expect(modelsPricedAnew(settings({}), settings({}, { ModelRatio: '{"claude-opus-4-20250514":1}' }))).toEqual(
      new Set(['claude-opus-4-20250514', 'claude-opus-4-0']),
    )
  })
})
