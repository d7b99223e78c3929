import { expect, it } from 'bun:test'
import { ST_FULL, ST_MIN, ST_TS } from './harness/fixtures.ts'
import { solveHumanCheck, stubHumanCheck } from './harness/human-check.ts'
import { fail, ok } from './harness/replies.ts'
import { expectRest } from './harness/still-clock.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit, VisitOptions } from './harness/visit.ts'

const REGISTER = 'POST /api/user/register'
const VERIFY = 'GET /api/verification'
const good = { username: 'alice', password: 'abcdefgh', password2: 'abcdefgh' }

const fillIn = async (visit: Visit, values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) await visit.id(`field-${name}`).fill(value)
}

const submit = async (visit: Visit, values: Readonly<Record<string, string>> = good) => {
  await fillIn(visit, values)
  await visit.id('btn-register').click()
}

acceptance('G08 register', (open) => {
  const atRegister = (options: VisitOptions = {}) => open({ path: '/register', answers: { [REGISTER]: ok(), [VERIFY]: ok() }, ...options })

  const withHumanCheck = async () => {
    const visit = await open({ status: ST_TS, answers: { [REGISTER]: ok(), [VERIFY]: ok() } })
    await stubHumanCheck(visit)
    await visit.goto('/register')
    await visit.id('human-check').waitFor()
    return visit
  }

  it('C-154 C-156 C-163 has three fields whose hints name the lengths, and no human check', async () => {
    await using visit = await atRegister({ status: ST_MIN })
    await visit.id('field-username').waitFor()
    expect(await visit.id('field-username').getAttribute('placeholder')).toContain('12')
    expect(await visit.id('field-password').getAttribute('placeholder')).toMatch(/8.*20/)
    expect(await visit.id('field-password2').count()).toBe(1)
    for (const name of ['field-email', 'field-verification_code', 'human-check']) expect(await visit.id(name).count()).toBe(0)
  })

  it('C-155 asks for an e-mail address and its code when they are verified', async () => {
    await using visit = await atRegister({ status: ST_FULL })
    for (const name of ['field-email', 'btn-send-code', 'field-verification_code']) await visit.id(name).waitFor()
  })

  it('C-157 does not enforce the maximum lengths', async () => {
    await using visit = await atRegister()
    const long = { username: 'thirteenchars', password: 'x'.repeat(21), password2: 'x'.repeat(21) }
    await submit(visit, long)
    expect((await visit.api.called(REGISTER)).body).toMatchObject(long)
  })

  it.each([
    ['C-158 seven characters are too few', { ...good, password: 'abcdefg' }, zh['register.passwordShort']],
    ['C-160 two passwords must be one', { ...good, password2: 'abcdefgi' }, zh['register.passwordMismatch']],
  ])('%s', async (_, values, text) => {
    await using visit = await atRegister()
    await submit(visit, values)
    await visit.toast('info', text)
    await visit.expectNoCall(REGISTER)
  })

  it('C-161 without a username nothing is sent', async () => {
    await using visit = await atRegister()
    await submit(visit, { ...good, username: '' })
    await visit.expectNoCall(REGISTER)
  })

  it('C-162 waits for the human check', async () => {
    await using visit = await withHumanCheck()
    await submit(visit)
    await visit.toast('info', zh['human.wait'])
    await visit.expectNoCall(REGISTER)
  })

  it('C-175 mails no code before the human check', async () => {
    await using visit = await withHumanCheck()
    await visit.id('field-email').fill('a@b.c')
    await visit.id('btn-send-code').click()
    await visit.toast('info', zh['human.wait'])
    await visit.expectNoCall(VERIFY)
  })

  it('C-163 C-164 shows the widget with its key and sends its token', async () => {
    await using visit = await withHumanCheck()
    expect(await visit.id('human-check').getAttribute('data-sitekey')).toBe('site1')
    await solveHumanCheck(visit, 'tt')
    await submit(visit)
    expect((await visit.api.called(REGISTER)).query).toEqual({ turnstile: 'tt' })
  })

  it('C-159 C-165 C-166 C-168 C-169 sends the whole form with the stored invitation and goes to the sign-in page', async () => {
    await using visit = await atRegister({ status: ST_FULL, storage: { aff: 'AB12' } })
    await visit.id('field-email').waitFor()
    const values = { ...good, email: 'a@b.c', verification_code: '999' }
    await submit(visit, values)
    expect((await visit.api.called(REGISTER)).body).toEqual({ ...values, aff_code: 'AB12' })
    await visit.toast('success', zh['register.done'])
    await visit.arrives('/login')
  })

  it('C-167 the invitation of the address goes before the stored one', async () => {
    await using visit = await atRegister({ path: '/register?aff=ZZ99', storage: { aff: 'AB12' } })
    await submit(visit)
    expect((await visit.api.called(REGISTER)).body).toMatchObject({ aff_code: 'ZZ99' })
  })

  it('C-170 a refusal keeps the page and what was typed', async () => {
    await using visit = await atRegister({ answers: { [REGISTER]: fail('taken') } })
    await submit(visit)
    await visit.toast('error', 'taken')
    expect([visit.path, await visit.id('field-username').inputValue()]).toEqual(['/register', 'alice'])
  })

  it('C-171 C-172 C-173 mails a code to an address and to nothing else', async () => {
    await using visit = await atRegister({ status: ST_FULL })
    await visit.id('btn-send-code').click()
    await visit.expectNoCall(VERIFY)
    await visit.id('field-email').fill('a@b.c')
    await visit.id('btn-send-code').click()
    expect((await visit.api.called(VERIFY)).query).toEqual({ email: 'a@b.c', turnstile: '' })
    await visit.toast('success', zh['register.codeSent'])
  })

  it('C-174 the next code waits half a minute', async () => {
    await using visit = await atRegister({ status: ST_FULL, clock: 'controlled' })
    await visit.id('field-email').fill('a@b.c')
    await expectRest(visit, 'btn-send-code', (seconds) => `${seconds} 秒后重发`)
  })

  it('C-176 a refused code is told', async () => {
    await using visit = await atRegister({ status: ST_FULL, answers: { [VERIFY]: fail('nope') } })
    await visit.id('field-email').fill('a@b.c')
    await visit.id('btn-send-code').click()
    await visit.toast('error', 'nope')
  })

  it('C-077 keeps the invitation of the address', async () => {
    await using visit = await atRegister({ path: '/register?aff=AB12' })
    await visit.id('btn-register').waitFor()
    expect(await visit.stored('aff')).toBe('AB12')
  })

  it('C-078 without one the stored invitation stays', async () => {
    await using visit = await atRegister({ storage: { aff: 'AB12' } })
    await visit.id('btn-register').waitFor()
    await visit.settle()
    expect(await visit.stored('aff')).toBe('AB12')
    await submit(visit)
    expect((await visit.api.called(REGISTER)).body).toMatchObject({ aff_code: 'AB12' })
  })
})
