import { describe, expect, it } from 'bun:test'
import { readValue, writeValue } from './dump-value.ts'

const failure = (work: () => unknown): string => {
  try {
    return `no failure: ${String(work())}`
  } catch (error) {
    return String(error)
  }
}

describe('a value is written alike, whatever database it comes from', () => {
  it.each<readonly [Parameters<typeof writeValue>[0], Parameters<typeof writeValue>[1], string]>([
    ['text', 'a"b', '"a\\"b"'],
    ['text', null, 'null'],
    ...[true, 1n, 1, '1', 't'].map((value) => ['boolean', value, 'true'] as const),
    ...[false, 0n, 0, '0', 'f'].map((value) => ['boolean', value, 'false'] as const),
    ['whole', 5, '5'],
    ['whole', -5n, '-5'],
    ['whole', '12', '12'],
    ['whole', 1e21, '"1000000000000000000000"'],
    ['whole', 9_007_199_254_740_991n, '9007199254740991'],
    ['whole', 9_007_199_254_740_992n, '"9007199254740992"'],
    ['whole', '-9223372036854775808', '"-9223372036854775808"'],
    ['real', 1.5, '1.5'],
    ['real', '2.50', '2.5'],
    ['real', 0, '0'],
  ])('%s %p as %s', (kind, value, text) => {
    expect(writeValue(kind, value, 'a.b')).toBe(text)
  })

  it.each<readonly [Parameters<typeof writeValue>[0], Parameters<typeof writeValue>[1], string]>([
    ['text', 5, 'a.b holds 5, which is no text value'],
    ['boolean', 2, 'a.b holds 2, which is no boolean value'],
    ['boolean', 'true', 'a.b holds a text, which is no boolean value'],
    ['whole', 1.5, 'a.b holds 1.5, which is no whole value'],
    ['whole', '1.5', 'a.b holds a text, which is no whole value'],
    ['whole', '', 'a.b holds a text, which is no whole value'],
    ['real', '', 'a.b holds a text, which is no real value'],
    ['real', 'x', 'a.b holds a text, which is no real value'],
    ['real', undefined, 'a.b holds undefined, which is no real value'],
  ])('%s %p is refused', (kind, value, message) => {
    expect(failure(() => writeValue(kind, value, 'a.b'))).toBe(`BadDump: ${message}`)
  })
})

describe('a value is read', () => {
  it.each<readonly [Parameters<typeof readValue>[0], unknown, ReturnType<typeof readValue>]>([
    ['text', 'a', 'a'],
    ['boolean', true, true],
    ['boolean', false, false],
    ['whole', -5, -5],
    ['whole', '9007199254740992', 9_007_199_254_740_992n],
    ['whole', '-7', -7n],
    ['real', 1.5, 1.5],
    ['real', null, null],
  ])('%s %j', (kind, given, value) => {
    expect(readValue(kind, given, 'a.b')).toBe(value)
  })

  it.each<readonly [Parameters<typeof readValue>[0], unknown]>([
    ['text', 1],
    ['boolean', 1],
    ['boolean', 'true'],
    ['whole', 1.5],
    ['whole', 9_007_199_254_740_992],
    ['whole', '1x'],
    ['whole', 'x1'],
    ['real', '1'],
    ['text', undefined],
  ])('not as %s: %j', (kind, given) => {
    expect(failure(() => readValue(kind, given, 'a.b'))).toBe(`BadDump: the backup is damaged: a.b holds no ${kind} value`)
  })
})
