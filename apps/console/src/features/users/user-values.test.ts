import { expect, test } from 'bun:test'
import type { UserObject } from '@weir/contract/user'
import { bodyOf, emptyUser, isBalanceToSave, newUserBody, valuesOf } from './user-values.ts'

const values = { username: 'alice', password: '', display_name: 'Alice', group: 'vip', quota: 1000.9, quota_read: 7 }

test('C-473 C-474 the id and the quota are whole numbers, and an empty password is not sent', () => {
  expect(bodyOf(2, values)).toEqual({ id: 2, username: 'alice', display_name: 'Alice', group: 'vip', quota: 1000, quota_read: 7 })
})

test('C-463 a new user is sent with what was chosen and nothing else', () => {
  const typed = { ...emptyUser, username: 'carol', display_name: 'Carol', password: 'password1' }
  expect(newUserBody(typed)).toEqual({ username: 'carol', display_name: 'Carol', password: 'password1' })
  expect(newUserBody({ ...typed, group: ' vip ', quota: 7.9, role: 10 })).toEqual({
    username: 'carol',
    display_name: 'Carol',
    password: 'password1',
    group: 'vip',
    quota: 7,
    role: 10,
  })
})

test('C-478 a group left empty is the default one', () => {
  expect(bodyOf(2, { ...values, group: ' ' }).group).toBe('default')
})

test('a quota left empty is none, and a typed password is sent', () => {
  expect(bodyOf(2, { ...values, quota: null, password: 'secret-1' })).toMatchObject({ quota: 0, password: 'secret-1' })
})

test('the form of a stored user has no password, and the default group where there is none', () => {
  const stored: UserObject = {
    id: 2,
    username: 'alice',
    password: '',
    display_name: 'Alice',
    role: 1,
    status: 1,
    email: '',
    github_id: '',
    wechat_id: '',
    lark_id: '',
    oidc_id: '',
    verification_code: '',
    access_token: '',
    quota: 7,
    used_quota: 0,
    request_count: 0,
    group: '',
    aff_code: '',
    inviter_id: 0,
  }
  expect(valuesOf(stored)).toEqual({ username: 'alice', password: '', display_name: 'Alice', group: 'default', quota: 7, quota_read: 7 })
  expect(valuesOf({ ...stored, group: 'vip' }).group).toBe('vip')
})

test('a balance below 0 stays, and no other is set', () => {
  expect([isBalanceToSave(-5, -5), isBalanceToSave(-4, -5), isBalanceToSave(-5, 10)]).toEqual([true, false, false])
  expect([isBalanceToSave(0, -5), isBalanceToSave(7, 10), isBalanceToSave(null, 10)]).toEqual([true, true, true])
})
