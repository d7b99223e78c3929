import { expect, it } from 'bun:test'
import { U1, U10, U100 } from './harness/fixtures.ts'
import { PUT, openTab, sent } from './harness/options.ts'
import { ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

const values = { SMTPServer: 'mail.example', OidcEnabled: 'true', OidcTokenEndpoint: 'https://id.example/token' }
const state = {
  unconfirmed: ['SMTPServer', 'OidcEnabled', 'OidcTokenEndpoint', 'OidcClientSecret'],
  withheld: ['OidcClientSecret'],
} as const

acceptance('G21 settings that root has not saved', (open) => {
  it('S1 tell an admin that they serve ordinary users only', async () => {
    await using visit = await openTab(open, 'system', { values, state })
    const note = visit.id('unconfirmed-oidc')
    expect(await note.textContent()).toBe(
      '超级管理员尚未保存：允许 OpenID Connect 登录、Client Secret、令牌地址。在此之前仅为普通用户服务，不用于管理员账号。',
    )
    expect(await visit.id('unconfirmed-smtp').count()).toBe(1)
    expect(await visit.id('unconfirmed-github').count()).toBe(0)
    expect(await visit.id('btn-confirm-oidc').count()).toBe(0)
  })

  it('S1 are saved by root as they are, and a secret by entering it', async () => {
    await using visit = await openTab(open, 'system', { values, state, visit: { user: U100 } })
    expect(await visit.id('unconfirmed-oidc').textContent()).toContain('请重新填写并保存：Client Secret。')
    visit.api.answer('GET /api/option/state', {
      status: 200,
      body: { success: true, message: '', data: { unconfirmed: [], withheld: [] } },
    })
    await visit.id('btn-confirm-oidc').click()
    await visit.api.called(PUT, 2)
    expect(sent(visit)).toEqual([
      { key: 'OidcEnabled', value: 'true' },
      { key: 'OidcTokenEndpoint', value: 'https://id.example/token' },
    ])
    await visit.id('unconfirmed-oidc').waitFor({ state: 'detached' })
  })

  it('S1 ask for a secret again when its address changes, and send both', async () => {
    await using visit = await openTab(open, 'system', { values: { SMTPServer: 'mail.example' } })
    const needed = visit.id('section-smtp').getByText('地址已变更，请重新填写；已保存的内容不会发送到新地址。')
    expect(await needed.count()).toBe(0)
    await visit.id('field-SMTPServer').fill('mx.example')
    await needed.waitFor()
    await visit.id('field-SMTPToken').fill('s3cret')
    await needed.waitFor({ state: 'detached' })
    await visit.id('btn-save-smtp').click()
    await visit.api.called(PUT, 2)
    expect(sent(visit)).toEqual([
      { key: 'SMTPServer', value: 'mx.example' },
      { key: 'SMTPToken', value: 's3cret' },
    ])
  })

  it('S1 the status is read again when an admin signs in, and not for an ordinary user', async () => {
    for (const [user, reads] of [
      [U10, 2],
      [U1, 1],
    ] as const) {
      await using visit = await open({ path: '/login', answers: { 'POST /api/user/login': ok(user) } })
      await visit.id('field-username').fill(user.username)
      await visit.id('field-password').fill('a password of some length')
      await visit.id('btn-login').click()
      await visit.id('nav-token').waitFor()
      await visit.api.called('GET /api/status', reads)
      await visit.settle()
      expect(visit.api.calls('GET /api/status')).toHaveLength(reads)
    }
  })
})
