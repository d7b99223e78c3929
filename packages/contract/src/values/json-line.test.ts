import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
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
    const marks = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '0', '1', '-', '.', 'e', 't', 'true', 'null', '\n', ' ', '"a"')
    const texts = fc.oneof(
      fc.array(marks, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.tuple(fc.json(), fc.nat(), marks).map(([json, at, mark]) => {
        const cut = at % (json.length + 1)
        return json.slice(0, cut) + mark + json.slice(cut + 1)
      }),
      fc.json(),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect([text, lineOfJsonFault(text) === undefined]).toEqual([text, parseJson(text) !== undefined])
      }),
      { numRuns: 3000 },
    )
  })
})
