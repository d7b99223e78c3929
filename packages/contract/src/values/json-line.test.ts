import { describe, expect, it } from 'bun:test'
import { parseJson } from './json.ts'
import { lineOfJsonFault } from './json-line.ts'

describe('the line of a fault in JSON', () => {
  it.each([
    ['{\n  "a": 1,\n  "b": 2\n}', undefined],
    [' [1, -0.5e3, "\\u00e4\\n", true, null, {"a": []}] ', undefined],
    ['{\n  "a": 1,\n  "b": 2,\n}', 4],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\n  "a": 01\n}', 2],
    ["{\n\n  'a': 1\n}", 3],
    ['{\n  "a": 1', 2],
    ['[\n1,\n2\n}', 4],
    ['{"a": "open\n', 1],
    ['{}\n{}', 2],
    ['', 1],
    ['not JSON', 1],
  ])('of %j is %p', (text, line) => {
    expect(lineOfJsonFault(text)).toBe(line)
  })

  it('is found exactly where the parser refuses the text', () => {
    const texts = ['{"a": [1, -0.5e3, {}], "b\\u00e4": "x\\n", "c": null}', '[true, [], [[0]], ""]', '-12.5E+7']
    const marks = [
      '',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '0',
      '1',
      '-',
      '.',
      'e',
      't',
      'true',
      '\n',
      '\u0001',
      '\u007f',
      '\ud800',
      '"a"',
    ]
    const wrong: string[] = []
    let refused = 0
    for (const text of texts) {
      for (let at = 0; at <= text.length; at += 1) {
        for (const changed of marks.flatMap((mark) => [
          text.slice(0, at) + mark + text.slice(at),
          text.slice(0, at) + mark + text.slice(at + 1),
        ])) {
          const isJson = parseJson(changed) !== undefined
          if (!isJson) refused += 1
          if ((lineOfJsonFault(changed) === undefined) !== isJson) wrong.push(changed)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(1000)
  })
})
