import { expect, it } from 'bun:test'
import { passageStart } from './message.ts'

it('knows where a passage begins that has a length', () => {
  const at = (start: number, end: number) => passageStart({ type: 'url_citation', url_citation: { start_index: start, end_index: end } })
  expect([at(3, 4), at(0, 1), at(3, 3), at(4, 3), at(0, 0)]).toEqual([3, 0, undefined, undefined, undefined])
})
