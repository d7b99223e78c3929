import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const ENGLISH = { 'accept-language': 'en' }

let harness: ServerHarness
let ada: Member

beforeAll(async () => {
  harness = await openServerHarness()
  ada = await harness.member(Role.user, 'ada')
})
afterAll(() => harness.close())

const call = (method: string, path: string, body?: object) =>
  harness.call(method, path, { cookie: ada.cookie, headers: ENGLISH, ...(body && { body }) })

const create = async (fields: object): Promise<number> => {
  const answer = await call('POST', '/api/token/', { name: 't', remain_quota: 10, expired_time: -1, ...fields })
  return Number((answer.json?.['data'] as { readonly id: number } | undefined)?.id)
}

const setStatus = async (id: number, status?: number): Promise<string> => {
  const { json } = await call('PUT', '/api/token/?status_only=true', { id, ...(status !== undefined && { status }) })
  return json?.['success'] === true ? `status ${(json['data'] as { readonly status: number }).status}` : String(json?.['message'])
}

describe('the switch of a token', () => {
  it('turns it off and on again while it has something left', async () => {
    const id = await create({})
    expect([await setStatus(id, 2), await setStatus(id, 1)]).toEqual(['status 2', 'status 1'])
  })

  it.each([
    [{ expired_time: 1 }, 'expired'],
    [{ remain_quota: 0 }, 'quota'],
  ])('of one that has run out, %j, turns it off and not on', async (fields, word) => {
    const id = await create(fields)
    expect(await setStatus(id, 2)).toBe('status 2')
    const refused = await setStatus(id, 1)
    expect(refused).not.toStartWith('status')
    expect(refused).toContain(word)
  })

  it('of one without a limit turns it on whatever is left', async () => {
    const id = await create({ remain_quota: 0, unlimited_quota: true })
    expect(await setStatus(id, 1)).toBe('status 1')
  })

  it('must be given, and of an own token', async () => {
    const id = await create({})
    expect(await setStatus(id)).toContain('1, 2')
    expect(await setStatus(id + 1000, 1)).not.toStartWith('status')
  })
})
