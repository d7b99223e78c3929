import { expect, it } from 'bun:test'
import { U1, token } from './harness/fixtures.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

const form = (path: string, answers: Record<string, Reply> = {}) => ({
  user: U1,
  path,
  answers: { 'GET /api/user/available_models': ok(['a', 'b', 'c']), 'POST /api/token/': ok(token(9)), ...answers },
})

const option = (visit: Visit, name: string) =>
  visit.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(name, { exact: true })
const save = (visit: Visit) => visit.id('btn-save').click()
const chosen = (visit: Visit) => visit.id('field-models').locator('.ant-select-selection-item').allTextContents()

acceptance('G14 token form', (open) => {
  it('C-351 C-353 C-354 C-355 C-356 C-357 opens with its fields and defaults', async () => {
    await using visit = await open(form('/token/add'))
    await visit.api.called('GET /api/user/available_models')
    await visit.id('field-unlimited_quota').waitFor()
    for (const name of ['name', 'models', 'subnet', 'expired_time', 'remain_quota', 'unlimited_quota'])
      expect({ name, isVisible: await visit.id(`field-${name}`).isVisible() }).toEqual({ name, isVisible: true })
    for (const name of ['never', 'month', 'day', 'hour', 'minute']) expect(await visit.id(`btn-expiry-${name}`).isVisible()).toBe(true)
    expect(await visit.id('field-remain_quota').inputValue()).toBe('500000')
    await visit.page.getByText(zh['token.quotaNote']).waitFor()
    await visit.id('field-models').click()
    for (const name of ['a', 'b', 'c']) await option(visit, name).waitFor()
  })

  it('C-358 does nothing without a name', async () => {
    await using visit = await open(form('/token/add'))
    await save(visit)
    await visit.page.getByText(zh['token.nameRequired']).waitFor()
    await visit.expectNoCall('POST /api/token/')
    expect(await visit.toasts().count()).toBe(0)
  })

  it('C-359 C-360 C-368 C-376 sends the defaults', async () => {
    await using visit = await open(form('/token/add'))
    await visit.id('field-name').fill('t1')
    await save(visit)
    const { body } = await visit.api.called('POST /api/token/')
    expect(body).toMatchObject({ name: 't1', remain_quota: 500_000, expired_time: -1, unlimited_quota: false, models: '' })
    await visit.toast('success', '')
  })

  it('takes a quota in dollars or by a chip, and shows the units that are sent', async () => {
    await using visit = await open(form('/token/add', { 'POST /api/token/': fail('again') }))
    await visit.id('field-name').fill('t1')
    expect(await visit.id('field-remain_quota-money').inputValue()).toBe('1')
    await visit.id('field-remain_quota-chip-50').click()
    expect(await visit.id('field-remain_quota').inputValue()).toBe('25000000')
    await visit.id('field-remain_quota-money').fill('1.23')
    expect(await visit.id('field-remain_quota').inputValue()).toBe('615000')
    await save(visit)
    expect((await visit.api.called('POST /api/token/')).body).toMatchObject({ remain_quota: 615_000 })
    await visit.toasts('error').waitFor()
    await visit.id('field-unlimited_quota').click()
    await visit.page.locator('[data-testid="field-remain_quota-money"]:disabled').waitFor()
    expect(await visit.id('field-remain_quota-chip-1').isDisabled()).toBe(true)
  })

  it('C-361 C-362 sends a whole quota', async () => {
    await using visit = await open(form('/token/add', { 'POST /api/token/': fail('again') }))
    await visit.id('field-name').fill('t1')
    for (const [at, typed] of ['123', '123.9'].entries()) {
      await visit.id('field-remain_quota').fill(typed)
      await save(visit)
      expect((await visit.api.called('POST /api/token/', at + 1)).body).toMatchObject({ remain_quota: 123 })
    }
  })

  const refused = async (visit: Visit) => {
    await save(visit)
    await visit.toast('error', '过期时间格式错误！')
    await visit.expectNoCall('POST /api/token/')
    // The next one says the same words.
    await visit.closeToasts()
  }

  it('C-363 C-364 refuses an expiry that is no time, and takes never', async () => {
    await using visit = await open(form('/token/add'))
    await visit.id('field-name').fill('t1')
    await visit.id('btn-expiry-day').click()
    await visit.id('field-expired_time').hover()
    await visit.page.locator('.ant-picker-clear').click()
    await refused(visit)
    await visit.id('btn-expiry-never').click()
    await save(visit)
    expect((await visit.api.called('POST /api/token/')).body).toMatchObject({ expired_time: -1 })
  })

  it('C-363 refuses what was typed and is no date, also over a time that a button had set, and keeps it in sight', async () => {
    await using visit = await open(form('/token/add'))
    const field = visit.page.locator('input[data-testid="field-expired_time"]')
    await visit.id('field-name').fill('t1')
    await field.fill('garbage')
    await refused(visit)
    expect(await field.inputValue()).toBe('garbage')
    await visit.id('btn-expiry-hour').click()
    await visit.page.locator('input[data-testid="field-expired_time"]:not([value="garbage"])').waitFor()
    expect(await field.inputValue()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const pressed = (name: string) => visit.id(`btn-expiry-${name}`).getAttribute('aria-pressed')
    expect([await pressed('hour'), await pressed('day'), await pressed('never')]).toEqual(['true', 'false', 'false'])
    await field.fill('2027-02-31')
    await refused(visit)
    expect(await field.inputValue()).toBe('2027-02-31')
    await field.fill('')
    await refused(visit)
  })

  it('C-363 reads a date alone as its midnight, and a date with a time as it stands', async () => {
    await using visit = await open(form('/token/add', { 'POST /api/token/': fail('again') }))
    const field = visit.page.locator('input[data-testid="field-expired_time"]')
    await visit.id('field-name').fill('t1')
    const typed = { '2027-01-01': 1_798_761_600, '2027-01-01 08:30': 1_798_792_200, '2027-01-01 08:30:15': 1_798_792_215 }
    for (const [at, [text, time]] of Object.entries(typed).entries()) {
      await field.fill(text)
      await save(visit)
      expect((await visit.api.called('POST /api/token/', at + 1)).body).toMatchObject({ expired_time: time })
    }
    await field.fill('2028-01-01')
    await field.press('Enter')
    await visit.id('field-name').focus()
    await save(visit)
    expect((await visit.api.called('POST /api/token/', 4)).body).toMatchObject({ expired_time: 1_830_297_600 })
  })

  it('C-365 C-366 C-367 counts the expiry from now', async () => {
    await using visit = await open({ ...form('/token/add', { 'POST /api/token/': fail('again') }), clock: 'fixed' })
    await visit.id('field-name').fill('t1')
    const times = { hour: 1_772_370_000, day: 1_772_452_800, minute: 1_772_366_460, month: 1_774_958_400 }
    for (const [at, [name, time]] of Object.entries(times).entries()) {
      await visit.id(`btn-expiry-${name}`).click()
      await save(visit)
      expect((await visit.api.called('POST /api/token/', at + 1)).body).toMatchObject({ expired_time: time })
    }
  })

  it('C-368 C-369 C-370 sends models, subnets and no limit', async () => {
    await using visit = await open(form('/token/add'))
    await visit.id('field-name').fill('t1')
    await visit.id('field-models').click()
    await option(visit, 'a').click()
    await option(visit, 'b').click()
    await visit.page.keyboard.press('Escape')
    await visit.id('field-subnet').fill('10.0.0.0/8,192.168.0.0/24')
    await visit.id('field-unlimited_quota').click()
    await save(visit)
    const { body } = await visit.api.called('POST /api/token/')
    expect(body).toMatchObject({ models: 'a,b', subnet: '10.0.0.0/8,192.168.0.0/24', unlimited_quota: true })
  })

  it('C-352 C-371 C-372 C-373 shows and saves an existing token', async () => {
    const stored = token(7, { models: 'a,b', expired_time: 1_704_164_645 })
    await using visit = await open(form('/token/edit/7', { 'GET /api/token/7': ok(stored), 'PUT /api/token/': ok(stored) }))
    await visit.api.called('GET /api/token/7')
    expect(await visit.id('field-name').inputValue()).toBe('token 7')
    expect(await chosen(visit)).toEqual(['a', 'b'])
    expect(await visit.page.locator('.ant-picker-input input').inputValue()).toBe('2024-01-02 03:04:05')
    await save(visit)
    const { query, body } = await visit.api.called('PUT /api/token/')
    expect(query).toEqual({})
    expect(body).toMatchObject({ id: 7, expired_time: 1_704_164_645, models: 'a,b' })
  })

  it('C-372 shows no models for a token without a scope', async () => {
    await using visit = await open(form('/token/edit/7', { 'GET /api/token/7': ok(token(7)) }))
    await visit.id('field-name').waitFor()
    expect(await chosen(visit)).toEqual([])
  })

  it('replaces the key after a question, for the chosen time, and shows the new one', async () => {
    const answers = { 'GET /api/token/7': ok(token(7)), 'POST /api/token/7/key': ok(token(7, { key: 'freshkey' })) }
    await using visit = await open(form('/token/edit/7', answers))
    await visit.id('btn-replace-key').click()
    await visit.id('btn-cancel').click()
    await visit.expectNoCall('POST /api/token/7/key')
    await visit.id('btn-replace-key').click()
    await visit.id('grace-3600').click()
    await visit.id('btn-confirm').click()
    expect((await visit.api.called('POST /api/token/7/key')).body).toEqual({ grace_seconds: 3600 })
    expect(await visit.id('replaced-key').getByTestId('field-key').inputValue()).toBe('sk-freshkey')
    await visit.expectNoCall('PUT /api/token/')
  })

  it('C-374 C-375 sends the same again after a refusal', async () => {
    await using visit = await open(form('/token/add', { 'POST /api/token/': fail('bad subnet') }))
    await visit.id('field-name').fill('t1')
    await visit.id('field-subnet').fill('10.0.0.0/8')
    await save(visit)
    await visit.toast('error', 'bad subnet')
    await save(visit)
    const second = await visit.api.called('POST /api/token/', 2)
    expect(second.body).toEqual((await visit.api.called('POST /api/token/', 1)).body)
  })
})
