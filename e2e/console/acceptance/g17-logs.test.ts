import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import type { LogObject } from '@weir/contract/log'
import type { Call } from './harness/fake-api.ts'
import { U1, U10, logRow } from './harness/fixtures.ts'
import { fail, ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

const ALL = 'GET /api/log/'
const OWN = 'GET /api/log/self/'

const pageOf = ({ query }: Call) => ok(Array.from({ length: 10 }, (_, at) => logRow(100 - Number(query['p']) * 10 - at)))

const asAdmin = (rows: readonly LogObject[] = []) =>
  ({ user: U10, path: '/log', clock: 'fixed', answers: { [ALL]: ok(rows), [OWN]: ok([]) } }) as const
const asUser = (rows: readonly LogObject[] = []) => ({ user: U1, path: '/log', clock: 'fixed', answers: { [OWN]: ok(rows) } }) as const

const query = (visit: Visit) => visit.id('btn-query').click()

const choose = async (visit: Visit, type: string) => {
  await visit.id('field-type').click()
  await visit.page.locator('.ant-select-item-option').filter({ hasText: type }).click()
}

const headers = (visit: Visit) => visit.id('table-log').locator('th').allTextContents()

acceptance('G17 logs', (open) => {
  it('C-410 C-412 an administrator asks for everyone, page 0 and all types, with every parameter', async () => {
    await using visit = await open(asAdmin())
    const call = await visit.api.called(ALL)
    expect(call.query).toMatchObject({ p: '0', type: '0' })
    const names = ['p', 'type', 'username', 'token_name', 'model_name', 'start_timestamp', 'end_timestamp', 'channel']
    expect(Object.keys(call.query).toSorted()).toEqual(names.toSorted())
  })

  it('C-411 C-413 C-603 a user asks for own rows only, without user and channel', async () => {
    await using visit = await open(asUser())
    const call = await visit.api.called(OWN)
    expect(call.query).toMatchObject({ p: '0', type: '0' })
    expect(call.query).not.toHaveProperty('username')
    expect(call.query).not.toHaveProperty('channel')
    await visit.expectNoCall(ALL)
  })

  it('C-414 C-415 the window is open: from 0 to an hour from now', async () => {
    await using visit = await open(asUser())
    expect((await visit.api.called(OWN)).query).toMatchObject({ start_timestamp: '0', end_timestamp: '1772370000' })
  })

  it('C-416 a user filters by token, model and time', async () => {
    await using visit = await open(asUser())
    for (const name of ['token_name', 'model_name', 'start', 'end']) await visit.id(`field-${name}`).waitFor()
    expect(await visit.id('field-channel').count()).toBe(0)
    expect(await visit.id('field-username').count()).toBe(0)
  })

  it('C-417 C-418 an administrator also filters by channel and user', async () => {
    await using visit = await open(asAdmin())
    await visit.id('field-token_name').fill('t')
    await visit.id('field-model_name').fill('m')
    await visit.id('field-username').fill('u')
    await visit.id('field-channel').fill('5')
    await query(visit)
    expect((await visit.api.called(ALL, 2)).query).toMatchObject({ token_name: 't', model_name: 'm', username: 'u', channel: '5', p: '0' })
  })

  it('a channel that was typed and not chosen is told of, and does not look as if the rows were narrowed to it', async () => {
    await using visit = await open(asAdmin())
    await visit.api.called(ALL)
    await visit.id('field-channel').fill('no such channel')
    await query(visit)
    await visit.toast('info', '没有选中渠道「no such channel」，未按渠道筛选')
    expect(await visit.id('field-channel').inputValue()).toBe('')
    await visit.id('field-channel').fill('１２')
    await query(visit)
    await eventually('rows of channel 12', () => visit.api.calls(ALL).some((call) => call.query['channel'] === '12') || undefined)
  })

  it('C-419 a start time goes out as epoch seconds', async () => {
    await using visit = await open(asAdmin())
    await visit.api.called(ALL)
    await visit.id('field-start').fill('2026-01-01 00:00:00')
    const calendar = visit.page.locator('.ant-picker-dropdown')
    await calendar.waitFor()
    await visit.page.keyboard.press('Enter')
    // A click that falls into the closing of the calendar is lost with it.
    await calendar.waitFor({ state: 'hidden' })
    await query(visit)
    expect((await visit.api.called(ALL, 2)).query['start_timestamp']).toBe('1767225600')
  })

  it('keeps a start time that is asked for twice while a slow browser still follows the first time', async () => {
    await using visit = await open(asAdmin())
    await visit.api.called(ALL)
    const browser = await visit.context.newCDPSession(visit.page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await visit.id('field-start').fill('2026-01-01 00:00:00')
    const calendar = visit.page.locator('.ant-picker-dropdown')
    await calendar.waitFor()
    await visit.page.keyboard.press('Enter')
    expect(await visit.id('field-start').inputValue()).toBe('2026-01-01 00:00:00')
    await calendar.waitFor({ state: 'hidden' })
    await query(visit)
    expect((await visit.api.called(ALL, 2)).query['start_timestamp']).toBe('1767225600')
  })

  it('C-420 the types are all, top-up, consumption, management and system', async () => {
    await using visit = await open(asUser())
    await visit.id('field-type').click()
    await visit.page.locator('.ant-select-item-option').first().waitFor()
    expect(await visit.page.locator('.ant-select-item-option').allTextContents()).toEqual(['全部类型', '充值', '消费', '管理', '系统'])
  })

  it('C-421 another type begins at page one', async () => {
    await using visit = await open({ ...asUser(), answers: { [OWN]: pageOf } })
    await visit.row(100).waitFor()
    await visit.page.getByTitle('2', { exact: true }).click()
    await visit.row(90).waitFor()
    await visit.page.getByTitle('3', { exact: true }).click()
    await visit.row(80).waitFor()
    visit.api.forget()
    await choose(visit, '消费')
    expect((await visit.api.called(OWN)).query).toMatchObject({ p: '0', type: '2' })
    await visit.row(100).waitFor()
    expect(visit.address).toBe('/log?type=2')
  })

  it('C-422 four types have four texts', async () => {
    await using visit = await open(asUser([1, 2, 3, 4].map((type) => logRow(type, { type }))))
    await visit.row(4).waitFor()
    const texts = await Promise.all([1, 2, 3, 4].map((id) => visit.cell(id, 'type').textContent()))
    expect(new Set(texts).size).toBe(4)
  })

  it('shows channel tests with a label of their own', async () => {
    await using visit = await open(asAdmin([logRow(1, { type: 5 })]))
    expect(await visit.cell(1, 'type').textContent()).toBe('渠道测试')
  })

  it('offers the channel tests to an administrator, whose list alone has them', async () => {
    await using visit = await open(asAdmin([logRow(1, { type: 5 })]))
    await visit.id('field-type').click()
    await visit.page.locator('.ant-select-item-option').filter({ hasText: '渠道测试' }).click()
    expect((await visit.api.called(ALL, 2)).query['type']).toBe('5')
  })

  it('C-423 the columns of an administrator', async () => {
    await using visit = await open(asAdmin([logRow(1)]))
    await visit.row(1).waitFor()
    expect(await headers(visit)).toEqual(['时间', '渠道', '用户', '令牌', '类型', '模型', '输入', '输出', '额度', '详情'])
  })

  it('C-424 a user sees neither channel nor user', async () => {
    await using visit = await open(asUser([logRow(1)]))
    await visit.row(1).waitFor()
    expect(await headers(visit)).toEqual(['时间', '令牌', '类型', '模型', '输入', '输出', '额度', '详情'])
  })

  it('C-425 C-426 C-427 a row shows time, quota to six decimals, tokens and detail', async () => {
    const row = logRow(1, { created_at: 1_700_000_000, quota: 1500, prompt_tokens: 12, completion_tokens: 34, content: 'x' })
    await using visit = await open(asUser([row]))
    expect(await visit.cell(1, 'created_at').textContent()).toBe('2023-11-14 22:13:20')
    expect(await visit.cell(1, 'quota').textContent()).toBe('$0.003000')
    expect(await visit.cell(1, 'prompt_tokens').textContent()).toBe('12')
    expect(await visit.cell(1, 'completion_tokens').textContent()).toBe('34')
    expect(await visit.cell(1, 'content').textContent()).toContain('x')
  })

  it('C-428 the total is neither shown nor asked for before the click', async () => {
    await using visit = await open(asAdmin())
    await visit.id('btn-total').waitFor()
    expect(await visit.id('btn-total').textContent()).not.toContain('$')
    await visit.expectNoCall('GET /api/log/stat')
  })

  it('C-429 C-431 the total of an administrator has the filters of the list', async () => {
    await using visit = await open({ ...asAdmin(), path: '/log?token_name=t&channel=5' })
    visit.api.answer('GET /api/log/stat', ok({ quota: 1_000_000, token: 5 }))
    const { p: _, ...filters } = (await visit.api.called(ALL)).query
    await visit.id('btn-total').click()
    expect((await visit.api.called('GET /api/log/stat')).query).toEqual(filters)
    await visit.id('btn-total').filter({ hasText: '$2.00' }).waitFor()
  })

  it('C-430 C-603 the total of a user is the own one', async () => {
    await using visit = await open(asUser())
    visit.api.answer('GET /api/log/self/stat', ok({ quota: 625, token: 5 }))
    await visit.id('btn-total').click()
    await visit
      .id('btn-total')
      .filter({ hasText: /\$0\.00125(?!\d)/ })
      .waitFor()
    const call = await visit.api.called('GET /api/log/self/stat')
    expect(call.query).not.toHaveProperty('username')
    expect(call.query).not.toHaveProperty('channel')
    await visit.expectNoCall('GET /api/log/stat')
  })

  it('C-432 a refused total says why', async () => {
    await using visit = await open(asAdmin())
    visit.api.answer('GET /api/log/stat', fail('no'))
    await visit.id('btn-total').click()
    await visit.toast('error', 'no')
  })

  it('C-433 a token name arrives as it was typed', async () => {
    await using visit = await open(asUser())
    await visit.id('field-token_name').fill('a&b')
    await visit.page.keyboard.press('Enter')
    expect((await visit.api.called(OWN, 2)).query['token_name']).toBe('a&b')
  })

  it('keeps the filters in the address and goes back through them', async () => {
    await using visit = await open(asUser())
    await visit.id('field-model_name').fill('gpt-4o')
    await query(visit)
    await visit.arrives('/log?model_name=gpt-4o')
    await visit.page.goBack()
    await visit.arrives('/log')
    expect(await visit.id('field-model_name').inputValue()).toBe('')
  })

  it('offers to clear filters that match nothing', async () => {
    await using visit = await open({ ...asUser(), path: '/log?model_name=none&type=2' })
    await visit.id('btn-clear-empty').click()
    await visit.arrives('/log')
  })

  it('sets the window to today with one click', async () => {
    await using visit = await open(asUser())
    await visit.id('preset-today').click()
    expect((await visit.api.called(OWN, 2)).query['start_timestamp']).toBe('1772323200')
  })

  it('explains a charge from the row', async () => {
    const row = logRow(1, { content: '0.075 × 1 × 4', prompt_tokens: 1000, completion_tokens: 500, quota: 225, request_id: 'req-1' })
    await using visit = await open(asUser([row]))
    await visit.act(1, 'detail').click()
    await visit.id('charge').filter({ hasText: '(1000 + 500 × 4) × 0.075 × 1 = 225' }).waitFor()
    expect(await visit.id('field-request-id').inputValue()).toBe('req-1')
  })

  it('names every class of a charge with its count and its ratio', async () => {
    const parts = [
      { kind: 'input' as const, count: 200, ratio: 1 },
      { kind: 'cache_read' as const, count: 700, ratio: 0.1 },
      { kind: 'output' as const, count: 500, ratio: 5 },
    ]
    const charge = {
      model_ratio: 1.5,
      group_ratio: 1,
      parts,
      reasoning: 120,
      unit: 'token' as const,
      is_estimate: false,
      is_implausible: false,
    }
    await using visit = await open(asUser([logRow(1, { quota: 4155, charge })]))
    await visit.act(1, 'detail').click()
    await visit.id('charge').filter({ hasText: '(200 + 700 × 0.1 + 500 × 5) × 1.5 × 1 = 4155' }).waitFor()
    expect(await visit.id('charge-cache_read').textContent()).toBe(`${zh['log.charge.kind.cache_read']}700× 0.1`)
    expect(await visit.id('charge-output').textContent()).toContain('120')
  })

  it('says when upstream reported more than the request can have used', async () => {
    const parts = [{ kind: 'output' as const, count: 1124, ratio: 4 }]
    const counted = { model_ratio: 1, group_ratio: 1, parts, reasoning: 0, unit: 'token' as const }
    const charge = { ...counted, is_estimate: false, is_implausible: true }
    await using visit = await open(asUser([logRow(1, { quota: 4496, charge })]))
    await visit.act(1, 'detail').click()
    await visit.id('charge').filter({ hasText: '用量不合理' }).waitFor()
  })

  it('exports the rows under the filter', async () => {
    await using visit = await open({ ...asUser([logRow(1, { token_name: '=cmd' })]), path: '/log?type=2' })
    await visit.row(1).waitFor()
    visit.api.forget()
    const download = visit.page.waitForEvent('download')
    await visit.id('btn-export').click()
    const file = Bun.file(await (await download).path())
    expect((await visit.api.called(OWN)).query).toMatchObject({ type: '2', page_size: '100' })
    expect(await file.text()).toContain(",'=cmd,")
  })

  it('hides a column and remembers it', async () => {
    await using visit = await open(asUser([logRow(1)]))
    await visit.row(1).waitFor()
    await visit.id('btn-columns').click()
    await visit.id('column-token_name').click()
    expect(await visit.cell(1, 'token_name').count()).toBe(0)
    expect(await visit.stored('ui.columns.log')).toBe('token_name')
  })
})
