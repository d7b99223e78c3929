import { describe, expect, it } from 'bun:test'
import { bodyOverride } from './body-override.ts'

const verdict = (value: unknown): string => {
  const parsed = bodyOverride.safeParse(typeof value === 'string' ? value : JSON.stringify(value))
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? '')
}

describe('fields that a channel lays over a body', () => {
  it.each([
    ['', ''],
    ['{}', ''],
    ['null', ''],
    [' {"temperature":0,"top_p":null} ', '{"temperature":0,"top_p":null}'],
    [{ max_tokens: 9, n: 2, thinking: { type: 'disabled' }, generationConfig: { topK: 1 } }, undefined],
  ])('%j is kept', (given, kept) => {
    expect(verdict(given)).toBe(kept ?? JSON.stringify(given))
  })

  it.each([
    ['x', 'JSON'],
    ['[1]', 'JSON'],
    [{ model: 'a' }, 'body-model'],
    [{ operations: [{ path: 'temperature', mode: 'set', value: 0 }] }, 'body-operations'],
    [{ temperature: 0, stream: true }, 'body-metered|stream'],
    [{ stream_options: null }, 'body-metered|stream_options'],
    [{ service_tier: 'priority' }, 'body-metered|service_tier'],
    [{ tools: [] }, 'body-metered|tools'],
    [{ web_search_options: {} }, 'body-metered|web_search_options'],
    [{ provider: {} }, 'body-metered|provider'],
    [{ extra_body: {} }, 'body-metered|extra_body'],
    [{ messages: [] }, 'body-prompt|messages'],
    [{ instructions: 'a' }, 'body-prompt|instructions'],
  ])('%j is refused as %j', (given, rule) => {
    expect(verdict(given)).toBe(rule)
  })
})
