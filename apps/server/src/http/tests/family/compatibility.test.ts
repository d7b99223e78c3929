import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { OWN } from './own-calls.ts'
import { openUpstreamHarness, type UpstreamHarness } from '../../../testing/upstream-harness.ts'

const text = readFileSync(resolve(import.meta.dirname, '../../../../../../docs/compatibility.md'), 'utf8')

const rowsUnder = (heading: string): readonly (readonly string[])[] => {
  const [, after = ''] = text.split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  const lines = section.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

const documented = rowsUnder('Calls').map(([call = '']) => call.replaceAll('`', ''))

/** Served with a relay token, beside the contract of the management API. */
const RELAYED = [
  'GET /api/log/token',
  'GET /api/usage/token',
  'POST /v1/edits',
  'GET /v1/dashboard/billing/subscription',
  'GET /v1/dashboard/billing/usage',
]

let at: UpstreamHarness

beforeAll(async () => {
  at = await openUpstreamHarness()
})
afterAll(() => at.harness.close())

describe('docs/compatibility.md', () => {
  it('names every call that exists here and in the family, once, and no other', () => {
    const served = at.harness.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(documented.toSorted()).toEqual([...served.filter((call) => !OWN.includes(call)), ...RELAYED].toSorted())
    expect(OWN.filter((call) => !served.includes(call))).toEqual([])
  })

  it('says of each how all three answer it', () => {
    expect(rowsUnder('Calls').filter((cells) => cells.length !== 4 || cells.some((cell) => cell === ''))).toEqual([])
  })

  it('names nothing as served by a relay token that is not', async () => {
    for (const call of RELAYED) {
      const [method = '', path = ''] = call.split(' ')
      const answer = await at.relay(at.user, path, { method, ...(method === 'POST' && { body: {} }) })
      expect([call, [200, 400].includes(answer.status)]).toEqual([call, true])
    }
  })

  it('names nothing as absent that is served', async () => {
    const paths = rowsUnder('Absent').flatMap(([cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths) {
      const concrete = path.replace(':id', '1').replace('*', 'x')
      const { status } = await at.harness.call('POST', concrete, { cookie: at.admin.cookie, rawBody: '{' })
      expect([path, status]).toEqual([path, 404])
    }
  })
})
