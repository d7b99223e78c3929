import { expect, test } from 'bun:test'
import { zh } from '../shared/i18n/zh.ts'
import { addPathOf, editPathOf, pathOf } from '../shared/navigation/paths.ts'
import { menuOf, titleOf } from './screen.ts'
import { screens } from './screens.ts'
import { menuFor } from './menu.ts'

const menu = menuOf(screens)
const titleAt = (path: string) => screens.filter((screen) => screen.path === path).map((screen) => zh[titleOf(screen)])

const productOrder = ['home', 'chat', 'channel', 'token', 'redemption', 'topup', 'user', 'log', 'dashboard', 'setting', 'about']
const userOrder = ['home', 'chat', 'token', 'topup', 'log', 'dashboard', 'setting', 'about']

test.each([
  [undefined, userOrder],
  [1, userOrder],
  [10, productOrder],
  [100, productOrder],
] as const)('C-079 C-081 the menu of role %p keeps the order of the product', (role, expected) => {
  const areas: readonly string[] = menuFor(menu, role, true).map(({ area }) => area)
  expect(areas.filter((area) => productOrder.includes(area))).toEqual([...expected])
})

test('C-084 every entry leads to its own address', () => {
  expect(menu.every(({ area, path }) => path === (area === 'home' ? '/' : `/${area}`))).toBe(true)
})

test('C-083 there is no chat entry without a chat link', () => {
  expect(menuFor(menu, 100, false).map(({ area }) => area)).not.toContain('chat')
})

test('the menu says what a screen is called, and users by their short name', () => {
  const labels = new Map(menu.map(({ area, label }) => [area, zh[label]]))
  expect([labels.get('home'), labels.get('token'), labels.get('user')]).toEqual(['首页', '令牌', '用户'])
})

test('a screen is called by the title of its area, a form by its own', () => {
  expect(['/user', '/token/add', '/user/edit', '/user/edit/:id', '*'].map(titleAt)).toEqual([
    ['管理用户'],
    ['创建令牌'],
    ['个人资料'],
    ['编辑用户'],
    ['页面不存在'],
  ])
})

test('every link by area leads to a screen of that area', () => {
  const reached = (path: string) => screens.filter((screen) => screen.path === path).map(({ area }) => area)
  for (const { area, path } of screens.filter((screen) => screen.path !== '*')) {
    const kind = /\/(add|edit\/:id)$/.exec(path)?.[1]
    const link = { add: addPathOf(area), 'edit/:id': editPathOf(area, 7).replace('7', ':id') }[kind ?? ''] ?? pathOf(area)
    expect({ link, reached: reached(link) }).toEqual({ link: path, reached: [area] })
  }
})

test('no two screens share an address or a place in the menu', () => {
  const orders = screens.flatMap((screen) => ('order' in screen ? [screen.order] : []))
  expect(new Set(orders).size).toBe(orders.length)
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
})
