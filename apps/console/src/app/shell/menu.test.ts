import { expect, test } from 'bun:test'
import { menuFor } from './menu.ts'

const productOrder = ['home', 'chat', 'channel', 'token', 'redemption', 'topup', 'user', 'log', 'dashboard', 'setting', 'about']

test.each([undefined, 1, 10, 100])('C-079 C-081 the menu of role %p keeps the order of the product', (role) => {
  const areas = menuFor(role, true).map(({ area }) => area)
  expect<string[]>(areas).toEqual(productOrder.filter((area) => (areas as string[]).includes(area)))
  expect(areas).toContain('token')
})

test('C-084 every entry leads to its own address', () => {
  const entries = menuFor(100, true)
  expect(entries.every(({ area, path }) => path === (area === 'home' ? '/' : `/${area}`))).toBe(true)
})

test('C-083 there is no chat entry without a chat link', () => {
  expect(menuFor(100, false).map(({ area }) => area)).not.toContain('chat')
})
