import { expect, it } from 'bun:test'
import { annotationsOf } from './citations.ts'

const sources = [{ document: { url: 'u', title: 'T' } }, { tool_output: { url: 'v' } }, { document: { title: 'no address' } }]
const cited = (over: object) => annotationsOf({ start: 2, end: 5, sources, ...over }, (piece) => piece * 100)
const entry = (url: string, title: string, start: number) => ({
  type: 'url_citation',
  url_citation: { url, title, start_index: start, end_index: start + 3 },
})

it('names each source that has an address, where the passage stands in the whole text', () => {
  expect(cited({})).toEqual([entry('u', 'T', 2), entry('v', '', 2)])
  expect(cited({ content_index: 1, type: 'TEXT_CONTENT' })).toEqual([entry('u', 'T', 102), entry('v', '', 102)])
})

it.each([{ start: undefined }, { end: undefined }, { type: 'PLAN' }, { sources: undefined }])('names none for %j', (over) => {
  expect(cited(over)).toEqual([])
})
