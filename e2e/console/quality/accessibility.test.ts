import { expect, it } from 'bun:test'
import { source as axeSource } from 'axe-core'
import type { Answers } from '../acceptance/harness/fake-api.ts'
import { ST_FULL, U100, token } from '../acceptance/harness/fixtures.ts'
import { httpError, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { findingsIn, findingsOn, languages, looks } from './axe.ts'
import { answersNaming, atRest, screens } from './screens.ts'

/** What opens it, a sign of it, and what the server must say for it to open. */
const dialogs: readonly (readonly [button: string, sign: string, answers: Answers])[] = [
  ['btn-passkey-add', 'field-passkey_name', {}],
  ['btn-passkey-rename', 'field-passkey_name', {}],
  ['btn-passkey-remove', 'btn-confirm', {}],
  ['btn-recovery', 'btn-confirm', {}],
  [
    'btn-totp',
    'field-totp_code',
    {
      'GET /api/user/factor': ok({ totp: false, passkeys: 0, recovery_codes: 0, has_password: true, is_required: true }),
      'POST /api/user/factor/totp': ok({ secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/a:b?secret=ABC' }),
    },
  ],
  [
    'btn-totp',
    'field-identity',
    {
      'GET /api/user/factor': ok({ totp: false, passkeys: 1, recovery_codes: 9, has_password: true, is_required: true }),
      'POST /api/user/factor/totp': httpError(428, 'confirm'),
    },
  ],
]

acceptance('every screen', (open) => {
  it.each(screens.map(({ path, user }) => [path, user?.username ?? 'a visitor', user] as const))(
    'WB-10 %s for %s is accessible in both themes on phone and desk, and keeps quiet',
    async (path, _, user) => {
      for (const lang of languages) {
        const storage = { 'ui.lang': lang }
        await using visit = await open({ ...(user && { user }), path, storage, status: ST_FULL, answers: answersNaming('app') })
        await atRest(visit)
        await visit.page.evaluate(axeSource)
        for (const look of looks)
          expect({ lang, ...look, findings: await findingsIn(visit, look) }).toEqual({ lang, ...look, findings: [] })
        // A refused source, style or frame of the security policy is a complaint, too.
        expect([...visit.errors, ...visit.complaints]).toEqual([])
      }
    },
  )

  it.each(dialogs)('the dialog behind %s is accessible in both themes on phone and desk', async (button, sign, answers) => {
    await using visit = await open({ user: U100, path: '/setting', answers: { ...answersNaming('app'), ...answers } })
    await visit.id(button).first().click()
    await visit.id(sign).waitFor()
    await visit.page.evaluate(axeSource)
    for (const look of looks) {
      // What lies behind waits for an answer; its button says so by being pale.
      expect({ ...look, findings: await findingsIn(visit, look, '[role="dialog"]') }).toEqual({ ...look, findings: [] })
    }
    expect([...visit.errors, ...visit.complaints]).toEqual([])
  })

  it('the probes of a channel are accessible in both themes, also with a failure', async () => {
    const last = { model: 'gpt-4', reason: 'none', message: '', response_time: 800, test_time: 1_700_000_000 }
    const probes = [
      { probe: 'text', is_applicable: true, last: { ...last, probe: 'text', success: true } },
      {
        probe: 'tools',
        is_applicable: true,
        last: { ...last, probe: 'tools', success: false, reason: 'no-tool-call', message: 'It rains.' },
      },
      { probe: 'json', is_applicable: true, last: null },
      { probe: 'image', is_applicable: false, last: null },
    ]
    const answers = { ...answersNaming('app'), 'GET /api/channel/test/1/probes': ok({ model: 'gpt-4', probes }) }
    await using visit = await open({ user: U100, path: '/channel', status: ST_FULL, answers })
    await visit.act(1, 'test-menu').click()
    await visit.id('act-probes').click()
    await visit.id('probe-tools').waitFor()
    await visit.page.evaluate(axeSource)
    for (const look of looks) expect({ ...look, findings: await findingsIn(visit, look) }).toEqual({ ...look, findings: [] })
  })

  it.each(['curl', 'opencode', 'apps'])('the dialog of a new token with the lines for %s is accessible as well', async (client) => {
    const answers = { ...answersNaming('app'), 'POST /api/token/': ok(token(9)) }
    await using visit = await open({ user: U100, path: '/token/add', answers })
    await visit.id('field-name').fill('app')
    await visit.id('btn-save').click()
    await visit.id(`client-${client}`).click()
    await visit.page.evaluate(axeSource)
    for (const look of looks) {
      expect({ ...look, findings: await findingsIn(visit, look, '[role="dialog"]') }).toEqual({ ...look, findings: [] })
    }
    expect([...visit.errors, ...visit.complaints]).toEqual([])
  })

  it('a fault is really found: a picture without a text', async () => {
    await using visit = await open({ path: '/about', answers: answersNaming('app') })
    await atRest(visit)
    await visit.page.evaluate(axeSource)
    await visit.page.evaluate(`document.body.append(Object.assign(new Image(), { src: '/logo.png' }))`)
    expect(await findingsOn(visit.page)).toEqual([expect.stringContaining('image-alt')])
  })
})
