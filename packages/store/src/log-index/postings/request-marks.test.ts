import { expect, it } from 'bun:test'
import { markedIds, markOf, RequestMarks } from './request-marks.ts'

it.each([
  ['20261116083005123abcdefghi', '9M['],
  ['20261116083005123zzzzzzzzz', 'o^o'],
  ['20261116083005', ';f2'],
  ['', ';f2'],
])('keeps the mark that stands in databases: %s is %s', (requestId, mark) => {
  expect(markOf(requestId)).toBe(mark)
})

it('marks the rows of a session as the session, and a day does not change it', () => {
  const mark = markOf('20261116083005123abcdefghi')
  expect(markOf('20261116083005123abcdefghi-2')).toBe(mark)
  expect(markOf('20251231235959123abcdefghi')).toBe(mark)
  expect(markOf('20261116083005123abcdefghI')).not.toBe(mark)
  expect(markOf('20261116083005124abcdefghi')).not.toBe(mark)
})

it('finds the rows of a request in a block, newest first, and hardly any other', () => {
  const marks = new RequestMarks()
  for (let at = 0; at < 4096; at++) marks.set(3 * 4096 + at, `20261116083005${String(at % 1000).padStart(3, '0')}row${at}letters`)
  for (const at of [0, 77, 4095]) marks.set(3 * 4096 + at, `20261116083005123abcdefghi-${at}`)
  const written = String(marks)
  expect(written).toHaveLength(12_288)
  expect(written).toMatch(/^[0-o]+$/)
  const ids = markedIds(3, written, '20261116083005123abcdefghi')
  expect(ids).toEqual([4 * 4096 - 1, 3 * 4096 + 77, 3 * 4096])
  let others = 0
  for (let at = 0; at < 1000; at++) others += markedIds(3, written, `20261116083005999absent${at}`).length
  // A thousand ids in 4096 rows meet 262 144 marks: sixteen by chance.
  expect(others).toBeWithin(0, 60)
})
