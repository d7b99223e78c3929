import { describe, expect, it } from 'bun:test'
import { isWiderThan } from './json.ts'
import { parseChatCall } from './openai-chat/parse-call.ts'
import { parseResponsesCall } from './openai-responses/parse-call.ts'
import { parseJsonTask } from './openai-tasks/parse-task.ts'

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))

describe('objects with very many members', () => {
  it('are found at any depth, and nothing else is taken for one', () => {
    for (const wide of [many(6), { a: [{ b: many(6) }] }, [many(2), many(6)]]) expect(isWiderThan(JSON.stringify(wide), 5)).toBe(true)
    const others = [
      many(5),
      [many(5), many(5)],
      { 'a:b:c:d:e:f:g': '":":":":":":":"' },
      ['::::::::', String.raw`\":\":\":\":\":\":`],
      '{:::::::',
    ]
    for (const narrow of others) expect(isWiderThan(JSON.stringify(narrow), 5)).toBe(false)
    expect(isWiderThan('{"a" : 1, "b"\n:2, "c":3}', 2)).toBe(true)
  })

  it('are refused before they are read, wherever a body may hold them', () => {
    const wide = many(10_001)
    const messages = [{ role: 'user', content: 'hi' }]
    const results = [
      parseChatCall(JSON.stringify({ model: 'm', messages, ...wide })),
      parseChatCall(JSON.stringify({ model: 'm', messages, logit_bias: wide })),
      parseResponsesCall(JSON.stringify({ model: 'm', input: 'hi', ...wide })),
      parseJsonTask('embeddings', JSON.stringify({ model: 'm', input: 'hi', ...wide })),
    ]
    for (const result of results)
      expect(result).toMatchObject({ ok: false, problem: { en: 'An object in the request body has more than 10000 fields' } })
    expect(parseChatCall(JSON.stringify({ model: 'm', messages, logit_bias: many(10_000) })).ok).toBe(true)
  })
})
