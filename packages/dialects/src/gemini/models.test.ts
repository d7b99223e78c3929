import { describe, expect, it } from 'bun:test'
import { geminiTraits, thinkingConfig } from './models.ts'

describe('what a Gemini model accepts', () => {
  it('is told by its version, and names without one are the newest', () => {
    expect(geminiTraits('gemini-2.5-flash')).toMatchObject({ version: 2.5, hasSampling: true, sealsCalls: false })
    expect(geminiTraits('gemini-3.5-flash-lite')).toMatchObject({ version: 3.5, hasSampling: true, sealsCalls: true })
    expect(geminiTraits('gemini-4-argon')).toMatchObject({ version: 4, hasSampling: false, sealsCalls: true })
    expect(geminiTraits('gemini-flash-latest')).toMatchObject({ hasSampling: false, sealsCalls: true })
    expect(geminiTraits('gemma-3-27b-it')).toMatchObject({ hasSampling: true, sealsCalls: false, hasSystem: false })
  })
})

describe('how much a Gemini model is told to think', () => {
  const levels = (model: string) =>
    (['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const).map((effort) => thinkingConfig(model, effort)?.['thinkingLevel'])
  const budgets = (model: string) =>
    (['none', 'low', 'medium', 'max'] as const).map((effort) => thinkingConfig(model, effort)?.['thinkingBudget'])

  it('is a budget in the generation before levels', () => {
    expect(budgets('gemini-2.5-flash')).toEqual([0, 1024, 8192, 24_576])
    expect(budgets('gemini-2.5-pro')).toEqual([128, 1024, 8192, 24_576])
  })

  it('is one of the levels a model knows, by the name of the enum', () => {
    expect(levels('gemini-3-pro-preview')).toEqual(['LOW', 'LOW', 'LOW', 'HIGH', 'HIGH', 'HIGH'])
    expect(levels('gemini-3.6-flash')).toEqual(['MINIMAL', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'HIGH'])
    expect(levels('gemini-3.1-flash-lite')).toEqual(['MINIMAL', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'HIGH'])
    expect(levels('gemini-3.8-flash')).toEqual(['LOW', 'LOW', 'LOW', 'MEDIUM', 'HIGH', 'HIGH'])
    expect(levels('gemini-4-carbon')).toEqual(['LOW', 'LOW', 'LOW', 'MEDIUM', 'HIGH', 'HIGH'])
  })

  it('is left to the model when the caller says nothing or the model cannot think', () => {
    expect(thinkingConfig('gemini-3.8-flash', undefined)).toBeUndefined()
    expect(thinkingConfig('gemini-2.0-flash', 'high')).toBeUndefined()
    expect(thinkingConfig('gemma-3-27b-it', 'high')).toBeUndefined()
  })
})
