import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { NOW, U1 } from './harness/fixtures.ts'
import { fail, held, ok, okWith, type Reply } from './harness/replies.ts'
import { stepUntil } from './harness/still-clock.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { VisitOptions } from './harness/visit.ts'

/** Noted in the page itself, by its own clock. */
const NOTE_CALLS = `{
  const send = window.fetch
  window.sentAt = []
  window.lostAt = []
  window.fetch = (input, init) => {
    if (!String(input?.url ?? input).includes('/api/oauth/')) return send(input, init)
    window.sentAt.push(Date.now())
    return send(input, init).catch((error) => {
      window.lostAt.push(Date.now())
      throw error
    })
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
      await visit.page.clock.pauseAt((NOW + 1) * 1000)
      // Broken here and not at the server: a browser sends again by itself what a connection has swallowed.
      await visit.page.route(`**/api/oauth/${provider}?*`, (route) => route.abort('connectionreset'))
      await visit.page.addInitScript(NOTE_CALLS)
      const times = (name: 'sentAt' | 'lostAt') => visit.page.evaluate<readonly number[]>(`window.${name}`)
      const count = (name: 'sentAt' | 'lostAt', wanted: number) =>
        eventually(`${name} ${wanted}`, async () => ((await times(name)).length === wanted ? true : undefined))
      await visit.goto(path)
      await stepUntil(visit, visit.page.getByText('出现错误，第 1 次重试中…'))
      for (const attempt of [1, 2, 3]) {
        await count('lostAt', attempt)
        await stepUntil(visit, visit.page.getByText(`出现错误，第 ${attempt} 次重试中…`))
        // The clock stands still while the call is under way: the wait is counted from the moment it was lost.
        while ((await times('sentAt')).length === attempt) await visit.page.clock.runFor(100)
      }
      await count('lostAt', 4)
      const [lost, sent] = [await times('lostAt'), await times('sentAt')]
      expect(lost.slice(0, 3).map((time, at) => (sent[at + 1] ?? 0) - time)).toEqual([2000, 4000, 6000])
      await stepUntil(visit, visit.page.getByText('操作失败，正在跳转到设置页…'))
      await visit.page.clock.runFor(60_000)
      await visit.arrives('/setting')
      expect(await times('sentAt')).toHaveLength(4)
    })

    it('asks the server nothing when the provider sent no code', async () => {
      await using visit = await open({ path: `/oauth/${provider}?error=access_denied` })
      await visit.id('oauth-no-code').waitFor()
      await visit.expectNoCall(CALL)
    })
  })
}
