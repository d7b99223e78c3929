import { expect, test } from 'bun:test'
import { memoryStorage } from '../browser/storage.ts'
import { createLocalStore } from './local-store.ts'
import { createServerStatus } from './server-status.ts'

const open = (stored: Readonly<Record<string, string>> = {}) => {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(stored)) storage.setItem(key, value)
  return { storage, session: createServerStatus(createLocalStore(storage)) }
}

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

test('the name and the logo that the server gives itself are shown', () => {
  const { session } = open({ system_name: 'Gate', logo: '/gate.png' })
  expect([session.systemName(), session.logo()]).toEqual(['Gate', '/gate.png'])
  expect(open().session.systemName()).toBe('Weir API Gateway')
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
