import { expect, test } from 'bun:test'
import { isDefaultAccount } from './default-account.ts'

test.each([
  ['C-138 the default account', { username: 'root', password: '123456' }, true],
  ['C-140 root with another password', { username: 'root', password: 'another-one' }, false],
  ['C-141 another user with the default password', { username: 'alice', password: '123456' }, false],
] as const)('%s', (_, credentials, isDefault) => {
  expect(isDefaultAccount(credentials)).toBe(isDefault)
})
