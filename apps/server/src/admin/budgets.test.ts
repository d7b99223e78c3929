import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { BudgetObject } from '@weir/contract/budget'
import { Role } from '@weir/contract/user'
import { toQuota } from '@weir/ledger/quota'
import { createBudgets } from '@weir/relay/guards/budgets'
import { usageRecord } from '@weir/relay/testing/usage-record'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member
let user: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
  user = await harness.member(Role.user)
})

afterAll(() => harness.close())

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T
const messageOf = (answer: Answer): unknown => answer.json?.['message']
const asAdmin = (method: string, path: string, body?: unknown) =>
  harness.call(method, path, { cookie: admin.cookie, ...(body !== undefined && { body }) })

const fields = () => ({ scope: 'user', scope_id: user.id, unit: 'requests', period: 'day', limit: 100 })
const make = async (over: object = {}): Promise<BudgetObject> =>
  dataOf<BudgetObject>(await asAdmin('POST', '/api/budget/', { ...fields(), ...over }))

describe('budgets', () => {
  it('are made with defaults, shown with what is left, changed and deleted', async () => {
    const made = await make()
    expect(made).toMatchObject({
      scope: 'user',
      scope_id: user.id,
      scope_name: user.username,
      model: '',
      unit: 'requests',
      period: 'day',
      limit: 100,
      hard: true,
      used: 0,
      reserved: 0,
      remaining: 100,
    })
    expect((made.resets_at ?? 0) % 86_400).toBe(0)
    const edited = dataOf<BudgetObject>(await asAdmin('PUT', '/api/budget/', { id: made.id, limit: 7, hard: false, model: 'gpt-4o' }))
    expect(edited).toMatchObject({ id: made.id, limit: 7, hard: false, model: 'gpt-4o', period: 'day', remaining: 7 })
    expect(dataOf<BudgetObject>(await asAdmin('GET', `/api/budget/${made.id}`))).toEqual(edited)
    expect((await asAdmin('DELETE', `/api/budget/${made.id}/`)).json?.['success']).toBe(true)
    expect(messageOf(await asAdmin('DELETE', `/api/budget/${made.id}/`))).toBe(`预算 ${made.id} 不存在`)
  })

  it('keep what another has changed since they were read, and are changed by one of two at once', async () => {
    const read = await make({ limit: 100 })
    const put = (body: object) => asAdmin('PUT', '/api/budget/', body)
    expect(dataOf<BudgetObject>(await put({ ...read, limit: 500 }))).toMatchObject({ limit: 500, hard: true })
    const late = await put({ ...read, hard: false })
    expect([late.json?.['success'], String(messageOf(late))]).toEqual([false, expect.stringContaining('500')])
    const now = dataOf<BudgetObject>(await asAdmin('GET', `/api/budget/${read.id}`))
    expect(now).toMatchObject({ limit: 500, hard: true, revision: '1 500 hard' })
    const answers = await Promise.all([{ limit: 600 }, { limit: 700 }].map((change) => put({ ...now, ...change })))
    expect(answers.map(({ json }) => json?.['success']).toSorted()).toEqual([false, true])
    const both = await Promise.all([{ limit: 800 }, { hard: false }].map((change) => put({ id: read.id, ...change })))
    expect(both.map(({ json }) => json?.['success'])).toEqual([true, true])
    expect(dataOf<BudgetObject>(await asAdmin('GET', `/api/budget/${read.id}`))).toMatchObject({ limit: 800, hard: false })
    const again = await put({ ...now, limit: 800, hard: false })
    expect(again.json?.['success']).toBe(true)
    await asAdmin('DELETE', `/api/budget/${read.id}/`)
  })

  it('show what is used and what running requests have reserved', async () => {
    const member = await harness.member(Role.user)
    const { id } = await make({ scope_id: member.id, period: 'total' })
    const book = createBudgets({ pool: harness.store.budgetPool, timeZone: () => 'UTC', clock: Date.now })
    const asker = { tokenId: 0, userId: member.id, group: 'default', model: 'm' }
    const budgets = (await book.countersFor(asker)).filter(({ budgetId }) => budgetId === id).map((counter) => ({ counter, amount: 1 }))
    const holds = ['r-1', 'r-2', 'r-3'].map((requestId) => ({
      requestId,
      userId: member.id,
      tokenId: 0,
      isTokenLimited: false,
      amount: toQuota(5),
      budgets,
    }))
    for (const hold of holds) await harness.store.ledger.hold(hold)
    const [first] = holds
    if (first === undefined) throw new Error('nothing held')
    await harness.store.ledger.settle({ hold: first, cost: toQuota(5), record: usageRecord() })
    expect(dataOf<BudgetObject>(await asAdmin('GET', `/api/budget/${id}`))).toMatchObject({ used: 1, reserved: 2, remaining: 97 })
  })

  it('take the name of a group as text, and a number as text or number', async () => {
    expect(await make({ scope: 'group', scope_id: 'vip', period: 'total' })).toMatchObject({
      scope_id: 'vip',
      scope_name: 'vip',
      resets_at: null,
    })
    expect(await make({ scope_id: String(user.id) })).toMatchObject({ scope_id: user.id })
  })

  it('are found by scope, model, unit and period', async () => {
    const mine = await make({ model: 'o3', unit: 'tokens', period: 'week' })
    const idsOf = async (query: string) => dataOf<BudgetObject[]>(await asAdmin('GET', `/api/budget/?${query}`)).map(({ id }) => id)
    expect(await idsOf('model=o3')).toEqual([mine.id])
    expect(await idsOf(`scope=user&scope_id=${user.id}&unit=tokens&period=week`)).toEqual([mine.id])
    expect(await idsOf('scope=token&model=o3')).toEqual([])
    expect((await idsOf('')).length).toBeGreaterThan(2)
  })

  it.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 1.5 }],
    ['unit', { unit: 'euros' }],
    ['period', { period: 'year' }],
    ['scope', { scope: 'channel' }],
    ['scope_id', { scope_id: '' }],
    ['scope_id', { scope_id: 'x1' }],
    ['用户 987654 不存在', { scope_id: 987_654 }],
    ['令牌 987654 不存在', { scope: 'token', scope_id: 987_654 }],
    ['分组 nowhere 不存在', { scope: 'group', scope_id: 'nowhere' }],
  ])('refuse a wrong %s: %j', async (named, over) => {
    const answer = await asAdmin('POST', '/api/budget/', { ...fields(), ...over })
    expect(answer.json?.['success']).toBe(false)
    expect(messageOf(answer)).toContain(named)
  })

  it('do not let an admin limit another admin', async () => {
    const other = await harness.member(Role.admin)
    const body = { ...fields(), scope_id: other.id }
    expect((await asAdmin('POST', '/api/budget/', body)).status).toBe(403)
    const root = await harness.member(Role.root)
    const made = dataOf<BudgetObject>(await harness.call('POST', '/api/budget/', { cookie: root.cookie, body }))
    expect((await asAdmin('PUT', '/api/budget/', { id: made.id, limit: 1 })).status).toBe(403)
    expect((await asAdmin('DELETE', `/api/budget/${made.id}/`)).status).toBe(403)
  })

  it('show users their own, their tokens’ and their group’s, and nobody else’s', async () => {
    const [me, other] = [await harness.member(Role.user), await harness.member(Role.user)]
    const token = async (owner: Member) => (await harness.store.tokens.list(owner.id, { offset: 0, limit: 1 }))[0]?.id ?? 0
    const fresh = async (owner: Member) => {
      await harness.call('POST', '/api/token/', { cookie: owner.cookie, body: { name: 'mine', unlimited_quota: true } })
      return token(owner)
    }
    const own = [
      await make({ scope_id: me.id }),
      await make({ scope: 'token', scope_id: await fresh(me) }),
      await make({ scope: 'group', scope_id: 'default' }),
    ]
    await make({ scope_id: other.id })
    await make({ scope: 'token', scope_id: await fresh(other) })
    await make({ scope: 'group', scope_id: 'svip' })
    const seen = dataOf<BudgetObject[]>(await harness.call('GET', '/api/budget/self', { cookie: me.cookie }))
    expect(seen.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toReversed())
    expect(seen[1]).toMatchObject({ scope: 'token', scope_name: 'mine', remaining: 100 })
    expect((await harness.call('GET', '/api/budget/', { cookie: me.cookie })).status).toBe(403)
  })
})
