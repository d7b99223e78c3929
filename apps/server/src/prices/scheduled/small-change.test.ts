import { expect, it } from 'bun:test'
import type { ListPrice } from '@weir/contract/catalog/entry'
import { isSmallChange } from './small-change.ts'

it.each<readonly [readonly [ListPrice | undefined, ListPrice], number, boolean]>([
  [[{ input: 10 }, { input: 12 }], 20, true],
  [[{ input: 10 }, { input: 12.01 }], 20, false],
  [[{ input: 10 }, { input: 8 }], 20, true],
  [[{ input: 10 }, { input: 7.9 }], 20, false],
  [
    [
      { input: 10, output: 20 },
      { input: 10, output: 30 },
    ],
    20,
    false,
  ],
  [[{ input: 10 }, { input: 10, output: 1 }], 1000, false],
  [[{ input: 10, output: 1 }, { input: 10 }], 1000, false],
  [[{ input: 0 }, { input: 0.1 }], 1000, false],
  [[{ input: 0 }, { input: 0 }], 0, true],
  [
    [
      { input: 1, tiers: [{ above: 100, input: 2 }] },
      { input: 1, tiers: [{ above: 100, input: 2.1 }] },
    ],
    5,
    true,
  ],
  [
    [
      { input: 1, tiers: [{ above: 100, input: 2 }] },
      { input: 1, tiers: [{ above: 100, input: 3 }] },
    ],
    5,
    false,
  ],
  [[{ input: 1, tiers: [{ above: 100, input: 2 }] }, { input: 1 }], 1000, false],
  [[undefined, { input: 1 }], 1000, false],
])('%j is a change of at most %d percent: %p', ([before, after], percent, isSmall) => {
  expect(isSmallChange(before, after, percent)).toBe(isSmall)
})
