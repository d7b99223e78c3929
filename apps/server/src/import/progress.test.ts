import { expect, it } from 'bun:test'
import { createProgress } from './progress.ts'

it('tells how far a long log has come, a line for every hundred thousand rows at most', () => {
  const lines: string[] = []
  const advance = createProgress((line) => void lines.push(line))
  for (const rows of [4096, 99_999, 100_000, 102_400, 199_999]) advance(rows)
  expect(lines).toEqual(['100000 rows of the log have come over'])
  for (const rows of [204_800, 304_799, 304_800]) advance(rows)
  expect(lines.slice(1)).toEqual(['204800 rows of the log have come over', '304800 rows of the log have come over'])
})
