import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { StatementObject } from '@weir/contract/ledger/statement'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member
let user: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
  user = await harness.member(Role.user)
})

afterAll(() => harness.close())

const get = (path: string, by: Member) => harness.call('GET', path, { cookie: by.cookie })
const statement = async (path: string, by: Member): Promise<StatementObject> => (await get(path, by)).json?.['data'] as StatementObject

describe('statements', () => {
  it('are of the running month in the zone of the operator, and of any other that is asked for', async () => {
    await harness.configure({ TimeZone: 'Asia/Shanghai' })
    await harness.store.ledgerMaintenance.grant({ userId: user.id, amount: 700, kind: 'top-up', note: 'paid' })
    const now = await statement('/api/statement/self', user)
    expect(now).toMatchObject({ user_id: user.id, username: user.username, time_zone: 'Asia/Shanghai', is_over: false })
    expect(now.credits).toContainEqual(expect.objectContaining({ kind: 'top-up', amount: 700, reason: 'paid' }))
    expect(now.opening + now.total_credits - now.total_charges + now.total_corrections).toBe(now.closing)
    expect(now.month).toMatch(/^\d{4}-\d{2}$/)
    expect(await statement('/api/statement/self?month=2026-01', user)).toMatchObject({
      month: '2026-01',
      start: Date.parse('2025-12-31T16:00:00Z') / 1000,
      end: Date.parse('2026-01-31T16:00:00Z') / 1000,
    })
  })

  it('of others are for administrators above them', async () => {
    const path = (id: number) => `/api/statement/?user_id=${id}`
    expect(await statement(path(user.id), admin)).toMatchObject({ user_id: user.id, username: user.username })
    expect((await get(path(admin.id), user)).status).toBe(403)
    const other = await harness.member(Role.admin)
    expect((await get(path(other.id), admin)).status).toBe(403)
    expect((await get(path(999_999), admin)).json).toMatchObject({ success: false, message: '用户 999999 不存在' })
  })

  it.each(['2026-13', '2026-1', 'november'])('are refused for a month that is none: %s', async (month) => {
    expect((await get(`/api/statement/self?month=${month}`, user)).json).toMatchObject({
      success: false,
      message: expect.stringContaining('month'),
    })
  })
})
