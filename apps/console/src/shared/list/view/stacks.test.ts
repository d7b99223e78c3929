import { expect, test } from 'bun:test'
import type { Column } from './column.ts'
import { stacksOf } from './stacks.ts'

const column = (key: string, below?: Column<unknown>['below']): Column<unknown> => ({
  key,
  title: key,
  cell: () => key,
  ...(below === undefined ? {} : { below }),
})
const columns = [column('name'), column('alias', { key: 'name', upTo: 'wide' }), column('in'), column('out', { key: 'in', upTo: 'medium' })]
const keysOf = (stacks: readonly (readonly Column<unknown>[])[]) => stacks.map((stack) => stack.map(({ key }) => key))

test('a column stands below the one it names', () => {
  expect(keysOf(stacksOf(columns, 'wide'))).toEqual([['name', 'alias'], ['in'], ['out']])
})

test('none does where there is room for all', () => {
  expect(keysOf(stacksOf(columns, 'roomy'))).toEqual([['name'], ['alias'], ['in'], ['out']])
})

test('more of them do where room is short', () => {
  expect(keysOf(stacksOf(columns, 'medium'))).toEqual([
    ['name', 'alias'],
    ['in', 'out'],
  ])
})

test('a column whose upper one is hidden stands by itself', () => {
  expect(keysOf(stacksOf(columns.slice(1), 'tight'))).toEqual([['alias'], ['in', 'out']])
})
