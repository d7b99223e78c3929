import { describe, expect, it } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Document } from './document.ts'
import { readSections } from './pages.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = readSections(root, []).flatMap((section) => section.pages)

const linesOf = ({ codeBlocks }: Document): readonly string[] =>
  codeBlocks.flatMap(({ language, text }) => [language, ...text.split('\n').map((line) => line.replace(/\s*#(?: .*)?$/, ''))])

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Chinese words stand for some words of the English line; comments may say what they like. */
const isSameLine = (zh: string, en: string): boolean =>
  new RegExp(
    `^${zh
      .split(/[\p{Script=Han}，。：、]+/u)
      .map(escaped)
      .join('.+')}$`,
    'u',
  ).test(en)

/** Code in sentences and tables; what stands for a value may be said in Chinese. */
const codeOf = ({ path }: Document): ReadonlySet<string> => {
  const text = readFileSync(resolve(root, path), 'utf8').replaceAll(/^ *```[^]*?^ *```/gm, '')
  return new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/[<{][^>}]*[>}]/g, '<…>')))
}

/** Not those of a name, as in `01.AI`. Thousands may be set apart by a space. */
const figuresOf = (text: string): ReadonlySet<string> =>
  new Set(text.replaceAll(/(?<=\d)\s(?=\d{3}(?!\d))/g, '').match(/(?<![\w.])\d+(?:\.\d+)*(?![.\w]*[a-z])/gi))

describe('the menu', () => {
  it('holds every document once, in English', () => {
    const documents = readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.endsWith('.zh-CN.md'))
      .map((name) => `docs/${name}`)
    const shown = pages.map(({ en }) => en.path).filter((path) => path.startsWith('docs/'))
    expect(shown.toSorted()).toEqual(documents.toSorted())
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  })

  it('holds every Chinese document beside its English one', () => {
    const chinese = readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.zh-CN.md'))
    const shown = pages.flatMap(({ zh }) => (zh?.path.startsWith('docs/') ? [zh.path.slice('docs/'.length)] : []))
    expect(shown.toSorted()).toEqual(chinese.toSorted())
  })
})

it('has a Chinese name for every page that has no Chinese text, but for the decisions', () => {
  const nameless = pages.filter(({ path, zh, zhTitle }) => !path.startsWith('decisions/') && zh === undefined && zhTitle === undefined)
  expect(nameless.map(({ en }) => en.path)).toEqual([])
})

describe('a Chinese document', () => {
  const both = pages.flatMap(({ en, zh }) => (zh === undefined ? [] : [[zh.path, en, zh] as const]))

  it.each(both)('has the headings of the English one, so that anchors of both lead to both: %s', (_path, en, zh) => {
    expect(zh.headings.map(({ depth }) => depth)).toEqual(en.headings.map(({ depth }) => depth))
  })

  it.each(both)('shows the same commands and examples: %s', (_path, en, zh) => {
    const [chinese, english] = [linesOf(zh), linesOf(en)]
    expect(chinese.length).toBe(english.length)
    expect(chinese.filter((line, index) => !isSameLine(line, english[index] ?? ''))).toEqual([])
  })

  it.each(both)('names every variable, field and path of the English one: %s', (_path, en, zh) => {
    const chinese = codeOf(zh)
    expect([...codeOf(en)].filter((code) => !chinese.has(code))).toEqual([])
  })

  it.each(both)('has every figure of the English one, below the same heading: %s', (_path, en, zh) => {
    const lost = en.passages.flatMap(({ heading, text }, index) => {
      const chinese = figuresOf(zh.passages[index]?.text ?? '')
      return [...figuresOf(text)].filter((figure) => !chinese.has(figure)).map((figure) => `${heading.text}: ${figure}`)
    })
    expect(lost).toEqual([])
  })
})
