import { expect, test } from 'bun:test'
import { memoryStorage } from '../browser/storage.ts'
import { createAuthSession } from './auth-session.ts'
import { createLocalStore } from './local-store.ts'

const alice = { id: 2, username: 'alice', display_name: 'Alice', role: 1, status: 1 }

const open = (stored: Readonly<Record<string, string>> = {}) => {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(stored)) storage.setItem(key, value)
  return { storage, session: createAuthSession(createLocalStore(storage)) }
}

test('C-041 is kept as JSON with a numeric role, and nothing beyond the five fields', () => {
  const { storage, session } = open()
  const withSecret = { ...alice, access_token: 'secret' }
  session.signIn(withSecret)
  expect(JSON.parse(storage.getItem('user') ?? '')).toEqual(alice)
  expect(session.user()).toEqual(alice)
})

test('a password that somebody else has set is remembered until the next sign-in', () => {
  const { storage, session } = open()
  session.signIn({ ...alice, must_change_password: true })
  expect(JSON.parse(storage.getItem('user') ?? '')).toEqual({ ...alice, must_change_password: true })
  expect(session.user()?.must_change_password).toBe(true)
  session.signIn(alice)
  expect(JSON.parse(storage.getItem('user') ?? '')).toEqual(alice)
})

test('a default password is remembered until the reader has set one of their own', () => {
  const { storage, session } = open()
  session.signIn({ ...alice, default_password: true })
  expect(session.user()).toEqual({ ...alice, default_password: true })
  session.ownPassword()
  expect(JSON.parse(storage.getItem('user') ?? '')).toEqual(alice)
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

test('a stored user is signed in, and has not expired', () => {
  const { storage, session } = open({ user: JSON.stringify(alice) })
  expect([session.user(), session.hasExpired(), storage.getItem('user')]).toEqual([alice, false, JSON.stringify(alice)])
  expect(open({ user: '{"role":1}' }).session.user()).toEqual({ id: 0, username: '', display_name: '', role: 1, status: 0 })
})

test('signing out is no expiry', () => {
  const { session } = open({ user: JSON.stringify(alice) })
  session.expire()
  session.signOut()
  expect(session.hasExpired()).toBe(false)
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

test('an invitation is kept until it is used', () => {
  const { storage, session } = open()
  session.setReferralCode('AB12')
  expect([session.referralCode(), storage.getItem('aff')]).toEqual(['AB12', 'AB12'])
  session.setReferralCode('')
  expect([session.referralCode(), storage.getItem('aff')]).toEqual(['', null])
})
