import { expect, test } from 'bun:test'
import { snippet, snippetLanguages } from './snippets.ts'

test.each(snippetLanguages)('the %s example carries address, key and model', (language) => {
  const text = snippet(language, { baseUrl: 'https://gw.example/v1', key: 'sk-k7', model: 'm1' })
  for (const part of ['https://gw.example/v1', 'sk-k7', 'm1']) expect(text).toContain(part)
})

test('the body of the curl example is JSON', () => {
  const body = /-d '(.*)'/s.exec(snippet('curl', { baseUrl: 'x', key: 'k', model: 'm' }))?.[1] ?? ''
  expect(JSON.parse(body)).toEqual({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] })
})
