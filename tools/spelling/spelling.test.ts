import { expect, it } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile } from '../imports/layers.ts'
import { listSources, sourceFolders } from '../source-files.ts'
import { rareWords } from './rare-words.ts'
import { countWords, findCrowded, findProse, findSlips } from './spelling.ts'

const root = join(import.meta.dir, '..', '..')

const readAll = (paths: readonly string[]): readonly (readonly [string, string])[] =>
  paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path))

const sources = readAll(listSources(root, sourceFolders))
const documents = readAll([...markdownIn('.'), ...markdownIn('docs')])
const counts = countWords([...sources, ...documents].map(([, text]) => text))

/** Lists of names: models, tags, typefaces, commands of databases, passwords that are guessed first, names in pinyin. */
const listsOfNames =
  /\/(?:catalog|theme|fixtures|harness|testing|demo)\/|^packages\/(?:store|dialects|providers)\/|\/(?:password-rules|sanitize-html|safe-markup|command-names)\.ts$|\/openapi\/page\.ts$|\.tsx$/

const prose = sources
  .filter(([path]) => /^(?:apps|packages)\//.test(path) && !isTestFile(path) && !listsOfNames.test(path))
  .flatMap(([path, text]) => findProse(path, text, path.includes('/i18n/')))

it('finds the texts of server, contract and console', () => {
  const texts = prose.map(({ text }) => text)
  expect(texts).toContain('请立刻修改默认密码！')
  expect(texts).toContain('The passkey was not accepted; try again')
  expect(texts).toContain('Sign in')
})

it('texts for people hold no word that stands nowhere else: correct it, or add it to tools/spelling/rare-words.ts', () => {
  expect(prose.flatMap((text) => findSlips(text, counts))).toEqual([])
})

it('texts for people set Chinese apart from Latin letters and figures', () => {
  expect(prose.flatMap(findCrowded)).toEqual([])
})

it('lists no word as rare that is not', () => {
  const used = countWords(prose.map(({ text }) => text))
  expect(rareWords.filter((word) => !used.has(word))).toEqual([])
})

const textsOf = (source: string, isAllSpoken = false): readonly string[] => findProse('a.ts', source, isAllSpoken).map(({ text }) => text)

it('takes sentences and leaves names, keys and addresses', () => {
  expect(
    textsOf("import 'a b'; f('quota', 'the quota of https://a.example/b is {quota}', `no ${'more'} than`, { 'a key of': '额度' })"),
  ).toEqual(['the quota of   is  ', '额度'])
  expect(textsOf("export const a = { 'login.title': 'Login' }", true)).toEqual(['Login'])
})

it('reports words that stand once and single letters, with their place', () => {
  const [text] = findProse('a.ts', "\nf('the quotta is a x of e')", false)
  if (text === undefined) throw new Error('no text')
  const slips = (...others: readonly string[]): readonly string[] =>
    findSlips(text, countWords([text.text, 'the quota is x of', ...others]))
  expect([slips(), slips('quotta')]).toEqual([['a.ts:2: quotta', 'a.ts:2: x'], ['a.ts:2: x']])
})

it('reports letters and figures that touch Chinese', () => {
  const crowded = (text: string): readonly string[] => findCrowded({ place: 'a.ts:1', text })
  expect([crowded('用 API 登录 3 次'), crowded('用API登录3次')]).toEqual([[], ['a.ts:1: 用A', 'a.ts:1: I登', 'a.ts:1: 录3']])
})
