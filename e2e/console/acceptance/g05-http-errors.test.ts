import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { U1, token } from './harness/fixtures.ts'
import { fail, httpError, lost, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'

const tokens = (reply: Reply) => ({ user: U1, path: '/token', answers: { 'GET /api/token/': reply } })

acceptance('G05 failed calls', (open) => {
  it('C-096 C-097 C-098 leads to the sign-in page when the session has ended', async () => {
    await using visit = await open(tokens(httpError(401, 'gone')))
    await visit.arrives('/login?expired=true')
    await visit.toast('error', zh['login.expired'])
    expect(await visit.toasts().count()).toBe(1)
    expect(visit.errors).toEqual([])
  })

  it.each([
    ['C-099 C-111', httpError(429), { kind: 'error', text: '请求次数过多，请稍后再试' }],
    ['C-100 C-111', httpError(500), { kind: 'error', text: '服务器内部错误，请联系管理员' }],
    ['C-101', httpError(405), { kind: 'info', text: '本站仅作演示之用，无服务端' }],
    ['C-102', httpError(403, 'no'), { kind: 'error', text: '错误：no' }],
    ['C-103', httpError(404), { kind: 'error', text: '错误：' }],
    ['C-103', httpError(502), { kind: 'error', text: '错误：' }],
    ['C-104 C-111', lost, { kind: 'error', text: '错误：' }],
    ['C-105 C-111', fail('boom'), { kind: 'error', text: 'boom' }],
  ] as const)('%s says what happened, once', async (_codes, reply, { kind, text }) => {
    await using visit = await open(tokens(reply))
    await visit.toast(kind, text)
    expect(await visit.toasts().count()).toBe(1)
    expect(visit.errors).toEqual([])
  })

  it.each([
    ['C-099', 429, { kind: 'error', text: '请求次数过多，请稍后再试' }],
    ['C-100', 500, { kind: 'error', text: '服务器内部错误，请联系管理员' }],
    ['C-101', 405, { kind: 'info', text: '本站仅作演示之用，无服务端' }],
  ] as const)('%s says the same of a row, a form and a setting: %d', async (_code, status, { kind, text }) => {
    const reply = httpError(status, 'words of the server')
    const answers = { 'GET /api/token/': ok([token(7)]), 'PUT /api/token/': reply, 'POST /api/token/': reply, 'GET /api/user/token': reply }
    await using visit = await open({ user: U1, path: '/token', answers })
    const told = async () => {
      await visit.toast(kind, text)
      expect([await visit.toasts().count(), await visit.toasts(kind).textContent()]).toEqual([1, text])
      await visit.closeToasts()
    }
    await visit.act(7, 'disable').click()
    await told()
    await visit.goto('/token/add')
    await visit.id('field-name').fill('t1')
    await visit.id('btn-save').click()
    await told()
    await visit.goto('/setting')
    await visit.id('btn-generate-token').click()
    await visit.id('btn-confirm').click()
    await told()
    expect(visit.errors).toEqual([])
  })

  it('C-106 leaves a row unchanged after a refusal', async () => {
    const answers = { 'GET /api/token/': ok([token(7)]), 'PUT /api/token/': fail('boom') }
    await using visit = await open({ user: U1, path: '/token', answers })
    await visit.act(7, 'disable').click()
    await visit.toast('error', 'boom')
    await visit.cell(7, 'status').locator('[data-color="green"]').waitFor()
  })

  it.each([
    ['C-107 C-109 C-110', lost],
    ['C-108 C-109 C-110', fail('closed')],
  ] as const)('%s tells once that the server cannot be reached, and goes on with what it knows', async (_codes, reply) => {
    await using visit = await open({ path: '/about', storage: { system_name: 'Kept' }, answers: { 'GET /api/status': reply } })
    await visit.toast('error', '无法正常连接至服务器！')
    expect(await visit.toasts().count()).toBe(1)
    await visit.id('system-name').getByText('Kept').waitFor()
    expect(visit.errors).toEqual([])
  })

  it('C-112 calls its own origin', async () => {
    await using visit = await open(tokens(ok([])))
    await visit.api.called('GET /api/token/')
    const asked: string[] = []
    visit.page.on('request', (request) => asked.push(request.url()))
    await visit.page.reload()
    await visit.api.called('GET /api/token/', 2)
    // The server hears of a call before the browser tells that it was sent.
    const calls = await eventually('two calls', () => {
      const found = asked.filter((url) => new URL(url).pathname.startsWith('/api/'))
      return found.length > 1 ? found : undefined
    })
    expect(calls.every((url) => url.startsWith(visit.origin))).toBe(true)
  })

  it('C-114 a form whose session has ended leads to the sign-in page', async () => {
    await using visit = await open({ user: U1, path: '/token/add', answers: { 'POST /api/token/': httpError(401) } })
    await visit.id('field-name').fill('t1')
    await visit.id('btn-save').click()
    await visit.arrives('/login?expired=true')
  })
})
