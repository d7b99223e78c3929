import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../../json.ts'
import { FilledArguments } from './fill-arguments.ts'

const call = (args: JsonObject, index?: number): JsonObject => ({
  ...(index !== undefined && { index }),
  id: `call_${index ?? 0}`,
  type: 'function',
  function: { name: 'f', ...args },
})
const fragment = (args: unknown, index: number): JsonObject => ({ index, function: { arguments: args } })
const chunk = (delta: JsonObject, finish: string | null = null, index = 0): JsonObject => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index, delta, finish_reason: finish }],
})
const whole = (...calls: readonly JsonObject[]): JsonObject => ({
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' }],
})

describe('a whole answer', () => {
  it.each([{ arguments: null }, { arguments: '' }, { arguments: 'null' }, {}])('has an object in place of %j', (args) => {
    expect(new FilledArguments().normalize(whole(call({ arguments: '{"a":1}' }), call(args)))).toEqual(
      whole(call({ arguments: '{"a":1}' }), call({ arguments: '{}' })),
    )
  })

  it('has the text of arguments that come as an object', () => {
    expect(new FilledArguments().normalize(whole(call({ arguments: { a: 1 } })))).toEqual(whole(call({ arguments: '{"a":1}' })))
  })

  it.each([whole(call({ arguments: '{}' })), whole(), { choices: [null] }, { choices: [{ index: 0 }] }, {}])('is the same: %j', (json) => {
    expect(new FilledArguments().normalize(json)).toBe(json)
  })
})

describe('a stream', () => {
  it('comes back as it is where every call has arguments', () => {
    const filled = new FilledArguments()
    const chunks = [
      chunk({ role: 'assistant', content: 'Hi' }),
      chunk({ tool_calls: [call({ arguments: '' }, 0), call({ arguments: '' }, 1)] }),
      chunk({ tool_calls: [fragment('{"a"', 0), fragment('{}', 1)] }),
      chunk({ tool_calls: [fragment(':1}', 0)] }),
      chunk({}, 'tool_calls'),
    ]
    expect(chunks.map((json) => filled.normalize(json)).every((json, at) => json === chunks[at])).toBe(true)
    expect(filled.pendingChunk()).toBeUndefined()
  })

  it('fills with the finish what was left empty, each answer its own', () => {
    const filled = new FilledArguments()
    expect(filled.normalize(chunk({ tool_calls: [call({}, 0), call({ arguments: null }, 3)] }))).toEqual(
      chunk({ tool_calls: [call({ arguments: '' }, 0), call({ arguments: '' }, 3)] }),
    )
    filled.normalize(chunk({ tool_calls: [call({ arguments: '{"b":2}' }, 0)] }, null, 1))
    expect(filled.normalize(chunk({ tool_calls: [fragment('{}', 3)] }))).toEqual(chunk({ tool_calls: [fragment('{}', 3)] }))
    const other = chunk({}, 'tool_calls', 1)
    expect(filled.normalize(other)).toBe(other)
    expect(filled.normalize(chunk({}, 'tool_calls'))).toEqual(chunk({ tool_calls: [fragment('{}', 0)] }, 'tool_calls'))
    expect(filled.pendingChunk()).toBeUndefined()
  })

  it('tells calls without an index apart by their places', () => {
    const filled = new FilledArguments()
    filled.normalize(chunk({ tool_calls: [call({ arguments: '{"a":1}' }), { ...call({}), id: 'call_1' }] }))
    expect(filled.normalize(chunk({}, 'stop'))).toEqual(chunk({ tool_calls: [fragment('{}', 1)] }, 'stop'))
  })

  it('that ends without a finish is filled by a chunk of its own, once', () => {
    const filled = new FilledArguments()
    filled.normalize({ ...chunk({ tool_calls: [call({ arguments: null }, 2)] }), usage: { prompt_tokens: 1 } })
    expect(filled.pendingChunk()).toEqual({
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { tool_calls: [fragment('{}', 2)] }, logprobs: null, finish_reason: null }],
    })
    expect(filled.pendingChunk()).toBeUndefined()
  })
})
