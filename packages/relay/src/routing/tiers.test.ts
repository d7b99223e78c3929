import { expect, it } from 'bun:test'
import { ownWireFirst, tiersOf, weightIn, withoutResting } from './tiers.ts'

const channel = (id: number, priority: number, weight = 0) => ({ id, priority, weight })
const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id)

it('puts the highest priority first and keeps the order inside each', () => {
  const tiers = tiersOf([channel(1, 0), channel(2, 10), channel(3, -1), channel(4, 10), channel(5, 2)])
  expect(tiers.map(ids)).toEqual([[2, 4], [5], [1], [3]])
})

it('takes all weights of zero for equal, and a zero beside others for drained', () => {
  const [one, two] = [channel(1, 0, 0), channel(2, 0, 3)]
  expect([weightIn([one, one], one), weightIn([one, two], one), weightIn([one, two], two)]).toEqual([1, 0, 3])
})

it('leaves out channels that rest, unless all do', () => {
  expect(withoutResting([1, 2, 3], (id) => id === 2)).toEqual({ usable: [1, 3], areResting: false })
  expect(withoutResting([1, 2], () => true)).toEqual({ usable: [1, 2], areResting: true })
})

it('puts those of the caller’s wire first', () => {
  expect(ownWireFirst([1, 2, 3, 4], (id) => id % 2 === 0)).toEqual([2, 4, 1, 3])
  const all = [1, 2]
  expect([ownWireFirst(all, () => true), ownWireFirst(all, () => false)].every((list) => list === all)).toBe(true)
})
