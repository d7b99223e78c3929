import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ST_FULL, ST_MIN, U1, U10 } from './harness/fixtures.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { expectRest } from './harness/still-clock.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit, VisitOptions } from './harness/visit.ts'

const TABS = ['personal', 'operation', 'system', 'other'] as const
const BINDINGS = ['wechat', 'github', 'lark', 'email'] as const

const present = async (visit: Visit, names: readonly string[], prefix: string) => {
  const found: string[] = []
  for (const name of names) if ((await visit.id(`${prefix}${name}`).count()) > 0) found.push(name)
  return found
}

acceptance('G20 personal settings', (open) => {
  const atSettings = async (answers: Readonly<Record<string, Reply>> = {}, options: VisitOptions = {}) => {
    const visit = await open({ user: U1, status: ST_FULL, path: '/setting', answers, ...options })
    await visit.id('tab-personal').waitFor()
    return visit
  }

  const deleteAs = async (typed: string, reply: Reply) => {
    const visit = await atSettings({ 'DELETE /api/user/self': reply })
    await visit.id('btn-delete-account').click()
    await visit.id('field-confirm').fill(typed)
    await visit.id('btn-delete-confirm').click()
    return visit
  }

  const bindWechat = async (code: string) => {
    const visit = await atSettings({ 'GET /api/oauth/wechat/bind': ok() })
    await visit.id('btn-bind-wechat').click()
    await visit.id('field-wechat_code').fill(code)
    await visit.id('btn-wechat-confirm').click()
    return visit
  }

  const openEmail = async (options: VisitOptions = {}) => {
    const visit = await atSettings({ 'GET /api/verification': ok(), 'GET /api/oauth/email/bind': ok() }, options)
    await visit.id('btn-bind-email').click()
    await visit.id('field-email').fill('a@b.c')
    return visit
  }

  it('C-481 C-604 an ordinary user has one tab and asks for no options', async () => {
    await using visit = await atSettings({}, { path: '/setting?tab=system' })
    expect(await present(visit, TABS, 'tab-')).toEqual(['personal'])
    await visit.expectNoCall('GET /api/option/')
  })

  it('C-482 an administrator has four', async () => {
    await using visit = await atSettings({}, { user: U10 })
    expect(await present(visit, TABS, 'tab-')).toEqual([...TABS])
    expect([visit.errors, visit.complaints]).toEqual([[], []])
  })

  it('C-483 leads to the profile', async () => {
    await using visit = await atSettings()
    await visit.id('btn-profile').click()
    await visit.arrives('/user/edit')
  })

  it('C-484 C-485 a new system token is shown and copied', async () => {
    await using visit = await atSettings({ 'GET /api/user/token': ok('tok123') })
    await visit.id('btn-generate-token').click()
    await visit.expectNoCall('GET /api/user/token')
    await visit.id('btn-confirm').click()
    await visit.toast('success', zh['personal.tokenCopied'])
    expect(visit.api.calls('GET /api/user/token')).toHaveLength(1)
    expect([await visit.id('field-system_token').inputValue(), await visit.clipboard()]).toEqual(['tok123', 'tok123'])
  })

  it('C-486 C-487 C-488 the invitation link is made from the code and copied', async () => {
    await using visit = await atSettings({ 'GET /api/user/aff': ok('AB12') })
    await visit.id('btn-copy-invite').click()
    await visit.toast('success', zh['personal.inviteCopied'])
    expect(visit.api.calls('GET /api/user/aff')).toHaveLength(1)
    expect(await visit.clipboard()).toBe(`${visit.origin}/register?aff=AB12`)
  })

  it('C-489 C-490 another name deletes nothing', async () => {
    await using visit = await deleteAs('alic', ok())
    await visit.toast('error', zh['personal.deleteMismatch'])
    await visit.expectNoCall('DELETE /api/user/self')
  })

  it('C-491 C-492 C-493 the own name deletes the account and signs out', async () => {
    await using visit = await deleteAs('alice', ok())
    await visit.toast('success', zh['personal.deleted'])
    await visit.arrives('/login')
    expect([visit.api.calls('DELETE /api/user/self').length, visit.api.calls('GET /api/user/logout').length]).toEqual([1, 1])
    expect(await visit.stored('user')).toBeNull()
  })

  it('C-494 a refused deletion keeps the user signed in', async () => {
    await using visit = await deleteAs('alice', fail('refused'))
    await visit.toast('error', 'refused')
    expect([visit.path, await visit.stored('user')]).toEqual(['/setting', JSON.stringify(U1)])
  })

  it('C-495 offers every binding', async () => {
    await using visit = await atSettings()
    await visit.id('btn-bind-github').waitFor()
    expect(await present(visit, BINDINGS, 'btn-bind-')).toEqual([...BINDINGS])
  })

  it('C-496 offers the e-mail address alone when nothing else is on', async () => {
    await using visit = await atSettings({}, { status: ST_MIN })
    await visit.id('btn-bind-email').waitFor()
    await visit.settle()
    expect(await present(visit, BINDINGS, 'btn-bind-')).toEqual(['email'])
  })

  it('C-497 an empty WeChat code is not sent', async () => {
    await using visit = await bindWechat('')
    await visit.expectNoCall('GET /api/oauth/wechat/bind')
  })

  it('C-498 C-499 C-500 a WeChat code binds', async () => {
    await using visit = await atSettings({ 'GET /api/oauth/wechat/bind': ok() })
    await visit.id('btn-bind-wechat').click()
    expect(await visit.page.getByRole('dialog').textContent()).toMatch(/3 ?分钟/)
    await visit.id('field-wechat_code').fill('1234')
    await visit.id('btn-wechat-confirm').click()
    await visit.toast('success', zh['wechat.bound'])
    expect((await visit.api.called('GET /api/oauth/wechat/bind')).query).toEqual({ code: '1234' })
    await visit.id('field-wechat_code').waitFor({ state: 'detached' })
  })

  it('C-501 C-502 C-503 a code is mailed to the address', async () => {
    await using visit = await openEmail()
    expect(await visit.id('field-email_code').isVisible()).toBe(true)
    await visit.id('btn-send-code').click()
    expect((await visit.api.called('GET /api/verification')).query).toMatchObject({ email: 'a@b.c' })
    await visit.toast('success', zh['register.codeSent'])
  })

  it('C-504 the next code waits half a minute', async () => {
    await using visit = await openEmail({ clock: 'controlled' })
    await expectRest(visit, 'btn-send-code', (seconds) => `${seconds} 秒后重发`)
  })

  it('C-505 an empty code is not sent', async () => {
    await using visit = await openEmail()
    await visit.id('btn-email-confirm').click()
    await visit.expectNoCall('GET /api/oauth/email/bind')
  })

  it('C-506 C-507 the code binds the address', async () => {
    await using visit = await openEmail()
    await visit.id('field-email_code').fill('999')
    await visit.id('btn-email-confirm').click()
    await visit.toast('success', zh['personal.emailBound'])
    expect((await visit.api.called('GET /api/oauth/email/bind')).query).toEqual({ email: 'a@b.c', code: '999' })
  })

  it('C-508 GitHub is bound in a window of its own', async () => {
    await using visit = await atSettings({ 'GET /api/oauth/state': ok('st1') })
    await visit.id('btn-bind-github').click()
    const opened = await eventually('GitHub is opened', () => visit.outside.find((address) => address.includes('github.com/login')))
    expect(Object.fromEntries(new URL(opened).searchParams)).toEqual({ client_id: 'gh1', state: 'st1', scope: 'user:email' })
  })
})
