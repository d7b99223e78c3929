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

it('names a source without an address by its id, and one without either not at all', () => {
  const document = (id: string, title: string) => ({
    type: 'file_citation',
    file_citation: { file_id: id, filename: title, start_index: 2, end_index: 5 },
  })
  const nameless = [{ id: 'look:0', tool_output: { rain: true } }, { document: { id: 'd', title: 'Manual' } }, { document: { title: 'x' } }]
  expect(cited({ sources: nameless })).toEqual([document('look:0', ''), document('d', 'Manual')])
})
