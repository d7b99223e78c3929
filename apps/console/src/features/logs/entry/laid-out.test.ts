import { expect, it } from 'bun:test'
import { laidOut } from './laid-out.ts'

it('puts JSON on several lines, and leaves streams and what is cut alone', () => {
  expect(laidOut('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  for (const text of ['data: {}\n\n', '{"a":[1', '[audio/mpeg, 5 bytes]', '7']) expect(laidOut(text)).toBe(text)
})
