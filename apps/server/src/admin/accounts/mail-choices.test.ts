import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness()
})
afterAll(() => harness.close())

describe('the choice of mails', () => {
  it('is everybody’s own', async () => {
    const [one, other] = [await harness.member(Role.user), await harness.member(Role.user)]
    const path = '/api/user/self/mails'
    expect((await harness.call('GET', path, { cookie: one.cookie })).json?.['data']).toEqual({ balance: true, budget: true })
    const answer = await harness.call('PUT', path, { cookie: one.cookie, body: { budget: false } })
    expect(answer.json?.['data']).toEqual({ balance: true, budget: false })
    expect((await harness.call('GET', path, { cookie: one.cookie })).json?.['data']).toEqual({ balance: true, budget: false })
    expect((await harness.call('GET', path, { cookie: other.cookie })).json?.['data']).toEqual({ balance: true, budget: true })
    expect((await harness.call('PUT', path, { body: { budget: false } })).status).toBe(401)
  })
})
