import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { RedemptionObject } from '@weir/contract/redemption'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
})

afterAll(() => harness.close())

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T
const isDone = (answer: Answer): boolean => answer.json?.['success'] === true
const asAdmin = (method: string, path: string, body?: unknown) =>
  harness.call(method, path, { cookie: admin.cookie, ...(body !== undefined && { body }) })
let peers = 0
/** Wrong codes are counted by caller and by address; each test guesses from elsewhere. */
const newcomer = async () => {
  const member = await harness.member(Role.user)
  const peer = `10.0.${++peers}.1`
  return { member, redeem: (key: unknown) => harness.call('POST', '/api/user/topup', { cookie: member.cookie, peer, body: { key } }) }
}

const make = async (body: object): Promise<{ readonly keys: readonly string[]; readonly code: RedemptionObject }> => {
  const keys = dataOf<string[]>(await asAdmin('POST', '/api/redemption/', body))
  const [code] = dataOf<RedemptionObject[]>(await asAdmin('GET', '/api/redemption/?p=0'))
  if (code === undefined) throw new Error('no code was made')
  return { keys, code }
}

describe('redemption codes', () => {
  it('C-633 C-634 C-635 C-636 are made, pay once and are used then', async () => {
    const { member: user, redeem } = await newcomer()
    const { keys } = await make({ name: 'gift', quota: 700, count: 2 })
    expect(new Set(keys).size).toBe(2)
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
    const paid = await redeem(` ${keys[0]} `)
    expect(dataOf<number>(paid)).toBe(700)
    const again = await redeem(keys[0])
    expect([isDone(again), again.json?.['message']]).toEqual([false, '兑换失败：兑换码已被使用'])
    const codes = dataOf<RedemptionObject[]>(await asAdmin('GET', '/api/redemption/search?keyword=gift'))
    expect(codes.map(({ status, key }) => [status, key === '']).toSorted()).toEqual([
      [1, false],
      [3, true],
    ])
    expect(codes.find(({ status }) => status === 3)?.redeemed_time).toBeGreaterThan(0)
    expect((await harness.store.users.findById(user.id))?.user.quota).toBe(1_000_700)
    const [row] = await harness.store.logs.listOwn(user.id, { type: 1 }, { offset: 0, limit: 1 })
    expect(row).toMatchObject({ quota: 700, content: '通过兑换码充值 $0.001400' })
  })

  it('H-08 pay one of forty who come at the same moment', async () => {
    const { member: user, redeem } = await newcomer()
    const { keys } = await make({ name: 'race', quota: 100 })
    const before = (await harness.store.users.findById(user.id))?.user.quota ?? 0
    const answers = await Promise.all(Array.from({ length: 40 }, () => redeem(keys[0])))
    expect(answers.filter(isDone)).toHaveLength(1)
    expect((await harness.store.users.findById(user.id))?.user.quota).toBe(before + 100)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('keep the worth that another has given them when a record read before is sent back', async () => {
    const { code } = await make({ name: 'shared', quota: 700 })
    const put = (body: object) => asAdmin('PUT', '/api/redemption/', body)
    expect(code).toMatchObject({ quota: 700, quota_read: 700 })
    expect(dataOf<RedemptionObject>(await put({ ...code, quota: 50 }))).toMatchObject({ quota: 50, quota_read: 50 })
    expect(dataOf<RedemptionObject>(await put({ ...code, name: 'renamed' }))).toMatchObject({ quota: 50, name: 'renamed' })
    const stale = await put({ ...code, quota: 900, name: 'not written' })
    expect(stale.json).toEqual({
      success: false,
      message: '读取时兑换码面额为 $0.0014，现已变为 $0.0001，未作任何修改：请重新打开后再修改',
    })
    expect(dataOf<RedemptionObject>(await asAdmin('GET', `/api/redemption/${code.id}`))).toMatchObject({ quota: 50, name: 'renamed' })
    expect(dataOf<RedemptionObject>(await put({ id: code.id, quota: 60 }))).toMatchObject({ quota: 60, name: 'renamed' })
  })

  it('H-35 AZ-07 are worth at least one unit and take nothing else from the body', async () => {
    for (const body of [
      { quota: 0 },
      { quota: -5 },
      { quota: 1.5 },
      { quota: 2 ** 53 },
      { count: 0 },
      { count: 101 },
      { name: ' ' },
      { name: 'x'.repeat(65) },
    ]) {
      expect([body, isDone(await asAdmin('POST', '/api/redemption/', { name: 'bad', quota: 5, count: 1, ...body }))]).toEqual([body, false])
    }
    const { keys, code } = await make({ name: 'own', quota: 5, key: 'chosen', status: 3, redeemed_time: 9, user_id: 1 })
    expect(code).toMatchObject({ status: 1, redeemed_time: 0, user_id: admin.id, key: keys[0] })
  })

  it('H-36 never leave the state of being used, and change one thing at a time', async () => {
    const { redeem } = await newcomer()
    const { keys, code } = await make({ name: 'state', quota: 5 })
    const edit = (query: string, body: object) => asAdmin('PUT', `/api/redemption/${query}`, { id: code.id, ...body })
    expect(dataOf<RedemptionObject>(await edit('?status_only=true', { status: 2, name: 'ignored', quota: 9 }))).toMatchObject({
      status: 2,
      name: 'state',
      quota: 5,
    })
    expect((await redeem(keys[0])).json?.['message']).toBe('兑换失败：兑换码已被禁用')
    expect(dataOf<RedemptionObject>(await edit('', { status: 1, name: 'renamed', quota: 6 }))).toMatchObject({
      status: 2,
      name: 'renamed',
      quota: 6,
    })
    expect(isDone(await edit('?status_only=true', { status: 3 }))).toBe(false)
    await edit('?status_only=true', { status: 1 })
    expect(isDone(await redeem(keys[0]))).toBe(true)
    for (const answer of [await edit('?status_only=true', { status: 1 }), await edit('', { quota: 1000 })])
      expect(isDone(answer)).toBe(false)
    expect(isDone(await redeem(keys[0]))).toBe(false)
  })

  it('C-654 are found by id and name, and gone when deleted', async () => {
    const { code } = await make({ name: '50%_off', quota: 5 })
    const found = async (keyword: string) => {
      const answer = await asAdmin('GET', `/api/redemption/search?keyword=${encodeURIComponent(keyword)}`)
      return dataOf<RedemptionObject[]>(answer).map(({ name }) => name)
    }
    expect(await found(String(code.id))).toContain('50%_off')
    expect(await found('50%_')).toEqual(['50%_off'])
    expect(await found('5%')).toEqual([])
    expect(isDone(await asAdmin('DELETE', `/api/redemption/${code.id}/`))).toBe(true)
    expect(isDone(await asAdmin('DELETE', `/api/redemption/${code.id}/`))).toBe(false)
    expect(isDone(await asAdmin('GET', `/api/redemption/${code.id}`))).toBe(false)
    expect((await asAdmin('POST', '/api/redemption/batch', { ids: [code.id] })).json).toEqual({ success: true, message: '', data: 0 })
  })

  it('tell nothing to those who guess', async () => {
    const { redeem } = await newcomer()
    for (const key of ['0'.repeat(32), "' or 1=1 --", '%', '_'.repeat(32)]) {
      expect((await redeem(key)).json).toMatchObject({ success: false, message: '兑换失败：兑换码无效' })
    }
  })
})
