import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { openServerHarness, type Member, type ServerHarness } from '../testing/server-harness.ts'

let harness: ServerHarness
let member: Member
beforeAll(async () => {
  harness = await openServerHarness()
  member = await harness.member(1)
})
afterAll(() => harness.close())

const read = (path: string, key: string) => harness.call('GET', path, { headers: { authorization: `Bearer sk-${key}` } })

describe('billing reports', () => {
  it('show the figures of the token in dollars, on both paths', async () => {
    const { key } = await harness.token(member, { unlimited_quota: false, remain_quota: 2_500_000, expired_time: 4_000_000_000 })
    for (const prefix of ['', '/v1']) {
      expect((await read(`${prefix}/dashboard/billing/subscription`, key)).json).toEqual({
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: 5,
        hard_limit_usd: 5,
        system_hard_limit_usd: 5,
        access_until: 4_000_000_000,
      })
      expect((await read(`${prefix}/dashboard/billing/usage?start_date=2026-01-01`, key)).json).toEqual({ object: 'list', total_usage: 0 })
    }
  })

  it('say one hundred million when there is no limit', async () => {
    const { key } = await harness.token(member)
    expect((await read('/dashboard/billing/subscription', key)).json).toMatchObject({ hard_limit_usd: 100_000_000, access_until: 0 })
  })

  it('show those of the account, in units, when the operator prefers it', async () => {
    const { key } = await harness.token(member)
    await harness.configure({ DisplayTokenStatEnabled: 'false', DisplayInCurrencyEnabled: 'false' })
    expect((await read('/v1/dashboard/billing/subscription', key)).json).toMatchObject({ hard_limit_usd: 1_000_000 })
    await harness.configure({ DisplayTokenStatEnabled: 'true', DisplayInCurrencyEnabled: 'true' })
  })

  it('need a relay token, and speak as the relay does', async () => {
    const refused = await harness.call('GET', '/dashboard/billing/subscription', { cookie: member.cookie })
    expect(refused.status).toBe(401)
    expect(refused.json).toMatchObject({ error: { code: 'no_token' } })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect((await read('/dashboard/billing/usage', 'unknown')).status).toBe(401)
    expect((await harness.call('GET', '/dashboard/billing/other', { headers: { authorization: 'Bearer sk-x' } })).status).toBe(404)
  })
})
