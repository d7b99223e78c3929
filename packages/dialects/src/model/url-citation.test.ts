import { expect, it } from 'bun:test'
import { charactersIn, citedDocument, pagesAlone, urlCitation } from './url-citation.ts'

it.each([
  ['', 0],
  ['abc', 3],
  ['天气', 2],
  ['a😀b', 3],
  ['😀😀', 2],
])('counts %j as %d characters', (text, characters) => {
  expect(charactersIn(text)).toBe(characters)
})

it('reads the document that an annotation names, at the beginning and without a title where it tells none', () => {
  const cited = (file: object) => citedDocument({ type: 'file_citation', file_citation: { ...file } })
  expect(cited({ file_id: 'f', filename: 'Manual', start_index: 2, end_index: 6 })).toEqual({ id: 'f', title: 'Manual', start: 2, end: 6 })
  expect(cited({ file_id: 'f' })).toEqual({ id: 'f', title: '', start: 0, end: 0 })
  expect(cited({ file_id: 'f', end_index: 4 })).toEqual({ id: 'f', title: '', start: 0, end: 4 })
  expect(cited({ filename: 'Manual' })).toBeUndefined()
  expect(citedDocument({ type: 'file_citation' })).toBeUndefined()
})

it('tells a page in the form of OpenAI, and pages alone from other annotations', () => {
  const page = urlCitation({ url: 'https://a.example', title: 'A', start: 1, end: 3 })
  expect(page).toEqual({ type: 'url_citation', url_citation: { start_index: 1, end_index: 3, url: 'https://a.example', title: 'A' } })
  expect(pagesAlone([{ file_citation: { file_id: 'f' } }, page, { file_citation: {} }])).toEqual([page, { file_citation: {} }])
})
