import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { NOW, ST_FULL, ST_MIN, U1, token } from './harness/fixtures.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

const rows = [token(8, { name: 'spare' }), token(7)]
const listing = (list: readonly unknown[], answers: Record<string, Reply> = {}) => ({
  user: U1,
  status: ST_FULL,
  path: '/token',
  answers: { 'GET /api/token/': ok(list), ...answers },
})
const asAlice = listing(rows)

const variant = async (visit: Visit, kind: 'copy' | 'chat', name: string) => {
  await visit.act(7, `${kind}-menu`).click()
  await visit.id(`act-${kind}-${name}`).click()
}

acceptance('G13 token list', (open) => {
  it('C-319 asks for the first page in the default order', async () => {
    await using visit = await open(asAlice)
    expect((await visit.api.called('GET /api/token/')).query).toEqual({ p: '0', order: '' })
  })

  it('C-320 C-322 C-350 has its columns, its orders and its footer', async () => {
    await using visit = await open(asAlice)
    await visit.row(7).waitFor()
    const head = await visit.id('table-token').locator('thead').textContent()
    for (const title of ['名称', '状态', '已用额度', '剩余额度', '创建时间', '过期时间']) expect(head).toContain(title)
    for (const name of ['btn-add', 'btn-refresh', 'pager']) expect(await visit.id(name).isVisible()).toBe(true)
    await visit.id('order').click()
    const choices = await visit.page.locator('.ant-select-item-option').allTextContents()
    expect(choices).toEqual([zh['token.order.default'], zh['token.order.remaining'], zh['token.order.used']])
    await visit.page.keyboard.press('Escape')
    await visit.id('btn-refresh').click()
    await visit.api.called('GET /api/token/', 2)
  })

  it('C-321 searches for the trimmed keyword', async () => {
    await using visit = await open(listing(rows, { 'GET /api/token/search': ok([]) }))
    await visit.id('search').fill('  my  ')
    await visit.id('search').press('Enter')
    expect((await visit.api.called('GET /api/token/search')).query).toEqual({ keyword: 'my' })
  })

  it.each([
    ['C-323', 'token.order.remaining', 'remain_quota'],
    ['C-324', 'token.order.used', 'used_quota'],
  ] as const)('%s orders on the server', async (_code, label, order) => {
    await using visit = await open(asAlice)
    await visit.row(7).waitFor()
    await visit.id('order').click()
    await visit.page.locator('.ant-select-item-option').filter({ hasText: zh[label] }).click()
    expect((await visit.api.called('GET /api/token/', 2)).query).toEqual({ p: '0', order })
  })

  it('shows what is true now: enabled tokens that are past their time or empty', async () => {
    const list = [
      token(1, { expired_time: NOW }),
      token(2, { expired_time: NOW + 60 }),
      token(3, { remain_quota: 0 }),
      token(4, { remain_quota: 0, unlimited_quota: true }),
      token(5, { status: 2, remain_quota: 0 }),
    ]
    await using visit = await open({ ...listing(list), clock: 'fixed' })
    await visit.row(5).waitFor()
    const texts = await Promise.all([1, 2, 3, 4, 5].map((id) => visit.cell(id, 'status').textContent()))
    expect(texts).toEqual(['已过期', '已启用', '已耗尽', '已启用', '已禁用'])
  })

  it('C-325 C-326 C-327 C-328 C-329 C-330 C-331 shows states, quotas and times', async () => {
    const list = [
      token(1, { status: 1, used_quota: 1_234_567 }),
      token(2, { status: 2, unlimited_quota: true }),
      token(3, { status: 3, expired_time: 1_704_164_645 }),
      token(4, { status: 4 }),
      token(9, { status: 9 }),
    ]
    await using visit = await open(listing(list))
    await visit.row(9).waitFor()
    const texts = await Promise.all([1, 2, 3, 4, 9].map((id) => visit.cell(id, 'status').textContent()))
    expect(texts).toEqual(['已启用', '已禁用', '已过期', '已耗尽', '未知状态'])
    const shown = await Promise.all([
      visit.cell(1, 'used_quota').textContent(),
      visit.cell(2, 'remain_quota').textContent(),
      visit.cell(1, 'created_time').textContent(),
      visit.cell(1, 'expired_time').textContent(),
      visit.cell(3, 'expired_time').textContent(),
    ])
    expect(shown).toEqual(['$2.47', zh['common.unlimited'], '2023-11-14 22:13:20', zh['token.never'], '2024-01-02 03:04:05'])
  })

  it('C-332 C-333 C-335 C-336 C-337 copies the key and the links', async () => {
    await using visit = await open(asAlice)
    await visit.act(7, 'copy').click()
    await visit.toast('success', '')
    expect(await visit.clipboard()).toBe('sk-k7')
    let last = 'sk-k7'
    const copied = async (name: string) => {
      await variant(visit, 'copy', name)
      last = await eventually(`the ${name} link is copied`, async () => {
        const text = await visit.clipboard()
        return text === last ? undefined : text
      })
      return last
    }
    expect(await copied('ama')).toBe('ama://set-api-key?server=https%3A%2F%2Fgw.example&key=sk-k7')
    expect(await copied('opencat')).toBe('opencat://team/join?domain=https%3A%2F%2Fgw.example&token=sk-k7')
    const next = await copied('next')
    const start = 'https://chat.example/#/?settings='
    expect(next.startsWith(start)).toBe(true)
    expect(JSON.parse(decodeURIComponent(next.slice(start.length)))).toEqual({ key: 'sk-k7', url: 'https://gw.example' })
  })

  it('C-338 C-339 without a chat link and an address, a public client and the own origin are used', async () => {
    await using visit = await open({ ...asAlice, status: ST_MIN })
    await variant(visit, 'copy', 'next')
    await visit.toast('success', '')
    const text = await visit.clipboard()
    expect(text).toStartWith('https://')
    expect(text.startsWith(visit.origin)).toBe(false)
    expect(decodeURIComponent(text)).toContain(`"url":"${visit.origin}"`)
  })

  it('C-334 C-340 opens the chat client with the key in a new tab', async () => {
    const { path, ...alice } = asAlice
    await using visit = await open(alice)
    await visit.page.addInitScript('window.open = (...asked) => { window.asked = asked; return null }')
    await visit.goto(path)
    await visit.act(7, 'chat-menu').click()
    for (const name of ['next', 'ama', 'opencat']) await visit.id(`act-chat-${name}`).waitFor()
    await visit.id('act-chat-next').click()
    const [url = '', target] = await eventually(
      'a window is opened',
      async () => (await visit.page.evaluate<string[] | null>('window.asked ?? null')) ?? undefined,
    )
    expect(url).toStartWith('https://chat.example/')
    expect(decodeURIComponent(url)).toContain('sk-k7')
    expect(target).toBe('_blank')
  })

  it('C-341 puts the key into the search box when the clipboard refuses', async () => {
    await using visit = await open({ ...asAlice, isClipboardBlocked: true })
    await visit.act(7, 'copy').click()
    await visit.toast('warning', zh['error.clipboard'])
    expect(await visit.id('search').inputValue()).toBe('sk-k7')
  })

  it('C-342 C-343 deletes after a question', async () => {
    await using visit = await open(listing(rows, { 'DELETE /api/token/7/': ok() }))
    await visit.act(7, 'delete').click()
    await visit.id('btn-confirm').click()
    await visit.api.called('DELETE /api/token/7/')
    await visit.row(7).waitFor({ state: 'detached' })
    expect(await visit.rowIds()).toEqual([8])
  })

  it('C-344 C-348 disables an enabled token', async () => {
    await using visit = await open(listing(rows, { 'PUT /api/token/': ok(token(7, { status: 2 })) }))
    await visit.act(7, 'disable').click()
    const { query, body } = await visit.api.called('PUT /api/token/')
    expect({ query, body }).toEqual({ query: { status_only: 'true' }, body: { id: 7, status: 2 } })
    await visit.toast('success', zh['common.done'])
    await visit.cell(7, 'status').locator('[data-color="red"]').waitFor()
  })

  it('C-345 C-346 enables every other token', async () => {
    const list = [2, 3, 4].map((status) => token(status, { status }))
    await using visit = await open(listing(list, { 'PUT /api/token/': ok(token(1)) }))
    for (const [at, id] of [2, 3, 4].entries()) {
      await visit.act(id, 'enable').click()
      const { query, body } = await visit.api.called('PUT /api/token/', at + 1)
      expect({ query, body }).toEqual({ query: { status_only: 'true' }, body: { id, status: 1 } })
    }
  })

  it('C-347 says why a token cannot be enabled and leaves it as it was', async () => {
    await using visit = await open(listing([token(7, { status: 3 })], { 'PUT /api/token/': fail('expired token') }))
    await visit.act(7, 'enable').click()
    await visit.toast('error', 'expired token')
    await visit.cell(7, 'status').locator('[data-color="yellow"]').waitFor()
  })

  it('C-349 leads to the forms', async () => {
    await using visit = await open(asAlice)
    await visit.act(7, 'edit').click()
    await visit.arrives('/token/edit/7')
    await visit.goto('/token')
    await visit.id('btn-add').click()
    await visit.arrives('/token/add')
  })
})
