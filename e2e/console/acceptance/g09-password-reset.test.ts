import { expect, it } from 'bun:test'
import { ST_MIN, ST_TS } from './harness/fixtures.ts'
import { solveHumanCheck, stubHumanCheck } from './harness/human-check.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { expectRest } from './harness/still-clock.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit, VisitOptions } from './harness/visit.ts'

const ASK = 'GET /api/reset_password'
const CONFIRM = 'POST /api/user/reset'
const LINK = '/user/reset?email=a@b.c&token=t1'

const ask = async (visit: Visit, email = 'a@b.c') => {
  await visit.id('field-email').fill(email)
  await visit.id('btn-reset').click()
}

acceptance('G09 password reset', (open) => {
  const atReset = (options: VisitOptions = {}) => open({ path: '/reset', answers: { [ASK]: ok() }, ...options })
  const atLink = (reply: Reply = ok('NewPass123')) => open({ path: LINK, answers: { [CONFIRM]: reply } })

  const withHumanCheck = async () => {
    const visit = await open({ status: ST_TS, answers: { [ASK]: ok() } })
    await stubHumanCheck(visit)
    await visit.goto('/reset')
    await visit.id('human-check').waitFor()
    return visit
  }

  it('C-177 C-178 has an e-mail field, a button and no human check that is off', async () => {
    await using visit = await atReset({ status: ST_MIN })
    await visit.id('field-email').waitFor()
    expect(await visit.id('btn-reset').isVisible()).toBe(true)
    expect(await visit.id('human-check').count()).toBe(0)
  })

  it('says whom to ask where no mail can be sent', async () => {
    await using visit = await atReset({ status: { ...ST_MIN, mail_enabled: false } })
    expect(await visit.id('no-mail').textContent()).toContain('请联系管理员')
    expect(await visit.id('btn-reset').isDisabled()).toBe(true)
  })

  it('C-178 C-184 C-185 shows the human check when it is on and waits for its token', async () => {
    await using visit = await withHumanCheck()
    await ask(visit)
    await visit.toast('info', zh['human.wait'])
    await visit.expectNoCall(ASK)
    await solveHumanCheck(visit, 'tt')
    await visit.id('btn-reset').click()
    expect((await visit.api.called(ASK)).query).toEqual({ email: 'a@b.c', turnstile: 'tt' })
  })

  it('C-179 an empty address is not sent', async () => {
    await using visit = await atReset()
    await ask(visit, '')
    await visit.expectNoCall(ASK)
  })

  it('C-180 sends the address', async () => {
    await using visit = await atReset()
    await ask(visit)
    expect((await visit.api.called(ASK)).query).toEqual({ email: 'a@b.c', turnstile: '' })
  })

  it('C-181 C-182 C-183 the button counts down and comes back after half a minute', async () => {
    await using visit = await atReset({ clock: 'controlled' })
    await visit.id('field-email').fill('a@b.c')
    await expectRest(visit, 'btn-reset', (seconds) => `${seconds} 秒后可重新发送`)
  })

  it('C-186 a refusal is told', async () => {
    await using visit = await atReset({ answers: { [ASK]: fail('unknown address') } })
    await ask(visit)
    await visit.toast('error', 'unknown address')
  })

  it('C-065 C-187 C-192 the link shows the address, which cannot be changed', async () => {
    await using visit = await atLink()
    const field = visit.id('field-email')
    await field.waitFor()
    await field.pressSequentially('x')
    expect([visit.path, await field.inputValue(), await field.getAttribute('readonly')]).toEqual(['/user/reset', 'a@b.c', ''])
  })

  it('C-188 C-189 C-190 shows the new password and copies it', async () => {
    await using visit = await atLink()
    await visit.id('btn-reset-confirm').click()
    expect((await visit.api.called(CONFIRM)).body).toEqual({ email: 'a@b.c', token: 't1' })
    await visit.toast('success', zh['reset.copied'])
    expect([await visit.id('field-new_password').inputValue(), await visit.clipboard()]).toEqual(['NewPass123', 'NewPass123'])
  })

  it('C-191 a link that is too old shows no password', async () => {
    await using visit = await atLink(fail('link expired'))
    await visit.id('btn-reset-confirm').click()
    await visit.toast('error', 'link expired')
    expect(await visit.id('field-new_password').count()).toBe(0)
  })

  it('says so when the link is incomplete', async () => {
    await using visit = await open({ path: '/user/reset?email=a@b.c' })
    await visit.page.getByText(zh['reset.incomplete']).waitFor()
    expect(await visit.id('btn-reset-confirm').count()).toBe(0)
  })
})
