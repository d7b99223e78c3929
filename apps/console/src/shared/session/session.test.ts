import { describe, expect, test } from 'bun:test'
import { createSession } from './session.ts'
import { memoryStorage } from '../browser/storage.ts'

const alice = { id: 2, username: 'alice', display_name: 'Alice', role: 1, status: 1 }

const open = (stored: Readonly<Record<string, string>> = {}) => {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(stored)) storage.setItem(key, value)
  return { storage, session: createSession(storage) }
}

describe('user', () => {
  test('C-041 is kept as JSON with a numeric role, and nothing beyond the five fields', () => {
    const { storage, session } = open()
    const withSecret = { ...alice, access_token: 'secret' }
    session.signIn(withSecret)
    expect(JSON.parse(storage.getItem('user') ?? '')).toEqual(alice)
    expect(session.user()).toEqual(alice)
  })

  test.each(['{broken', 'null', '[]', '{"username":"x"}', '{"role":"10"}'])('C-050 %s counts as signed out and is removed', (raw) => {
    const { storage, session } = open({ user: raw })
    expect(session.user()).toBeUndefined()
    expect(storage.getItem('user')).toBeNull()
  })

  test('C-089 signing out removes the key', () => {
    const { storage, session } = open({ user: JSON.stringify(alice) })
    session.signOut()
    expect(storage.getItem('user')).toBeNull()
  })

  test('C-096 an expired session is remembered until the next sign-in', () => {
    const { storage, session } = open({ user: JSON.stringify(alice) })
    session.expire()
    expect([storage.getItem('user'), session.hasExpired()]).toEqual([null, true])
    session.signIn(alice)
    expect(session.hasExpired()).toBe(false)
  })

  test('reads give the same object until the stored text changes', () => {
    const { session } = open({ user: JSON.stringify(alice) })
    const before = session.user()
    expect(session.user()).toBe(before)
    session.signIn({ ...alice, role: 10 })
    expect(session.user()?.role).toBe(10)
  })
})

describe('status', () => {
  test('C-037 C-038 C-039 C-040 is kept whole, its display fields also as texts', () => {
    const { storage, session } = open()
    const status = {
      system_name: 'Gate',
      logo: '',
      footer_html: '<b>x</b>',
      quota_per_unit: 500_000,
      display_in_currency: true,
      version: 'v1',
    }
    session.setStatus(status)
    expect(JSON.parse(storage.getItem('status') ?? '')).toEqual(status)
    expect(['system_name', 'logo', 'footer_html', 'quota_per_unit', 'display_in_currency'].map((key) => storage.getItem(key))).toEqual([
      'Gate',
      '',
      '<b>x</b>',
      '500000',
      'true',
    ])
  })

  test('a field the server leaves out is removed, not stored as "undefined"', () => {
    const { storage, session } = open({ logo: '/old.png' })
    session.setStatus({ system_name: 'Gate' })
    expect(storage.getItem('logo')).toBeNull()
  })

  test('C-049 starts empty, can be set and cleared', () => {
    const { session } = open()
    expect(session.status()).toBeUndefined()
    session.setStatus({ version: 'v1' })
    expect(session.status()).toEqual({ version: 'v1' })
    session.clearStatus()
    expect(session.status()).toBeUndefined()
  })

  test('C-045 C-046 an empty storage shows the default name and logo', () => {
    const { session } = open()
    expect(session.systemName()).not.toBe('')
    expect(session.logo()).toBe('/logo.png')
  })

  test('C-014 the stored text "false" means that currency is off', () => {
    expect(open({ quota_per_unit: '500000', display_in_currency: 'false' }).session.quotaDisplay()).toEqual({
      quotaPerUnit: 500_000,
      inCurrency: false,
    })
  })
})

describe('other keys', () => {
  test('C-042 channel models are kept as a map', () => {
    const { storage, session } = open()
    session.setChannelModels({ '1': ['gpt-4'] })
    expect(JSON.parse(storage.getItem('channel_models') ?? '')).toEqual({ '1': ['gpt-4'] })
  })

  test('C-043 channel models stay in memory when the stored copy goes', () => {
    const { storage, session } = open()
    session.setChannelModels({ '1': ['gpt-4'] })
    storage.removeItem('channel_models')
    expect(session.channelModels()).toEqual({ '1': ['gpt-4'] })
  })

  test('broken channel models read as none', () => {
    expect(open({ channel_models: '{"1":"x"' }).session.channelModels()).toEqual({})
  })

  test('C-048 a finished prompt writes "true" under its topic', () => {
    const { storage, session } = open()
    session.finishPrompt('channel-test')
    expect(storage.getItem('prompt-channel-test')).toBe('true')
    expect(session.isPromptDone('channel-test')).toBe(true)
  })

  test('preferences carry the ui. prefix', () => {
    const { storage, session } = open()
    session.setPreference('theme', 'dark')
    expect(storage.getItem('ui.theme')).toBe('dark')
    session.setPreference('theme', '')
    expect(storage.getItem('ui.theme')).toBeNull()
  })

  test('every write tells the subscribers until they leave', () => {
    const { session } = open()
    let calls = 0
    const leave = session.subscribe(() => {
      calls += 1
    })
    session.setReferralCode('AB12')
    leave()
    session.setReferralCode('CD34')
    expect(calls).toBe(1)
  })
})
