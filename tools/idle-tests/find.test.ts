import { afterEach, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { findIdleTests } from './find.ts'

afterEach(removePlanted)

it('reports tests that are switched off or run alone', () => {
  const source = "it.only('a', run)\ntest.skip('b', run)\n\ndescribe.todo('c')\nit('d', run)"
  expect(findIdleTests(plantTree({ 'packages/ledger/src/a.test.ts': source }))).toEqual([
    'packages/ledger/src/a.test.ts:1: it.only leaves tests unrun',
    'packages/ledger/src/a.test.ts:2: test.skip leaves tests unrun',
    'packages/ledger/src/a.test.ts:4: describe.todo leaves tests unrun',
  ])
})

it('lets conditions on the machine and other code pass', () => {
  const source = "describe.skipIf(url === undefined)('a', run)\nconst a = 'it.only'\nit.each([])('b', run)"
  expect(findIdleTests(plantTree({ 'e2e/a.test.ts': source, 'tools/b.ts': 'it.skip()' }))).toEqual([])
})
