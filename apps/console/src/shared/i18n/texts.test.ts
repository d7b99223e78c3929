import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'
import { en } from './en.ts'
import { fill } from './translate.ts'
import { zh } from './zh.ts'

const source = join(import.meta.dir, '..', '..')
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

const filesIn = async (pattern: string) => {
  const files: { path: string; text: string }[] = []
  for await (const path of new Glob(pattern).scan(source)) {
    if (!path.includes('.test.') && !path.startsWith('shared/i18n/')) files.push({ path, text: await Bun.file(join(source, path)).text() })
  }
  return files
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')

test('English has the keys of Chinese, and both use the same placeholders', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort())
  for (const [key, text] of Object.entries(zh)) {
    expect({ key, used: placeholders(new Map(Object.entries(en)).get(key) ?? '') }).toEqual({ key, used: placeholders(text) })
  }
})

test('no text is empty', () => {
  expect([...Object.entries(zh), ...Object.entries(en)].filter(([, text]) => text.trim() === '')).toEqual([])
})

test('values fill their placeholders, and a missing one stays visible', () => {
  expect(fill('{a} 和 {b}', { a: 1 })).toBe('1 和 {b}')
})

test.each([
  ['保存{section}', 'SMTP', '保存 SMTP'],
  ['保存{section}', '额度设置', '保存额度设置'],
  ['使用{section}登录', 'GitHub', '使用 GitHub 登录'],
  ['共 {section} 项', '3', '共 3 项'],
  ['「{section}」', 'app', '「app」'],
  ['Save {section}', '额度', 'Save 额度'],
  ['{section}', '', ''],
])('%s with %s reads %s', (template, section, text) => {
  expect(fill(template, { section })).toBe(text)
})

test('the quoted texts of the product appear as they are', () => {
  const quoted = [
    zh['token.expiryInvalid'],
    zh['error.status'],
    zh['topup.empty'],
    zh['topup.noLink'],
    zh['topup.lost'],
    zh['history.failed'],
  ]
  expect<string[]>(quoted).toEqual([
    '过期时间格式错误！',
    '无法正常连接至服务器！',
    '请输入充值码！',
    '超级管理员未设置充值链接！',
    '请求失败',
    '日志清理失败：{message}',
  ])
})

test('source files hold no Chinese of their own', async () => {
  const files = await filesIn('**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter(({ text }) => /\p{Script=Han}/u.test(withoutComments(text))).map(({ path }) => path)).toEqual([])
})

test('components hold no bare text', async () => {
  const files = await filesIn('**/*.tsx')
  const bare = files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/<\/?[\w.]+(?:\s[^<>]*)?>\s*([^<>{}()=;]*\p{L}{2,}[^<>{}()=;]*)<\//gu)].map(
      (match) => `${path}: ${match[1]?.trim()}`,
    ),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(bare).toEqual([])
})

test('attributes that are read aloud or shown come from the texts', async () => {
  const files = await filesIn('**/*.tsx')
  const bare = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\s(?:title|placeholder|aria-label|label|alt)="([^"]+)"/g)].map((match) => `${path}: ${match[1]}`),
  )
  expect(bare).toEqual([])
})

/** Shared code asks for a text of the area it is given and names none. */
const textsOfAreas = (text: string): readonly string[] => {
  const areas = new Set([...text.matchAll(/\barea(?:=|: )["'](\w+)["']/g)].map((match) => match[1]))
  const names = new Set([...text.matchAll(/`\$\{area\}\.(\w+)`/g)].map((match) => match[1]))
  return [...areas].flatMap((area) => [...names].map((name) => `${area}.${name}`))
}

test('every text is used', async () => {
  const all = (await filesIn('**/*.{ts,tsx}')).map(({ text }) => text).join('\n')
  const quoted = new Set([...[...all.matchAll(/["']([a-z]+(?:\.\w+)+)["']/g)].map((match) => match[1]), ...textsOfAreas(all)])
  const templates = [...all.matchAll(/`([a-z]+\.[\w.]*)\$\{[^}]+\}(\w*)`/g)].map((match) => [match[1] ?? '', match[2] ?? ''] as const)
  const isUsed = (key: string) => quoted.has(key) || templates.some(([start, end]) => key.startsWith(start) && key.endsWith(end))
  expect(Object.keys(zh).filter((key) => !isUsed(key))).toEqual([])
})
