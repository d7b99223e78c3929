import { afterAll, beforeAll, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type ServerHarness } from '../testing/server-harness.ts'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness({ hashing: {} })
})
afterAll(() => harness.close())

const PASSWORD = 'tide-gate 41 mills'

const hashOf = async (id: number): Promise<string> => (await harness.store.users.findById(id))?.passwordHash ?? ''

const idOf = async (username: string): Promise<number> => {
  const [found] = await harness.store.users.search(username, { offset: 0, limit: 1 })
  return found?.id ?? 0
}

const FULL_COST = '$argon2id$v=19$m=19456,t=2,p=1$'

it('costs 19 MiB and two passes to hash, wherever a password is set', async () => {
  const root = await harness.member(Role.root)
  const own = await harness.member(Role.user)
  expect(await hashOf(own.id)).not.toStartWith(FULL_COST)

  expect((await harness.call('POST', '/api/user/register', { body: { username: 'comes-alone', password: PASSWORD } })).json).toMatchObject({
    success: true,
  })
  expect(await hashOf(await idOf('comes-alone'))).toStartWith(FULL_COST)

  const made = { username: 'is-made', password: PASSWORD, display_name: 'is-made' }
  expect((await harness.call('POST', '/api/user/', { cookie: root.cookie, body: made })).json).toMatchObject({ success: true })
  expect(await hashOf(await idOf('is-made'))).toStartWith(FULL_COST)

  const edited = await harness.member(Role.user)
  const edit = { id: edited.id, password: PASSWORD }
  expect((await harness.call('PUT', '/api/user/', { cookie: root.cookie, body: edit })).json).toMatchObject({ success: true })
  expect(await hashOf(edited.id)).toStartWith(FULL_COST)

  expect((await harness.call('PUT', '/api/user/self', { cookie: own.cookie, body: { password: PASSWORD } })).json).toMatchObject({
    success: true,
  })
  expect(await hashOf(own.id)).toStartWith(FULL_COST)

  await harness.store.users.updateProfile(own.id, { email: 'own@example.com' })
  await harness.store.users.setPassword(own.id, 'none')
  await harness.store.codes.issue('reset', 'own@example.com', 'a-token')
  const reset = { email: 'own@example.com', token: 'a-token' }
  expect((await harness.call('POST', '/api/user/reset', { body: reset })).json).toMatchObject({ success: true })
  expect(await hashOf(own.id)).toStartWith(FULL_COST)
})
