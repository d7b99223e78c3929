import { expect, it } from 'bun:test'
import { settingsFrom } from '../settings/settings.ts'
import { modelLimits } from './model-limits.ts'

const settings = (sheets: object) => settingsFrom(new Map([['ModelSheets', JSON.stringify(sheets)]]))

it('come from the catalogue', () => {
  expect(modelLimits('gpt-4o-mini', settings({}))).toEqual({ maxOutput: 16_384, isReasoning: false })
  expect(modelLimits('made-up', settings({}))).toBeUndefined()
})

it('are those of the operator where the own sheet names them', () => {
  const own = settings({
    'gpt-4o-mini': { vendor: 'own', mode: 'chat', price: { input: 1 }, maxOutput: 777, can: ['reasoning'] },
    'made-up': { vendor: 'own', mode: 'chat', price: { input: 1 }, maxOutput: 900_000 },
    'gpt-4o': { vendor: 'own', mode: 'chat', price: { input: 1 } },
  })
  expect(modelLimits('gpt-4o-mini', own)).toEqual({ maxOutput: 777, isReasoning: true })
  expect(modelLimits('made-up', own)).toEqual({ maxOutput: 900_000, isReasoning: false })
  expect(modelLimits('gpt-4o', own)).toEqual({ maxOutput: 16_384, isReasoning: false })
})
