import { describe, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { refusalTable } from '@weir/contract/errors'
import { relayRefusalTable } from '@weir/relay/refusal'
import { variables } from './config.ts'

const documentAt = (name: string): string => readFileSync(resolve(import.meta.dirname, '../../../docs', name), 'utf8')

/** The cells of every table row below a heading whose first cell is code, without the padding. */
const rowsUnder = (text: string, heading: string): readonly (readonly string[])[] => {
  const [, after = ''] = text.split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
}

const asDefault = (value: unknown, empty: string): string =>
  value === '' || (Array.isArray(value) && value.length === 0) ? empty : `\`${String(value)}\``

describe('docs/configuration.md', () => {
  const text = documentAt('configuration.md')
  const forTests = rowsUnder(text, 'Variables for tests')
  const documented = [...rowsUnder(text, 'Variables'), ...forTests]

  it('lists every variable with its default and what is allowed, and no other', () => {
    const actual = Object.entries(variables).map(([name, { schema, allowed }]) => [
      `\`${name}\``,
      asDefault(schema.parse(undefined), 'empty'),
      allowed,
    ])
    expect(documented.map((cells) => cells.slice(0, 3)).toSorted()).toEqual(actual.toSorted())
  })

  it('keeps apart what only tests set: the addresses of the services of others', () => {
    const services = Object.keys(variables).filter((name) => /^(GITHUB|LARK|TURNSTILE)_/.test(name))
    expect(forTests.map(([name]) => name)).toEqual(services.map((name) => `\`${name}\``))
  })

  it('says what each is for', () => {
    expect(documented.filter(([, , , purpose = '']) => purpose.length < 20)).toEqual([])
  })
})

describe('docs/configuration.zh-CN.md', () => {
  const text = documentAt('configuration.zh-CN.md')
  const documented = [...rowsUnder(text, '环境变量'), ...rowsUnder(text, '供测试使用的变量')]

  it('lists every variable with its default, and no other', () => {
    const actual = Object.entries(variables).map(([name, { schema }]) => [`\`${name}\``, asDefault(schema.parse(undefined), '空')])
    expect(documented.map((cells) => cells.slice(0, 2)).toSorted()).toEqual(actual.toSorted())
  })

  it('says what is allowed, with every number of the English text', () => {
    const numbersOf = (value: string): readonly string[] => value.match(/\d+/g) ?? []
    const allowed = Object.entries(variables).map(([name, variable]) => [`\`${name}\``, numbersOf(variable.allowed)])
    expect(documented.map(([name, , values = '']) => [name, numbersOf(values)]).toSorted()).toEqual(allowed.toSorted())
  })
})

describe('docs/errors.md', () => {
  const text = documentAt('errors.md')

  it('lists every refusal of the management API, and no other', () => {
    const actual = Object.entries(refusalTable).map(([code, { status, en }]) => [`\`${code}\``, String(status), en])
    expect(rowsUnder(text, 'Management API').toSorted()).toEqual(actual.toSorted())
  })

  it('lists every refusal of the relay, and no other', () => {
    const actual = Object.values(relayRefusalTable).map(({ code, status, en }) => [`\`${code}\``, String(status), en])
    expect(rowsUnder(text, 'Relay').toSorted()).toEqual(actual.toSorted())
  })
})
