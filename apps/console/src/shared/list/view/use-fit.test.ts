import { expect, test } from 'bun:test'
import { nextLevel } from './use-fit.ts'

test('a table that does not fit is stacked further, and no further than its window asks for', () => {
  expect([nextLevel('wide', 'tight'), nextLevel('medium', 'tight'), nextLevel('tight', 'tight')]).toEqual(['medium', 'tight', 'tight'])
  expect([nextLevel('roomy', 'wide'), nextLevel('roomy', 'tight')]).toEqual(['wide', 'wide'])
  expect([nextLevel('wide', 'medium'), nextLevel('medium', 'medium'), nextLevel('wide', 'wide')]).toEqual(['medium', 'medium', 'wide'])
})
