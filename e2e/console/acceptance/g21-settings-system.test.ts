import { expect, it } from 'bun:test'
import type { OptionKey } from '@weir/contract/options/option'
import { PUT, isOn, openTab, sent, type OptionValues } from './harness/options.ts'
import { fail } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'

const SECTIONS = ['general', 'sign-in', 'whitelist', 'smtp', 'github', 'lark', 'wechat', 'pusher', 'turnstile'] as const
const SWITCHES = [
  'PasswordRegisterEnabled',
  'GitHubOAuthEnabled',
  'WeChatAuthEnabled',
  'TurnstileCheckEnabled',
  'EmailDomainRestrictionEnabled',
] as const

const secretCases: readonly [title: string, section: string, key: OptionKey, plain: readonly OptionKey[]][] = [
  ['C-527 C-526', 'smtp', 'SMTPToken', ['SMTPServer']],
  ['C-531 C-536', 'github', 'GitHubClientSecret', ['GitHubClientId']],
  ['C-532 C-537', 'lark', 'LarkClientSecret', ['LarkClientId']],
  ['C-533 C-538', 'wechat', 'WeChatServerToken', ['WeChatServerAddress', 'WeChatAccountQRCodeImageURL']],
  ['C-534 C-539', 'pusher', 'MessagePusherToken', ['MessagePusherAddress']],
  ['C-535 C-540', 'turnstile', 'TurnstileSecretKey', ['TurnstileSiteKey']],
]

