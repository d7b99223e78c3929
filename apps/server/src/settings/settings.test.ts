import { describe, expect, it } from 'bun:test'
import type { Options, StoredOption } from '@weir/store/repositories/options'
import {
  isMailConfirmed,
  isPasswordOpen,
  isProviderConfirmed,
  isPusherConfirmed,
  isResetConfirmed,
  isShownTo,
} from './confirmed-services.ts'
import { openSettings } from './live-settings.ts'
import { settingsFrom } from './settings.ts'

const from = (stored: Readonly<Record<string, string>>, unconfirmed: readonly string[] = []) =>
  settingsFrom(new Map(Object.entries(stored)), { unconfirmed: new Set(unconfirmed) })

describe('the settings', () => {
  it('are the defaults where nothing is stored', () => {
    const settings = settingsFrom(new Map())
    expect([settings.text('SystemName'), settings.isOn('RegisterEnabled'), settings.isOn('OidcEnabled')]).toEqual([
      'Weir API Gateway',
      true,
      false,
    ])
    expect([settings.number('RetryTimes'), settings.ratios('GroupRatio'), settings.ratios('ModelRatio')]).toEqual([
      2,
      { default: 1, vip: 1, svip: 1 },
      {},
    ])
    expect([settings.isConfirmed('SMTPServer'), settings.isWithheld('SMTPToken'), settings.sheets().size]).toEqual([true, false, 0])
  })

  it('read what is stored, each value once', () => {
    const sheet = { vendor: 'own', mode: 'chat', price: { input: 1 } }
    const settings = from({ RegisterEnabled: 'false', ModelRatio: '{"a":2}', ModelSheets: JSON.stringify({ m: sheet }) })
    expect([settings.isOn('RegisterEnabled'), settings.ratios('ModelRatio')]).toEqual([false, { a: 2 }])
    expect(settings.ratios('ModelRatio')).toBe(settings.ratios('ModelRatio'))
    expect([...settings.sheets()]).toEqual([['m', { model: 'm', vendor: 'own', mode: 'chat', price: { input: 1 } }]])
    expect(settings.sheets()).toBe(settings.sheets())
  })

  it('use no address that is none, nor maps that cannot be read', () => {
    const settings = from({
      ChatLink: 'javascript:alert(1)',
      TopUpLink: 'https://pay.example/',
      ModelRatio: '{',
      ModelSheets: '[]',
      Footer: 'x',
    })
    expect(['ChatLink', 'TopUpLink', 'Footer'].map((key) => settings.text(key as 'Footer'))).toEqual(['', 'https://pay.example', 'x'])
    expect([settings.ratios('ModelRatio'), settings.sheets().size]).toEqual([{}, 0])
  })

  it('withhold a secret whose address has changed', () => {
    const settings = settingsFrom(new Map([['SMTPToken', 's']]), { withheld: new Set(['SMTPToken']) })
    expect([settings.text('SMTPToken'), settings.isWithheld('SMTPToken'), settings.isWithheld('SMTPServer')]).toEqual(['', true, false])
  })
})

describe('settings that follow the database', () => {
  const open = async () => {
    const state: { revision: number; reads: number; rows: StoredOption[] } = { revision: 1, reads: 0, rows: [] }
    const options: Pick<Options, 'revision' | 'all'> = {
      revision: () => Promise.resolve(state.revision),
      all: () => {
        state.reads += 1
        return Promise.resolve(state.rows)
      },
    }
    return { state, settings: await openSettings(options as Options, () => 0) }
  }
  const row = (name: string, value: string, marks: Partial<StoredOption> = {}): StoredOption => ({
    name,
    value,
    isSecret: false,
    isConfirmed: true,
    isWithheld: false,
    ...marks,
  })

  it('read the options again only when one has changed', async () => {
    const { state, settings } = await open()
    state.rows = [row('SystemName', 'Gate')]
    await settings.refresh()
    expect([settings.current().text('SystemName'), state.reads]).toEqual(['Weir API Gateway', 1])
    state.revision = 2
    await settings.refresh()
    expect([settings.current().text('SystemName'), state.reads]).toEqual(['Gate', 2])
  })

  it('know what root has not confirmed, and which secrets are withheld', async () => {
    const { state, settings } = await open()
    state.revision = 0
    state.rows = [
      row('SMTPServer', 'mail.example', { isConfirmed: false }),
      row('SMTPToken', 's', { isWithheld: true }),
      row('MessagePusherToken', '', { isWithheld: true }),
    ]
    await settings.refresh()
    const now = settings.current()
    expect([now.isConfirmed('SMTPServer'), now.isConfirmed('SMTPToken')]).toEqual([false, true])
    expect([now.isWithheld('SMTPToken'), now.isWithheld('MessagePusherToken')]).toEqual([true, false])
  })
})

describe('what an admin saved last', () => {
  it('is not used where root trusts it', () => {
    expect([isMailConfirmed(from({})), isMailConfirmed(from({}, ['SMTPServer']))]).toEqual([true, false])
    expect([isPusherConfirmed(from({})), isPusherConfirmed(from({}, ['MessagePusherAddress']))]).toEqual([true, false])
    const confirmed = (unconfirmed: readonly string[]) => isProviderConfirmed(from({}, unconfirmed), 'github')
    expect([confirmed([]), confirmed(['GitHubClientId']), confirmed(['ServerAddress']), confirmed(['SMTPServer'])]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it.each<readonly [Readonly<Record<string, string>>, readonly string[], boolean]>([
    [{}, [], true],
    [{}, ['SMTPServer'], false],
    [{}, ['ServerAddress'], false],
    [{}, ['TurnstileSiteKey'], true],
    [{ TurnstileCheckEnabled: 'true' }, ['TurnstileSiteKey'], false],
    [{ TurnstileCheckEnabled: 'true' }, [], true],
  ])('%j with %j not confirmed: a reset link is sent to admins: %p', (stored, unconfirmed, isSent) => {
    expect(isResetConfirmed(from(stored, unconfirmed))).toBe(isSent)
  })

  it('is shown to users and not to admins', () => {
    const shown = (role: number, unconfirmed: readonly string[]) => isShownTo(role, from({}, unconfirmed), 'server')
    expect([shown(1, ['ServerAddress']), shown(10, ['ServerAddress']), shown(10, []), shown(100, ['ServerAddress'])]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it.each<readonly [number, Readonly<Record<string, string>>, readonly string[], boolean, boolean]>([
    [1, {}, [], false, true],
    [1, { PasswordLoginEnabled: 'false' }, [], false, false],
    [10, { PasswordLoginEnabled: 'false' }, [], false, true],
    [10, { PasswordLoginEnabled: 'false' }, [], true, false],
    [10, { PasswordLoginEnabled: 'false' }, ['GitHubClientId'], true, true],
    [10, { PasswordLoginEnabled: 'false' }, ['PasswordLoginEnabled'], true, true],
    [100, { PasswordLoginEnabled: 'false' }, ['PasswordLoginEnabled'], true, true],
  ])('role %d, %j, %j not confirmed, GitHub open: %p: the password opens: %p', (...[role, stored, unconfirmed, isGithubOpen, isOpen]) => {
    const github = { key: 'github', isOpen: () => isGithubOpen } as const
    const lark = { key: 'lark', isOpen: () => false } as const
    expect(isPasswordOpen(role, from(stored, unconfirmed), [github])).toBe(isOpen)
    expect(isPasswordOpen(role, from(stored, unconfirmed), [github, lark])).toBe(isOpen)
  })
})
