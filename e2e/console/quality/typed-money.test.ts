import { expect, it } from 'bun:test'
import { U100, user } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const editing = (quota: number) => ({
  user: U100,
  path: '/user/edit/8',
  answers: { ...answersNaming('app'), 'GET /api/user/8': ok(user(8, { quota })), 'PUT /api/user/': ok() },
})

acceptance('typed money', (open) => {
  it('a debt stays what it is when the keyboard passes its fields', async () => {
    await using visit = await open(editing(-250_000))
    await visit.id('field-quota-money').focus()
    await visit.page.keyboard.press('Tab')
    await visit.page.keyboard.press('Tab')
    expect([await visit.id('field-quota-money').inputValue(), await visit.id('field-quota').inputValue()]).toEqual(['-0.5', '-250000'])
    await visit.id('field-display_name').fill('Mia')
    await visit.id('btn-save').click()
    const { body } = await visit.api.called('PUT /api/user/')
    expect(body).toMatchObject({ id: 8, display_name: 'Mia', quota: -250_000, quota_read: -250_000 })
  })

  it.each(['field-quota', 'field-quota-money'])('a balance below nothing in %s is refused and not taken for nothing', async (field) => {
    await using visit = await open(editing(500_000))
    await visit.id(field).fill('-5')
    await visit.page.keyboard.press('Enter')
    await visit.page.getByText('请填写不小于 0 的整数').waitFor()
    await visit.expectNoCall('PUT /api/user/')
  })

  it.each([
    ['/token/add', 'field-remain_quota', 'POST /api/token/'],
    ['/user/add', 'field-quota', 'POST /api/user/'],
  ] as const)('%s makes nothing with an amount below nothing', async (path, field, call) => {
    await using visit = await open({ user: U100, path, answers: answersNaming('app') })
    await visit.id(path === '/user/add' ? 'field-username' : 'field-name').fill('mia')
    if (path === '/user/add') await visit.id('field-password').fill('a long password')
    await visit.id(field).fill('-5')
    await visit.page.keyboard.press('Enter')
    await visit.page.getByText('请填写不小于 0 的整数').waitFor()
    await visit.expectNoCall(call)
  })

  it('a balance is not set below nothing', async () => {
    await using visit = await open({ user: U100, path: '/user', answers: answersNaming('app') })
    await visit.row(3).getByTestId('btn-adjust').click()
    await visit.id('balance-override').click()
    await visit.id('field-balance').fill('7')
    await visit.id('field-balance').fill('-7')
    await visit.page.keyboard.press('Enter')
    await visit.expectNoCall('POST /api/user/manage')
    expect(await visit.id('btn-balance').isDisabled()).toBe(true)
  })
})
