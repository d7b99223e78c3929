import { expect, test } from 'bun:test'
import { balanceAfter, isChange, isTooMuch } from './balance-change.ts'

test('adds, subtracts and sets', () => {
  expect([balanceAfter(10, 'add', 4), balanceAfter(10, 'subtract', 4), balanceAfter(10, 'override', 4)]).toEqual([14, 6, 4])
})

test('zero is a balance that can be set, and nothing else', () => {
  expect([isChange('add', 0), isChange('subtract', 0), isChange('override', 0)]).toEqual([false, false, true])
  expect([isChange('add', 1), isChange('subtract', 1), isChange('override', null)]).toEqual([true, true, false])
  expect([isChange('add', -1), isChange('subtract', -1), isChange('override', -1)]).toEqual([false, false, false])
})

test('no more can be taken than there is', () => {
  expect([isTooMuch(10, 'subtract', 10), isTooMuch(10, 'subtract', 11), isTooMuch(-5, 'subtract', 1)]).toEqual([false, true, true])
  expect([isTooMuch(10, 'add', 11), isTooMuch(10, 'override', 0)]).toEqual([false, false])
})
