import { expect, it } from 'bun:test'
import { StrayBody } from './stray-body.ts'

const read = (...pieces: readonly string[]): string => {
  const body = new StrayBody()
  for (const piece of pieces) body.add(Buffer.from(piece))
  return body.text()
}

it('keeps a plain body with its blank lines, and nothing of comments and pings before it', () => {
  expect(read(': ping\n\n', 'event: ping\n\n', '\n', ' {"a":\n\n', ': 1}\n')).toBe('{"a":\n\n: 1}')
  expect(read(': ping\n\n', '\n', 'event: ping\n\n')).toBe('')
  expect(read('[1]')).toBe('[1]')
})
