import { expect, it } from 'bun:test'
import { geminiModels } from './models.ts'

const GENERATES = ['generateContent', 'streamGenerateContent', 'countTokens']

const ids = Array.from({ length: 1100 }, (_, at) => `m${at}`)
const page = (query: string) => {
  const { models, nextPageToken } = geminiModels.list(ids, new URLSearchParams(query)) as {
    models: readonly { name: string }[]
    nextPageToken?: string
  }
  return [models[0]?.name, models.length, nextPageToken]
}

it('describes a model by its name', () => {
  expect(geminiModels.one('gpt-5')).toEqual({
    name: 'models/gpt-5',
    version: '001',
    displayName: 'gpt-5',
    supportedGenerationMethods: GENERATES,
  })
  expect(geminiModels.one('text-Embedding-3')).toEqual({
    name: 'models/text-Embedding-3',
    version: '001',
    displayName: 'text-Embedding-3',
    supportedGenerationMethods: ['embedContent', 'batchEmbedContents'],
  })
})

it.each([
  ['', 'models/m0', 50, '50'],
  ['pageSize=1', 'models/m0', 1, '1'],
  ['page_size=7&page_token=3', 'models/m3', 7, '10'],
  ['pageSize=0', 'models/m0', 50, '50'],
  ['pageSize=-1', 'models/m0', 50, '50'],
  ['pageSize=2.5', 'models/m0', 50, '50'],
  ['pageSize=x', 'models/m0', 50, '50'],
  ['pageSize=5000', 'models/m0', 1000, '1000'],
  ['pageSize=1000&pageToken=99', 'models/m99', 1000, '1099'],
  ['pageSize=1000&pageToken=100', 'models/m100', 1000, undefined],
  ['pageToken=-4', 'models/m0', 50, '50'],
  ['pageToken=1.5', 'models/m0', 50, '50'],
  ['pageToken=5000', undefined, 0, undefined],
])('gives the page of ?%s', (...row) => {
  const [query, first, count, next] = row
  expect(page(query)).toEqual([first, count, next])
})
