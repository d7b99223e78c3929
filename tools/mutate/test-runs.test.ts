import { expect, it } from 'bun:test'
import { testRuns } from './test-runs.ts'

const path = 'apps/server/src/admin/users.ts'
const own = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `apps/server/src/http/tests/${at}.test.ts`)

it('asks the nearest, then every other test of the workspace, then some of others', () => {
  const others = ['packages/store/src/a.test.ts', 'packages/store/src/b.test.ts', 'packages/store/src/c.test.ts']
  const [first = '', second = '', ...rest] = own(5)
  expect(testRuns([first, second, ...others, ...rest], { path, near: 2, more: 2 })).toEqual([[first, second], rest, others.slice(0, 2)])
})

it('shows no more than forty files at once to a change', () => {
  const sizes = testRuns(own(91), { path, near: 6, more: 0 }).map(({ length }) => length)
  expect(sizes).toEqual([6, 40, 40, 5])
})
