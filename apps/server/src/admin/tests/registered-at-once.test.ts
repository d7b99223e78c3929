import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness()
})
afterAll(() => harness.close())

const PASSWORD = 'tide-gate 41 mills'
const CODE = '12345678'

const registerMany = async (count: number, bodyOf: (index: number) => object): Promise<number> => {
  const calls = Array.from({ length: count }, (_, index) =>
    harness.call('POST', '/api/user/register', { body: { password: PASSWORD, ...bodyOf(index) } }),
  )
  return (await Promise.all(calls)).filter(({ json }) => json?.['success'] === true).length
}

describe('IN-28 registrations at the same moment', () => {
  it('give a name to one of fifty, with one welcome', async () => {
    await harness.configure({ QuotaForNewUser: '1000' })
    expect(await registerMany(50, () => ({ username: 'wanted' }))).toBe(1)
    const found = await harness.store.users.search('wanted', { offset: 0, limit: 10 })
    expect(found.map(({ username, quota }) => [username, quota])).toEqual([['wanted', 1000]])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('give an address to one of fifty, also when the code is the right one for all', async () => {
    await harness.configure({ EmailVerificationEnabled: 'true', QuotaForNewUser: '1000' })
    const email = 'wanted@example.com'
    await harness.store.codes.issue('email', email, CODE)
    expect(await registerMany(50, (index) => ({ username: `person-${index}`, email, verification_code: CODE }))).toBe(1)
    const found = await harness.store.users.search('person-', { offset: 0, limit: 100 })
    expect(found.map((user) => [user.email, user.quota])).toEqual([[email, 1000]])
  })
})
