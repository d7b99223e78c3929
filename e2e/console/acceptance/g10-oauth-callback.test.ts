import { expect, it } from 'bun:test'
import { U1 } from './harness/fixtures.ts'
import { fail, held, ok, okWith, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { VisitOptions } from './harness/visit.ts'

const retrying = (attempt: number) => zh['oauth.retrying'].replace('{attempt}', String(attempt))

/** Noted in the page itself: from outside, the page's clock has run on before it can be read. */
const NOTE_WHEN_SENT = `{
  const send = window.fetch
  window.sentAt = []
  window.fetch = (input, init) => {
    if (String(input?.url ?? input).includes('/api/oauth/')) window.sentAt.push(Date.now())
    return send(input, init)
  }
}`

for (const provider of ['github', 'lark', 'oidc'] as const) {
  const CALL = `GET /api/oauth/${provider}`
  const path = `/oauth/${provider}?code=c1&state=s1`

  acceptance(`G10 OAuth callback, ${provider}`, (open) => {
    const arrive = (reply: Reply | (() => Promise<Reply>), options: VisitOptions = {}) =>
      open({ path, answers: { [CALL]: reply }, ...options })

    it('C-066 C-193 C-194 C-195 C-206 says that it is working while the call is on its way', async () => {
      const pending = held()
      await using visit = await arrive(() => pending.reply)
      expect((await visit.api.called(CALL)).query).toEqual({ code: 'c1', state: 's1' })
      expect(await visit.id('oauth-state').textContent()).toContain(zh[`external.${provider}`])
      expect(visit.path).toBe(`/oauth/${provider}`)
      pending.release(ok(U1))
      await visit.arrives('/')
    })

    it('C-196 C-199 signs in and goes home, with one call', async () => {
      await using visit = await arrive(ok(U1))
      await visit.arrives('/')
      await visit.settle()
      expect(visit.api.calls(CALL)).toHaveLength(1)
      expect(JSON.parse((await visit.stored('user')) ?? '')).toEqual(U1)
    })

    it('leads to the settings where a second factor must be set up first', async () => {
      await using visit = await arrive(ok({ ...U1, second_factor: 'missing' }))
      await visit.toast('warning', '管理员要求你的账号使用两步验证，请先绑定验证器应用或添加通行密钥。')
      await visit.arrives('/setting')
      expect(await visit.toasts('success').count()).toBe(0)
    })

    it('asks for the second factor that is there', async () => {
      await using visit = await arrive(ok({ ...U1, second_factor: 'awaited' }))
      await visit.arrives('/login?step=factor')
      expect(await visit.stored('user')).toBeNull()
    })

    it('C-197 C-198 a binding is told, leads to the settings and leaves the user alone', async () => {
      await using visit = await arrive(okWith({}, 'bind'), { user: U1 })
      await visit.toast('success', zh['oauth.bound'])
      await visit.arrives('/setting')
      expect(JSON.parse((await visit.stored('user')) ?? '')).toEqual(U1)
    })

    it('C-200 C-201 a refusal is told once and leads to the settings', async () => {
      await using visit = await arrive(fail('denied'), { user: U1 })
      await visit.toast('error', 'denied')
      await visit.page.getByText(zh['oauth.redirecting']).waitFor()
      await visit.arrives('/setting')
      expect(visit.api.calls(CALL)).toHaveLength(1)
    })

    it('C-202 without a user the settings lead to the sign-in page', async () => {
      await using visit = await arrive(fail('denied'))
      await visit.arrives('/login')
    })

    it('C-203 C-204 C-205 a lost connection is tried again three times, each time a little later', async () => {
      await using visit = await open({ user: U1, clock: 'controlled' })
      // Broken here and not at the server: a browser sends again by itself what a connection has swallowed.
      await visit.page.route(`**/api/oauth/${provider}?*`, (route) => route.abort('connectionreset'))
      await visit.page.addInitScript(NOTE_WHEN_SENT)
      const sentAt = () => visit.page.evaluate<readonly number[]>('window.sentAt')
      await visit.goto(path)
      for (const attempt of [1, 2, 3]) {
        await visit.page.getByText(retrying(attempt)).waitFor()
        while ((await sentAt()).length === attempt) await visit.page.clock.runFor(200)
      }
      await visit.page.getByText(zh['oauth.redirecting']).waitFor()
      await visit.page.clock.runFor(60_000)
      await visit.arrives('/setting')
      const times = await sentAt()
      const waits = times.slice(1).map((time, at) => Math.floor((time - (times[at] ?? 0)) / 2000))
      expect(waits).toEqual([1, 2, 3])
    })

    it('asks the server nothing when the provider sent no code', async () => {
      await using visit = await open({ path: `/oauth/${provider}?error=access_denied` })
      await visit.id('oauth-no-code').waitFor()
      await visit.expectNoCall(CALL)
    })
  })
}
