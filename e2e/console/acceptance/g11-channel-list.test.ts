import { expect, it } from 'bun:test'
import { ST_MIN, U10, channel } from './harness/fixtures.ts'
import { fail, ok, okWith, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

const rows = [channel(5, { name: 'alpha', weight: 2, priority: 1 }), channel(10, { name: 'beta', type: 14 }), channel(2, { name: 'gamma' })]
const listing = (list: readonly unknown[], answers: Record<string, Reply> = {}) => ({
  user: U10,
  path: '/channel',
  answers: { 'GET /api/channel/': ok(list), ...answers },
})
const asBob = listing(rows)

/** The colours of a status badge as the browser paints them. */
const painted = (visit: Visit, id: number) =>
  visit.page.evaluate<readonly string[]>(`(() => {
    const badge = document.querySelector('[data-testid="row-${id}"] [data-testid="cell-status"] [data-color]')
    return [getComputedStyle(badge).color, getComputedStyle(badge).backgroundColor]
  })()`)

acceptance('G11 channel list', (open) => {
  it('C-207 C-208 asks for the first page and for the models of every type', async () => {
    await using visit = await open(asBob)
    expect((await visit.api.called('GET /api/channel/')).query).toEqual({ p: '0' })
    await visit.api.called('GET /api/models')
    await visit.row(5).waitFor()
    expect(visit.api.calls('GET /api/channel/')).toHaveLength(1)
  })

  it('C-209 C-210 C-249 has its columns, its search box and its footer', async () => {
    await using visit = await open(asBob)
    await visit.row(5).waitFor()
    const head = await visit.id('table-channel').locator('thead').textContent()
    for (const title of ['ID', '名称', '分组', '类型', '状态', '响应时间', '余额', '优先级', '操作']) expect(head).toContain(title)
    const hint = (await visit.id('search').getAttribute('placeholder')) ?? ''
    for (const word of ['ID', '名称', '密钥']) expect(hint).toContain(word)
    for (const name of ['btn-add', 'btn-test-all', 'btn-test-disabled', 'btn-delete-disabled', 'btn-refresh', 'pager'])
      expect(await visit.id(name).isVisible()).toBe(true)
  })

  it.each([
    [2, '请求按优先级和权重分配到上游渠道，出错时最多再换 2 个渠道重试。'],
    [0, '请求按优先级和权重分配到上游渠道，出错时不换渠道：失败重试次数为 0，可在运营设置中修改。'],
  ])('promises as many retries as the option says: %d', async (times, sentence) => {
    await using visit = await open({ ...asBob, status: { ...ST_MIN, retry_times: times } })
    await visit.page.getByText(sentence, { exact: true }).waitFor()
  })

  it('C-211 C-212 searches for the trimmed keyword and shows only what was found', async () => {
    await using visit = await open(listing(rows, { 'GET /api/channel/search': ok([channel(77)]) }))
    await visit.row(5).waitFor()
    await visit.id('search').fill('  abc  ')
    await visit.id('search').press('Enter')
    expect((await visit.api.called('GET /api/channel/search')).query).toEqual({ keyword: 'abc' })
    await visit.row(77).waitFor()
    expect(await visit.rowIds()).toEqual([77])
  })

  it('C-213 C-214 C-216 sorts the loaded rows by id and name without asking the server', async () => {
    await using visit = await open(asBob)
    await visit.row(5).waitFor()
    await visit.api.called('GET /api/models')
    visit.api.forget()
    await visit.id('sort-id').click()
    expect(await visit.rowIds()).toEqual([2, 5, 10])
    await visit.id('sort-id').click()
    expect(await visit.rowIds()).toEqual([10, 5, 2])
    await visit.id('sort-name').click()
    expect(await visit.rowIds()).toEqual([5, 10, 2])
    await visit.settle()
    expect(visit.api.calls()).toEqual([])
  })

  it('C-215 sorts by every other column', async () => {
    const low = channel(1, { group: 'a', type: 1, status: 1, response_time: 10, balance: 1, priority: 1 })
    const high = channel(2, { group: 'b', type: 8, status: 3, response_time: 900, balance: 2, priority: 9 })
    await using visit = await open(listing([high, low]))
    await visit.row(1).waitFor()
    for (const field of ['group', 'type', 'status', 'response_time', 'balance', 'priority']) {
      await visit.id(`sort-${field}`).click()
      expect({ field, ids: await visit.rowIds() }).toEqual({ field, ids: [1, 2] })
      await visit.id(`sort-${field}`).click()
      expect({ field, ids: await visit.rowIds() }).toEqual({ field, ids: [2, 1] })
    }
  })

  it('C-217 C-218 C-219 C-220 shows every status with its colour', async () => {
    const list = [1, 2, 3, 7].map((status) => channel(status, { status }))
    await using visit = await open(listing(list))
    await visit.row(1).waitFor()
    const badge = (id: number) => visit.cell(id, 'status').locator('[data-color]')
    const colors = await Promise.all([1, 2, 3, 7].map((id) => badge(id).getAttribute('data-color')))
    expect(colors).toEqual(['green', 'red', 'yellow', 'grey'])
    const texts = await Promise.all([1, 2, 3, 7].map((id) => badge(id).textContent()))
    expect(texts).toEqual(['已启用', '已禁用', '自动禁用', '未知状态'])
    expect(await Promise.all([1, 2, 3].map((id) => painted(visit, id)))).toEqual([
      ['rgb(19, 82, 0)', 'rgb(246, 255, 237)'],
      ['rgb(168, 7, 26)', 'rgb(255, 241, 240)'],
      ['rgb(124, 74, 3)', 'rgb(255, 251, 230)'],
    ])
    expect(await visit.page.getByRole('tooltip').count()).toBe(0)
    await badge(2).hover()
    await visit.page
      .getByRole('tooltip')
      .filter({ hasText: /^渠道被手动禁用$/ })
      .waitFor()
  })

  it('C-022 says of six types that their balance is unknown', async () => {
    const types = [2, 3, 14, 20, 33, 36]
    await using visit = await open(listing(types.map((type) => channel(type, { type, balance: 12.5 }))))
    await visit.row(36).waitFor()
    const shown = await Promise.all(types.map((type) => visit.cell(type, 'balance').textContent()))
    expect(shown).toEqual(types.map(() => zh['channel.balanceUnsupported']))
  })

  it('C-227 shows the response time in seconds', async () => {
    await using visit = await open(listing([channel(5, { response_time: 1500, test_time: 1_700_000_000 })]))
    const badge = visit.cell(5, 'response_time').locator('[data-color]')
    await badge.waitFor()
    expect([await badge.textContent(), await badge.getAttribute('data-color')]).toEqual(['1.50 s', 'olive'])
  })

  it.each([
    ['beside the data', okWith({ time: 1.5 })],
    ['inside the data', ok({ time: 1.5 })],
  ])('C-228 C-229 tests one channel and shows its time, sent %s', async (_where, reply) => {
    await using visit = await open(listing(rows, { 'GET /api/channel/test/5/': reply }))
    await visit.act(5, 'test').click()
    await visit.api.called('GET /api/channel/test/5/')
    const badge = visit.cell(5, 'response_time').locator('[data-color="olive"]')
    await badge.waitFor()
    expect(await badge.textContent()).toContain('1.5')
  })

  it('C-230 says why a test failed, also in the row', async () => {
    await using visit = await open(listing(rows, { 'GET /api/channel/test/5/': fail('no key') }))
    await visit.act(5, 'test').click()
    await visit.toast('error', 'no key')
    await visit.cell(5, 'response_time').locator('[data-color="red"]').waitFor()
  })

  it('C-231 C-234 asks before it deletes and keeps the row when the answer is no', async () => {
    await using visit = await open(asBob)
    await visit.act(5, 'delete').click()
    await visit.id('btn-confirm').waitFor()
    await visit.expectNoCall('DELETE /api/channel/5/')
    await visit.id('btn-cancel').click()
    await visit.id('btn-confirm').waitFor({ state: 'hidden' })
    await visit.expectNoCall('DELETE /api/channel/5/')
    expect(await visit.row(5).isVisible()).toBe(true)
  })

  it('C-232 C-233 deletes after the question and hides the row', async () => {
    await using visit = await open(listing(rows, { 'DELETE /api/channel/5/': ok() }))
    await visit.act(5, 'delete').click()
    await visit.id('btn-confirm').click()
    await visit.api.called('DELETE /api/channel/5/')
    await visit.row(5).waitFor({ state: 'detached' })
    expect(await visit.rowIds()).toEqual([10, 2])
  })

  it('C-235 C-238 C-239 disables an enabled channel', async () => {
    await using visit = await open(listing(rows, { 'PUT /api/channel/': ok(channel(5, { status: 2 })) }))
    expect(await visit.act(5, 'disable').textContent()).toBe('禁用')
    await visit.act(5, 'disable').click()
    expect((await visit.api.called('PUT /api/channel/')).body).toEqual({ id: 5, status: 2 })
    await visit.toast('success', zh['common.done'])
    await visit.cell(5, 'status').locator('[data-color="red"]').waitFor()
  })

  it.each([
    ['C-236', 2],
    ['C-237', 3],
  ])('%s enables a channel whose status is %d', async (_code, status) => {
    await using visit = await open(listing([channel(5, { status })], { 'PUT /api/channel/': ok(channel(5)) }))
    expect(await visit.act(5, 'enable').textContent()).toBe('启用')
    await visit.act(5, 'enable').click()
    expect((await visit.api.called('PUT /api/channel/')).body).toEqual({ id: 5, status: 1 })
    await visit.cell(5, 'status').locator('[data-color="green"]').waitFor()
  })

  it('C-240 C-250 leads to the forms', async () => {
    await using visit = await open(asBob)
    await visit.act(5, 'edit').click()
    await visit.arrives('/channel/edit/5')
    await visit.goto('/channel')
    await visit.id('btn-add').click()
    await visit.arrives('/channel/add')
  })

  it('C-241 C-243 saves a priority as a whole number on leaving the field', async () => {
    await using visit = await open(listing(rows, { 'PUT /api/channel/': ok(channel(5)) }))
    const field = visit.row(5).getByTestId('field-priority')
    await field.fill('7')
    await field.blur()
    expect((await visit.api.called('PUT /api/channel/')).body).toEqual({ id: 5, priority: 7 })
    await field.fill('7.9')
    await field.press('Enter')
    expect((await visit.api.called('PUT /api/channel/', 2)).body).toEqual({ id: 5, priority: 7 })
  })

  it('C-244 C-245 saves a weight, never below zero', async () => {
    await using visit = await open(listing(rows, { 'PUT /api/channel/': ok(channel(5)) }))
    const field = visit.row(5).getByTestId('field-weight')
    await field.fill('3')
    await field.blur()
    expect((await visit.api.called('PUT /api/channel/')).body).toEqual({ id: 5, weight: 3 })
    await field.fill('-4')
    await field.blur()
    expect((await visit.api.called('PUT /api/channel/', 2)).body).toEqual({ id: 5, weight: 0 })
  })

  it('C-242 C-246 ignores a figure that was emptied', async () => {
    await using visit = await open(asBob)
    for (const name of ['priority', 'weight']) {
      const field = visit.row(5).getByTestId(`field-${name}`)
      await field.fill('')
      await field.blur()
    }
    await visit.expectNoCall('PUT /api/channel/')
    expect(await visit.row(5).getByTestId('field-weight').inputValue()).toBe('2')
  })

  it.each([
    ['beside the data', okWith({ balance: 3.25 })],
    ['inside the data', ok({ balance: 3.25 })],
  ])('C-247 C-248 refreshes a balance, sent %s', async (_where, reply) => {
    await using visit = await open(listing(rows, { 'GET /api/channel/update_balance/5/': reply }))
    await visit.cell(5, 'balance').getByRole('button').click()
    await visit.api.called('GET /api/channel/update_balance/5/')
    await visit.cell(5, 'balance').getByText('$3.25').waitFor()
  })

  it('C-251 C-252 starts the tests of many and follows them', async () => {
    const done = { is_running: false, total: 1, done: 1, results: [{ id: 5, success: true, message: '', response_time: 1500, status: 1 }] }
    await using visit = await open(listing(rows, { 'GET /api/channel/test': ok(), 'GET /api/channel/test/progress': ok(done) }))
    await visit.id('btn-test-all').click()
    expect((await visit.api.called('GET /api/channel/test')).query).toEqual({ scope: 'all' })
    await visit.cell(5, 'response_time').locator('[data-color="olive"]').waitFor()
    await visit.id('btn-test-disabled').click()
    expect((await visit.api.called('GET /api/channel/test', 2)).query).toEqual({ scope: 'disabled' })
  })

  it('C-253 C-254 C-255 deletes the disabled ones after a question, counts them and loads again', async () => {
    await using visit = await open(listing(rows, { 'DELETE /api/channel/disabled': ok(4) }))
    await visit.row(5).waitFor()
    await visit.id('btn-delete-disabled').click()
    await visit.id('btn-confirm').waitFor()
    await visit.expectNoCall('DELETE /api/channel/disabled')
    visit.api.answer('GET /api/channel/', ok([channel(77)]))
    await visit.id('btn-confirm').click()
    await visit.api.called('DELETE /api/channel/disabled')
    await visit.toast('success', '已删除 4 个禁用的渠道')
    expect((await visit.api.called('GET /api/channel/', 2)).query).toEqual({ p: '0' })
    await visit.row(77).waitFor()
    expect(await visit.rowIds()).toEqual([77])
  })

  it('C-256 refreshes the page that is shown', async () => {
    await using visit = await open(asBob)
    await visit.row(5).waitFor()
    await visit.id('btn-refresh').click()
    expect((await visit.api.called('GET /api/channel/', 2)).query).toEqual({ p: '0' })
  })

  it('C-257 C-258 C-259 explains balances and tests once, until it is told to stop', async () => {
    await using visit = await open(asBob)
    const text = (await visit.id('channel-notice').textContent()) ?? ''
    for (const word of ['OpenAI', '余额', '0', 'gpt-3.5-turbo', '仅支持聊天模型', '第一个']) expect(text).toContain(word)
    await visit.id('btn-dismiss-notice').click()
    await visit.id('channel-notice').waitFor({ state: 'detached' })
    await visit.page.reload()
    await visit.row(5).waitFor()
    expect(await visit.id('channel-notice').count()).toBe(0)
  })

  it('C-260 shows every group of a channel', async () => {
    await using visit = await open(listing([channel(5, { group: 'vip,default' })]))
    await visit.row(5).waitFor()
    expect(await visit.cell(5, 'group').locator('[data-color]').allTextContents()).toEqual(['default', 'vip'])
  })
})
