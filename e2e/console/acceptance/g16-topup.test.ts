import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ST_FULL, ST_MIN, U1, user } from './harness/fixtures.ts'
import { fail, lost, ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import type { Visit, VisitOptions } from './harness/visit.ts'

const REDEEM = 'POST /api/user/topup'

const redeem = async (visit: Visit, code: string) => {
  await visit.id('field-code').fill(code)
  await visit.id('btn-redeem').click()
}

const quota = (visit: Visit) => visit.id('figure-quota')

acceptance('G16 top-up', (open) => {
  const atTopUp = async (answers: VisitOptions['answers'] = {}, status = ST_FULL) => {
    const self = { 'GET /api/user/self': ok(user(2, { ...U1, quota: 750_000 })) }
    const visit = await open({ user: U1, status, path: '/topup', answers: { ...self, ...answers } })
    await quota(visit).getByText('$1.50').waitFor()
    return visit
  }

  it('C-400 C-401 shows the quota, a code field and both buttons', async () => {
    await using visit = await atTopUp()
    for (const name of ['field-code', 'btn-topup', 'btn-redeem']) expect(await visit.id(name).isVisible()).toBe(true)
    expect([visit.errors, visit.complaints]).toEqual([[], []])
  })

  it('C-402 an empty code is refused here', async () => {
    await using visit = await atTopUp()
    await redeem(visit, '  ')
    await visit.toast('warning', '请输入充值码！')
    await visit.expectNoCall(REDEEM)
  })

  it('C-403 C-404 a code is sent and its amount added', async () => {
    await using visit = await atTopUp({ [REDEEM]: ok(500_000) })
    await redeem(visit, 'abc')
    expect((await visit.api.called(REDEEM)).body).toEqual({ key: 'abc' })
    await quota(visit).getByText('$2.50').waitFor()
    expect(await visit.id('field-code').inputValue()).toBe('')
  })

  it('C-405 a refused code changes nothing', async () => {
    await using visit = await atTopUp({ [REDEEM]: fail('used code') })
    await redeem(visit, 'abc')
    await visit.toast('error', 'used code')
    expect(await quota(visit).textContent()).toBe('$1.50')
  })

  it('C-406 a lost connection has its own words', async () => {
    await using visit = await atTopUp({ [REDEEM]: lost })
    await redeem(visit, 'abc')
    await visit.toast('error', '请求失败')
  })

  it('C-407 without a link nothing is opened', async () => {
    await using visit = await atTopUp({}, ST_MIN)
    await visit.id('btn-topup').click()
    await visit.toast('error', '超级管理员未设置充值链接！')
    expect(visit.pages).toHaveLength(1)
  })

  it('C-408 C-409 the link opens in a new tab as it is', async () => {
    await using visit = await atTopUp()
    const popup = visit.context.waitForEvent('page')
    await visit.id('btn-topup').click()
    await popup
    expect(await eventually('the link is opened', () => visit.outside[0])).toBe('https://pay.example/buy')
  })
})
