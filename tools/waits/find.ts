import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Argument, Expression, Super } from 'oxc-parser'
import { isTestFile } from '../imports/layers.ts'
import { parseSource } from '../parse-source.ts'
import { listSources } from '../source-files.ts'

/** The one place where a test waits: it asks again until a condition holds, for a minute at least. */
const helper = 'tools/testing/eventually.ts'

/** Tests of the gates hold sources that break the rules. */
const plantsSources = /^tools\/(?:imports|waits)\//

const isHarness = (path: string): boolean => path.startsWith('e2e/') || /\/harness\b/.test(path)

/** In the text of a script that a child process or a page runs. */
const scriptedWait = /\b(setTimeout|Bun\.sleep|waitForTimeout)\(/

/** A test that ends sooner measures how busy the machine is. */
const LEAST_TIMEOUT_MS = 180_000
const isVariant = /^(?:each|if|skipIf|todoIf|concurrent|serial)$/
const takesTimeout = /^(?:it|test|beforeAll|beforeEach|afterAll|afterEach)$/

const timerModules = new Set(['timers/promises', 'node:timers/promises'])

/** `it` of `it('…')` and of `it.each(rows)('…')`. */
const rootName = (callee: Expression | Super): string => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && isVariant.test(callee.property.name))
    return rootName(callee.object)
  return callee.type === 'CallExpression' ? rootName(callee.callee) : ''
}

const waitsIn = (path: string, source: string): readonly string[] => {
  const found: string[] = []
  const { visit, lineAt } = parseSource(path, source)
  const report = (what: string, start: number): void =>
    void found.push(`${path}:${lineAt(start)}: ${what} waits for time to pass; wait for the event, by ${helper} or a fake clock`)
  const readText = (text: string, start: number): void => {
    const what = plantsSources.test(path) ? undefined : scriptedWait.exec(text)?.[1]
    if (what !== undefined) report(`${what} in a text`, start)
  }
  const readTimeout = (last: Argument | undefined): void => {
    if (last?.type === 'Literal' && typeof last.value === 'number' && last.value < LEAST_TIMEOUT_MS)
      found.push(`${path}:${lineAt(last.start)}: a test of at most ${last.value} ms fails on a busy machine; give it 180_000`)
  }
  visit({
    CallExpression: ({ callee, arguments: given, start }) => {
      if (takesTimeout.test(rootName(callee))) readTimeout(given.at(-1))
      if (callee.type === 'Identifier' && callee.name === 'setTimeout') report('setTimeout', start)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const owner = callee.object.type === 'Identifier' ? callee.object.name : ''
      const { name } = callee.property
      if (name === 'waitForTimeout') report(name, start)
      if (owner === 'Bun' && name.startsWith('sleep')) report(`Bun.${name}`, start)
      if (owner === 'globalThis' && name === 'setTimeout') report(name, start)
    },
    ImportDeclaration: ({ source: { value }, start }) => {
      if (timerModules.has(value)) report(value, start)
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') readText(value, start)
    },
    TemplateElement: ({ value, start }) => readText(value.raw, start),
  })
  return found
}

/** Waits for time in tests and in what tests are built from, below the given folders. */
export const findWaits = (root: string, folders: readonly string[]): readonly string[] =>
  listSources(root, folders)
    .filter((path) => path !== helper && (isTestFile(path) || isHarness(path)))
    .flatMap((path) => waitsIn(path, readFileSync(join(root, path), 'utf8')))