acceptance('G21 system settings', (open) => {
  const atSystem = (values: OptionValues = {}, answers = {}) => openTab(open, 'system', { values, answers })

  it('C-509 C-510 reads the options and shows every section', async () => {
    await using visit = await atSystem()
    await visit.api.called('GET /api/option/')
    for (const name of SECTIONS) expect([name, await visit.id(`section-${name}`).count()]).toEqual([name, 1])
    expect([visit.errors, visit.complaints]).toEqual([[], []])
  })

  it('C-511 shows true and false as switches', async () => {
    await using visit = await atSystem({ RegisterEnabled: 'true', EmailVerificationEnabled: 'false' })
    expect([await isOn(visit, 'RegisterEnabled'), await isOn(visit, 'EmailVerificationEnabled')]).toEqual([true, false])
  })

  it('C-512 C-513 C-514 C-542 every switch sends the inverse text', async () => {
    await using visit = await atSystem({ RegisterEnabled: 'true', PasswordRegisterEnabled: 'true' })
    const expected: unknown[] = []
    for (const key of ['RegisterEnabled', 'EmailVerificationEnabled', ...SWITCHES] as const) {
      const value = String(!(await isOn(visit, key)))
      await visit.id(`field-${key}`).click()
      expected.push({ key, value })
      await visit.api.called(PUT, expected.length)
    }
    expect(sent(visit)).toEqual(expected)
  })

  it('C-515 C-517 password login is not turned off without being asked', async () => {
    await using visit = await atSystem({ PasswordLoginEnabled: 'true' })
    await visit.id('field-PasswordLoginEnabled').click()
    await visit.id('btn-cancel').click()
    await visit.expectNoCall(PUT)
    expect(await isOn(visit, 'PasswordLoginEnabled')).toBe(true)
  })

  it('C-516 C-518 once confirmed it is turned off, and on again without a question', async () => {
    await using visit = await atSystem({ PasswordLoginEnabled: 'true' })
    await visit.id('field-PasswordLoginEnabled').click()
    await visit.id('btn-confirm').click()
    await visit.api.called(PUT)
    await visit.page.locator('[data-testid="field-PasswordLoginEnabled"][aria-checked="false"]').waitFor()
    await visit.id('field-PasswordLoginEnabled').click()
    await visit.api.called(PUT, 2)
    expect(sent(visit)).toEqual([
      { key: 'PasswordLoginEnabled', value: 'false' },
      { key: 'PasswordLoginEnabled', value: 'true' },
    ])
  })

  it('C-519 C-520 a refused switch goes back', async () => {
    await using visit = await atSystem({ GitHubOAuthEnabled: 'false' }, { [PUT]: fail('needs client id') })
    await visit.id('field-GitHubOAuthEnabled').click()
    await visit.toast('error', 'needs client id')
    expect(await isOn(visit, 'GitHubOAuthEnabled')).toBe(false)
  })

  it('C-521 the slash at the end of the address is taken off', async () => {
    await using visit = await atSystem()
    await visit.id('field-ServerAddress').fill('https://gw.example/')
    await visit.id('btn-save-general').click()
    expect((await visit.api.called(PUT)).body).toEqual({ key: 'ServerAddress', value: 'https://gw.example' })
  })

  it('C-522 C-523 C-525 nothing and what is there already are not added, and an unchanged list is not sent', async () => {
    await using visit = await atSystem({ EmailDomainWhitelist: 'a.example,b.example' })
    for (const domain of ['', 'a.example']) {
      await visit.id('field-domain').fill(domain)
      await visit.id('btn-add-domain').click()
    }
    expect(await visit.id('domain').allTextContents()).toEqual(['a.example', 'b.example'])
    await visit.id('btn-save-whitelist').click()
    await visit.expectNoCall(PUT)
  })

  it('C-524 a new domain is sent with the others', async () => {
    await using visit = await atSystem({ EmailDomainWhitelist: 'a.example,b.example' })
    await visit.id('field-domain').fill('new.example')
    await visit.id('btn-add-domain').click()
    await visit.id('btn-save-whitelist').click()
    expect((await visit.api.called(PUT)).body).toEqual({ key: 'EmailDomainWhitelist', value: 'a.example,b.example,new.example' })
  })

  it('C-528 C-530 an emptied port is not sent, and the hint names the usual one', async () => {
    await using visit = await atSystem({ SMTPPort: '25' })
    await visit.id('field-SMTPPort').fill('')
    expect(await visit.id('field-SMTPPort').getAttribute('placeholder')).toContain('587')
    await visit.id('btn-save-smtp').click()
    await visit.toast('info', zh['setting.unchanged'])
    await visit.expectNoCall(PUT)
  })

  it('C-529 a port is sent as a text', async () => {
    await using visit = await atSystem({ SMTPPort: '587' })
    await visit.id('field-SMTPPort').fill('465')
    await visit.id('btn-save-smtp').click()
    expect((await visit.api.called(PUT)).body).toEqual({ key: 'SMTPPort', value: '465' })
  })

  it.each(secretCases)('%s C-541 %s: the secret is sent only when it was typed', async (...[, section, secret, plain]) => {
    await using visit = await atSystem()
    expect([await visit.id(`field-${secret}`).getAttribute('type'), await visit.id(`field-${secret}`).inputValue()]).toEqual([
      'password',
      '',
    ])
    const changes = plain.map((key) => ({ key, value: `https://${key.toLowerCase()}.example` }))
    for (const { key, value } of changes) await visit.id(`field-${key}`).fill(value)
    await visit.id(`btn-save-${section}`).click()
    await visit.toast('success', zh['common.done'])
    expect(sent(visit)).toEqual(changes)
    await visit.id(`field-${secret}`).fill('s3cret')
    await visit.id(`btn-save-${section}`).click()
    expect((await visit.api.called(PUT, changes.length + 1)).body).toEqual({ key: secret, value: 's3cret' })
  })

  it('has the switch of a provider beside its credentials too, and the way to them beside the switch', async () => {
    await using visit = await atSystem({ GitHubOAuthEnabled: 'false' })
    const near = visit.id('section-github').getByTestId('switch-GitHubOAuthEnabled')
    await near.click()
    expect((await visit.api.called(PUT)).body).toEqual({ key: 'GitHubOAuthEnabled', value: 'true' })
    await visit.id('section-sign-in').locator('[data-testid="field-GitHubOAuthEnabled"][aria-checked="true"]').waitFor()
    const ways = await visit.id('section-sign-in').getByRole('link', { name: '填写凭据' }).all()
    expect(await Promise.all(ways.map((way) => way.getAttribute('href')))).toEqual([
      '#section-github',
      '#section-wechat',
      '#section-oidc',
      '#section-turnstile',
    ])
  })
})
