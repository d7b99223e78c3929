import { afterAll, beforeAll, describe, expect, it, spyOn } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness()
})
afterAll(() => harness.close())

const statusWith = async (key: string, peer = '203.0.113.5') =>
  (await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${key}` }, peer })).status

describe('AN-30 keys', () => {
  it('that begin alike are strangers to each other', async () => {
    const prefix = 'A'.repeat(40)
    const [one, two] = [await harness.member(Role.user), await harness.member(Role.user)]
    const fields = { name: '', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    const first = await harness.store.tokens.create(one.id, `${prefix}11111111`, fields)
    await harness.store.tokens.create(two.id, `${prefix}22222222`, fields)
    const owners = await Promise.all(
      ['11111111', '22222222', '33333333', ''].map((end) => harness.store.identities.find(`${prefix}${end}`)),
    )
    expect(owners.map((owner) => owner?.userId)).toEqual([one.id, two.id, undefined, undefined])
    expect([await statusWith(`${prefix}11111111`), await statusWith(`${prefix}22222222`)]).toEqual([200, 200])
    await harness.store.tokens.setStatus(one.id, first.id, { status: 2 })
    expect([await statusWith(`${prefix}11111111`), await statusWith(`${prefix}22222222`)]).toEqual([401, 200])
  })

  it('that do not exist keep no right one out, though they come from hundreds of addresses at once', async () => {
    const { key } = await harness.token(await harness.member(Role.user))
    const guesses = Array.from({ length: 3000 }, (_, index) => statusWith(`wrong${index}`, `198.51.${index % 4}.${index % 250}`))
    expect(await statusWith(key, '203.0.113.77')).toBe(200)
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
  })

  it('that do not exist are looked up sixty times for one address, however many come', async () => {
    const find = spyOn(harness.store.identities, 'find')
    const counts: Record<number, number> = {}
    for (let index = 0; index < 10_000; index++) {
      const status = await statusWith(`guess${index}`, '203.0.113.9')
      counts[status] = (counts[status] ?? 0) + 1
    }
    expect([counts, find.mock.calls.length]).toEqual([{ 401: 60, 429: 9940 }, 60])
    find.mockRestore()
  })
})
