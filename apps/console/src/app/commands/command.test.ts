import { describe, expect, test } from 'bun:test'
import { zh } from '../../shared/i18n/zh.ts'
import type { MenuEntry } from '../menu.ts'
import { screens } from '../screens.ts'
import { isModelLike, isRequestId, matchCommands, type Command } from './command.ts'
import { pagesFor, pagesOf } from './pages-for.ts'
import { wordsOf } from './command-names.ts'

const named = (id: string, label: string, aliases: readonly string[] = []): Command => ({
  id,
  icon: 'home',
  label,
  aliases,
  run: () => undefined,
})
const idsOf = (commands: readonly Command[]) => commands.map(({ id }) => id)

const pageCommand = ({ path, label }: MenuEntry) => named(path, zh[label], wordsOf(path))
const pages = pagesOf(screens).map(pageCommand)
const firstFor = (query: string) => matchCommands(pages, query)[0]?.id

const pathsFor = (role: number | undefined, hasChat = false) => pagesFor(pagesOf(screens), role, hasChat).map(({ path }) => path)

test('a role is offered what it may open', () => {
  expect(pathsFor(undefined)).toEqual(['/', '/pricing', '/about'])
  expect(pathsFor(1)).toEqual(expect.arrayContaining(['/', '/token', '/token/add', '/log', '/setting', '/user/edit', '/statement']))
  for (const path of ['/channel', '/channel/add', '/user', '/user/add', '/redemption', '/redemption/add', '/chat']) {
    expect(pathsFor(1)).not.toContain(path)
  }
  expect(pathsFor(10)).toEqual(expect.arrayContaining(['/channel', '/channel/add', '/user', '/user/add', '/redemption/add']))
  expect(pathsFor(1, true)).toContain('/chat')
})

describe('finding a command', () => {
  test('without a query all are there, in their order', () => {
    expect(idsOf(matchCommands([named('b', 'B'), named('a', 'A')], '  '))).toEqual(['b', 'a'])
  })

  test('beginnings come before words inside, and those before letters inside', () => {
    const commands = [named('inside', 'restore'), named('word', 'my store'), named('start', 'store')]
    expect(idsOf(matchCommands(commands, 'STORE'))).toEqual(['start', 'word', 'inside'])
  })

  test('a whole name comes before one that only begins with it', () => {
    expect(idsOf(matchCommands([named('longer', 'storehouse'), named('whole', 'store')], 'store'))).toEqual(['whole', 'longer'])
  })

  test('every part has to be there', () => {
    const commands = [named('create', 'Create a token'), named('list', 'Tokens')]
    expect(idsOf(matchCommands(commands, 'token create'))).toEqual(['create'])
    expect(matchCommands(commands, 'token delete')).toEqual([])
  })

  test.each([
    ['qd', '/channel'],
    ['cjqd', '/channel/add'],
    ['lp', '/token'],
    ['cjlp', '/token/add'],
    ['jg', '/pricing'],
    ['dhm', '/redemption'],
    ['cz', '/topup'],
    ['ydzd', '/statement'],
    ['yh', '/user'],
    ['tjyh', '/user/add'],
    ['grzl', '/user/edit'],
    ['rz', '/log'],
    ['ybp', '/dashboard'],
    ['tj', '/statistics'],
    ['sz', '/setting'],
    ['gy', '/about'],
    ['sy', '/'],
    ['qudao', '/channel'],
    ['渠道', '/channel'],
    ['创建令牌', '/token/add'],
    ['new token', '/token/add'],
    ['channels', '/channel'],
    ['settings', '/setting'],
  ])('%p leads to %p', (query, path) => {
    expect(firstFor(query)).toBe(path)
  })

  test('initials have a letter for every sign of the name', () => {
    const names = [
      ['/channel', '渠道'],
      ['/token/add', '创建令牌'],
      ['/pricing', '模型与价格'],
      ['/statement', '月度账单'],
      ['/dashboard', '仪表盘'],
      ['/statistics', '统计'],
    ] as const
    for (const [path, name] of names) expect(wordsOf(path).some((word) => word.length === name.length)).toBe(true)
  })
})

test.each([
  ['20261116213450123AbC_-4567', true],
  ['20261116213450123AbC_-456', false],
  ['gpt-4o-mini', false],
  ['', false],
])('%p is a request id: %p', (text, expected) => {
  expect(isRequestId(text)).toBe(expected)
})

test.each([
  ['gpt-4o-mini', true],
  ['openai/gpt-4o', true],
  ['渠道', false],
  ['my channel', false],
  ['12345', false],
  ['20261116213450123AbC_-4567', false],
])('%p may be a model: %p', (text, expected) => {
  expect(isModelLike(text)).toBe(expected)
})
