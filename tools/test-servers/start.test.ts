import { afterEach, beforeEach, expect, it } from 'bun:test'
import { startTestServers } from './start.ts'

let before: string | undefined

beforeEach(() => {
  before = process.env['TEST_REDIS_URL']
})

afterEach(() => {
  if (before === undefined) delete process.env['TEST_REDIS_URL']
  else process.env['TEST_REDIS_URL'] = before
})

it('starts nothing for an address that is already set', async () => {
  process.env['TEST_REDIS_URL'] = 'redis://127.0.0.1:1'
  const { env, missing } = await startTestServers(['redis'])
  expect({ env, missing }).toEqual({ env: {}, missing: [] })
})
