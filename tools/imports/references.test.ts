import { describe, expect, it } from 'bun:test'
import { findReferences } from './references.ts'

const specifiers = (source: string): readonly (string | undefined)[] => findReferences(source).imports.map((found) => found.specifier)
const globals = (source: string): readonly string[] => findReferences(source).globals.map((found) => found.name)

describe('imports', () => {
  it.each([
    ["import a from 'x'", 'x'],
    ["import * as a from 'x'", 'x'],
    ["import a, { b, type C as D } from 'x'", 'x'],
    ["import {\n  a,\n  b,\n} from 'x'", 'x'],
    ["import type { A } from 'x'", 'x'],
    ["import type A from 'x'", 'x'],
    ["import 'x'", 'x'],
    ["import data from 'x' with { type: 'json' }", 'x'],
    ["export { a } from 'x'", 'x'],
    ["export * from 'x'", 'x'],
    ["export * as a from 'x'", 'x'],
    ["export type { A } from 'x'", 'x'],
    ["export type * from 'x'", 'x'],
    ["const a = await import('x')", 'x'],
    ['const a = await import(`x`)', 'x'],
    ["type A = import('x').B", 'x'],
    ["const a = require('x')", 'x'],
    ["import { from } from 'x'", 'x'],
    ["const text = `${await import('x')}`", 'x'],
    ["import a = require('x')", 'x'],
    ["const pattern = /['\"/]\\/'/u; export * from 'x'", 'x'],
    ['a / b / 2; import "x"', 'x'],
  ])('finds the module in %s', (source, specifier) => {
    expect(specifiers(source)).toEqual([specifier])
  })

  it.each([
    "// import a from 'x'",
    "/* export * from 'x' */",
    'const a = "import b from \'x\'"',
    "const a = `import b from 'x'`",
    'import.meta.dirname',
    'export { a }',
    "export const from = 'x'",
    "const a = { import: 'x' }",
    "loader.import('x')",
  ])('finds none in %s', (source) => {
    expect(specifiers(source)).toEqual([])
  })

  it('reports a computed dynamic import without a name', () => {
    expect(findReferences('\nawait import(name)').imports).toEqual([{ line: 2, specifier: undefined, isTypeOnly: false }])
  })

  it.each([
    ["import type { A } from 'x'", true],
    ["export type { A } from 'x'", true],
    ["import { type A } from 'x'", false],
    ["import type from 'x'", false],
    ["import type, { a } from 'x'", false],
    ["type A = import('x').B", true],
  ])('knows whether %s is erased', (source, isTypeOnly) => {
    expect(findReferences(source).imports.map((found) => found.isTypeOnly)).toEqual([isTypeOnly])
  })

  it('reads past apostrophes and closing tags in JSX', () => {
    expect(findReferences("const a = <p>Don't</p>\nimport 'x'", 'a.tsx').imports).toEqual([{ line: 2, specifier: 'x', isTypeOnly: false }])
  })

  it('counts lines across comments, strings and templates', () => {
    expect(findReferences("/*\n\n*/ `x\ny`; import 'x'").imports).toEqual([{ line: 4, specifier: 'x', isTypeOnly: false }])
  })

  it('does not run from an export list into the next statement', () => {
    expect(specifiers("export { a }\nimport b from 'y'")).toEqual(['y'])
  })
})

describe('globals', () => {
  it.each([
    ['Bun.serve({})', 'Bun'],
    ['const { serve } = Bun', 'Bun'],
    ['globalThis.Bun.serve({})', 'Bun'],
    ['process.env.PORT', 'process.env'],
    ["process['env'].PORT", 'process.env'],
    ['process?.env', 'process.env'],
    ['const { env } = process', 'process.env'],
    ['({ env } = process)', 'process.env'],
    ['const read = ({ env } = process) => env', 'process.env'],
    ['globalThis.process.env', 'process.env'],
    ['const server: Bun.Server = a', 'Bun'],
    ["import { env } from 'node:process'", 'process.env'],
    ['Bun.env.PORT', 'process.env'],
    ['import.meta.env.DEV', 'import.meta.env'],
    ["await fetch('x')", 'fetch'],
    ["globalThis.fetch('x')", 'fetch'],
    ['Date.now()', 'clock'],
    ['new Date()', 'clock'],
    ['new Date', 'clock'],
    ['performance.now()', 'clock'],
    ['setTimeout(run, 1)', 'clock'],
    ['Math.random()', 'randomness'],
    ['crypto.randomUUID()', 'randomness'],
    ['JSON.parse(text)', 'JSON.parse'],
    ['texts.map(JSON.parse)', 'JSON.parse'],
  ])('sees %s', (source, name) => {
    expect(globals(source)).toEqual([name])
  })

  it.each([
    'ports.fetch(call)',
    'new Date(seconds * 1000)',
    'const a = { Bun: 1 }',
    'process.argv',
    '"process.env"',
    'import.meta.dirname',
    'row.process.env',
  ])('lets %s pass', (source) => {
    expect(globals(source)).toEqual([])
  })
})
