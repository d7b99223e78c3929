import { expect, it } from 'bun:test'
import { nearestTests, reachingTests, readGraph } from './nearest-tests.ts'

const graph = readGraph(
  Object.entries({
    'packages/a/src/limit.ts': '',
    'packages/a/src/limit.test.ts': "import { limit } from './limit.ts'",
    'packages/a/src/door.ts': "import { limit } from './limit.ts'",
    'packages/a/src/deep/door.test.ts': "import { door } from '../door.ts'",
    'packages/a/src/reads-files.test.ts': '',
    'packages/b/src/harness.ts': "import { rows } from './rows/rows.ts'",
    'packages/b/src/rows/rows.ts': '',
    'packages/b/src/a.test.ts': "import { open } from './harness.ts'",
    'packages/b/src/rows/z.test.ts': "import { open } from '../harness.ts'",
    'packages/a/src/deep/types.test.ts': "import type { Limit } from '../limit.ts'",
    'apps/server/src/api.test.ts': "import { limit } from '@weir/a/limit'; await import('@weir/a/door')",
    'e2e/relay/call.test.ts': "import { limit } from '@weir/a/limit'",
    'apps/console/src/price.ts': '',
    'apps/console/src/total.ts': '',
    'apps/console/src/total.test.ts': "import { total } from './total.ts'",
    'apps/console/src/page.tsx': "import { price } from './price.ts'; import './page.css'",
    'apps/console/src/use-rows.ts': "import { price } from './price.ts'",
    'apps/console/src/screens.ts': "export const page = () => import('./page.tsx')",
    'apps/console/src/screens.test.ts': "import { page } from './screens.ts'; import { rows } from './use-rows.ts'",
  }),
)

it('puts the test beside the file first, then the nearest, other workspaces after and the rest of the folder last', () => {
  expect(nearestTests(graph, 'packages/a/src/limit.ts')).toEqual([
    'packages/a/src/limit.test.ts',
    'packages/a/src/deep/door.test.ts',
    'apps/server/src/api.test.ts',
    'e2e/relay/call.test.ts',
    'packages/a/src/reads-files.test.ts',
  ])
})

it('puts the test in the nearest folder first when all reach the file through one harness', () => {
  expect(nearestTests(graph, 'packages/b/src/rows/rows.ts')).toEqual(['packages/b/src/rows/z.test.ts', 'packages/b/src/a.test.ts'])
})

it('knows which unit tests run a file', () => {
  expect(reachingTests(graph, 'packages/a/src/limit.ts').toSorted()).toEqual([
    'apps/server/src/api.test.ts',
    'packages/a/src/deep/door.test.ts',
    'packages/a/src/limit.test.ts',
  ])
})

it('takes a component or a hook that is loaded only for out of reach, and what only these import', () => {
  expect(reachingTests(graph, 'apps/console/src/page.tsx')).toEqual([])
  expect(reachingTests(graph, 'apps/console/src/price.ts')).toEqual([])
  expect(reachingTests(graph, 'apps/console/src/use-rows.ts')).toEqual(['apps/console/src/screens.test.ts'])
  expect(reachingTests(graph, 'apps/console/src/total.ts')).toEqual(['apps/console/src/total.test.ts'])
})
