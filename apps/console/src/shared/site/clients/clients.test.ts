import { expect, test } from 'bun:test'
import { clients, modelToTry } from './clients.ts'

const INPUT = { address: 'https://gw.example', key: 'sk-k7', model: 'm1' }

const linesOf = (id: string): readonly string[] =>
  clients.flatMap((client) => (client.id === id ? client.steps(INPUT).map(({ code }) => code) : []))

test('every client of the panel stands in its place', () => {
  expect(clients.map(({ id }) => id).join(' ')).toBe(
    'curl claude-code codex gemini-cli opencode openai-python openai-node anthropic google-genai ai-sdk apps',
  )
})

test.each(clients.map(({ id }) => id))('%s is given address, key and model', (id) => {
  const text = linesOf(id).join('\n')
  for (const part of ['https://gw.example', 'sk-k7', 'm1']) expect(text).toContain(part)
})

test.each([
  ['claude-code', 'export ANTHROPIC_BASE_URL="https://gw.example"\n'],
  ['gemini-cli', 'export GOOGLE_GEMINI_BASE_URL="https://gw.example"\n'],
  ['codex', 'base_url = "https://gw.example/v1"\n'],
  ['opencode', '"baseURL": "https://gw.example/v1"'],
  ['anthropic', "baseURL: 'https://gw.example',"],
  ['google-genai', "baseUrl: 'https://gw.example' }"],
  ['apps', 'https://gw.example/v1\nsk-k7\nm1'],
])('%s gets the address in the form that it expects', (id, line) => {
  expect(linesOf(id).join('\n')).toContain(line)
})

test('the body of the curl example and the settings of opencode are JSON', () => {
  const body = /-d '(.*)'/s.exec(linesOf('curl')[0] ?? '')?.[1] ?? ''
  expect(JSON.parse(body)).toEqual({ model: 'm1', messages: [{ role: 'user', content: 'Hello' }] })
  expect(JSON.parse(linesOf('opencode')[0] ?? '')).toMatchObject({ model: 'weir/m1', provider: { weir: { models: { m1: {} } } } })
})

test('the model is one that the token may call', () => {
  expect(modelToTry(['only-this'], ['gpt-4o-mini'])).toBe('only-this')
  expect(modelToTry([], ['dall-e-3', 'gpt-4o-mini'])).toBe('gpt-4o-mini')
  expect(modelToTry([], ['claude-sonnet-4-5', 'deepseek-chat'])).toBe('claude-sonnet-4-5')
  expect(modelToTry([], [])).toBe('gpt-4o-mini')
})
