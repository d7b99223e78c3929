import { expect, test } from 'bun:test'
import { bodyOf } from './user-values.ts'

const values = { username: 'alice', password: '', display_name: 'Alice', group: 'vip', quota: 1000.9 }

test('C-473 C-474 the id and the quota are whole numbers, and an empty password is not sent', () => {
  expect(bodyOf(2, values)).toEqual({ id: 2, username: 'alice', display_name: 'Alice', group: 'vip', quota: 1000 })
})

test('C-478 a group left empty is the default one', () => {
  expect(bodyOf(2, { ...values, group: ' ' }).group).toBe('default')
})
