import { describe, expect, it } from 'bun:test'
import type { ChatCall } from '@weir/dialects/model/call'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { providers } from './index.ts'

const MAX_CHARACTERS = 20_000_000

const TARGET = { baseUrl: 'https://upstream.example', key: '1|id|secret', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const CONTEXT = { now: 0, nonce: () => '0'.repeat(32), accessToken: 'token' }

const list = (count: number, item: (at: number) => object): readonly object[] => Array.from({ length: count }, (_, at) => item(at))
const wide = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
const user = { role: 'user', content: 'a' }

const called = [
  user,
  {
    role: 'assistant',
    content: null,
    tool_calls: list(20_000, (at) => ({ id: `c${at}`, type: 'function', function: { name: 'f', arguments: '{}' } })),
  },
  ...list(20_000, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'x' })),
]

const tool = (name: string, parameters: object): object => ({ type: 'function', function: { name, parameters } })

const shared = {
  type: 'object',
  $defs: { a: { description: 'x'.repeat(100_000) } },
  properties: Object.fromEntries(list(1000, () => ({ $ref: '#/$defs/a' })).map((schema, at) => [`p${at}`, schema])),
}

const BODIES: Readonly<Record<string, object>> = {
  '60 000 messages of one role': { messages: list(60_000, () => user) },
  '60 000 messages that take turns': { messages: list(60_000, (at) => ({ ...user, role: at % 2 === 0 ? 'user' : 'assistant' })) },
  '20 000 calls and their results': { messages: called },
  '20 000 tools whose names differ in one sign': {
    messages: [user],
    tools: list(20_000, (at) => tool(`n${String.fromCodePoint(0x4e00 + at)}`, {})),
  },
  'a schema of 80 000 properties': {
    messages: [user],
    tools: [
      tool('f', {
        type: 'object',
        properties: Object.fromEntries(list(8, () => ({ type: 'object', properties: wide(9999) })).map((part, at) => [`o${at}`, part])),
      }),
    ],
  },
  'a long schema that is referred to 1000 times': {
    messages: [user],
    response_format: { type: 'json_schema', json_schema: { name: 'f', schema: shared } },
  },
}

const callOf = (body: object, model: string): ChatCall => {
  const parsed = parseChatCall(JSON.stringify({ model, ...body }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

/** Its schemas are rewritten on the way. */
const MODEL = 'claude-opus-4-5'

describe('a wide call', () => {
  it.each(Object.keys(BODIES))(
    // Each takes some tenths of a second; with work that grows with the square, minutes.
    'of %s is encoded by every provider in a time that grows with its size',
    (name) => {
      const slow: string[] = []
      const call = callOf(BODIES[name] ?? {}, MODEL)
      for (const provider of new Set(providers.values())) {
        let size = 0
        try {
          provider.chat?.dropped?.(call, TARGET)
          size = String(provider.chat?.encode(call, TARGET, CONTEXT).body ?? '').length
        } catch {
          // Some wires refuse such a call, which is as good.
        }
        if (size > MAX_CHARACTERS) slow.push(`${provider.id} ${size}`)
      }
      expect(slow).toEqual([])
    },
    180_000,
  )
})
