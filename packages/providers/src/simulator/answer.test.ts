import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import { replyProblems } from '../kit/conformance/reply-checks.ts'
import { answer } from './answer.ts'
import { simulator } from './index.ts'

const context = { now: 1_767_225_600_000, paceMs: 20 }
const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          unit: { enum: ['c', 'f'] },
          days: { type: 'integer' },
          at: { type: 'string', format: 'date' },
        },
        required: ['city', 'unit', 'days'],
      },
    },
  },
]
const ask = (body: JsonObject, text = 'Hello there, world') =>
  answer(
    {
      method: 'POST',
      url: 'simulator:/v1/chat/completions',
      headers: {},
      body: JSON.stringify({ model: 'simulator-echo', messages: [{ role: 'user', content: text }], ...body }),
    },
    context,
  )
const bytesOf = (reply: ReturnType<typeof answer>): Uint8Array => Buffer.concat(reply.pieces.map((piece) => piece.bytes))
const problems = (reply: ReturnType<typeof answer>, isStream: boolean, expected: JsonObject) =>
  replyProblems(simulator, {
    kind: 'reply',
    name: 'simulated',
    isStream,
    bytes: bytesOf(reply),
    expected: { ...expected, status: reply.status },
  })

const usage = { input: 19, output: 7 }
const call = { name: 'get_weather', arguments: '{"city":"example","unit":"c","days":1}' }

describe('the simulator', () => {
  it('echoes the last message, whole or word by word', () => {
    const expected = { answer: { text: 'Hello there, world', finishReason: 'stop', usage } }
    expect(problems(ask({}), false, expected)).toEqual([])
    expect(problems(ask({ stream: true, stream_options: { include_usage: true } }), true, expected)).toEqual([])
  })

  it('sends the pieces of a stream at the pace that was set', () => {
    const { pieces } = ask({ stream: true })
    expect(pieces).toHaveLength(5)
    expect(pieces.every((piece) => piece.afterMs === 20)).toBe(true)
  })

  it('calls the first tool with arguments that fit, and then echoes its result', () => {
    const reply = ask({ tools })
    expect(JSON.parse(bytesOf(reply).toString())).toMatchObject({
      choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ function: call }] } }],
    })
    const result = ask({
      tools,
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
      ],
    })
    expect(JSON.parse(bytesOf(result).toString())).toMatchObject({ choices: [{ message: { content: 'sunny' } }] })
  })

  it('stops at the limit of output', () => {
    expect(
      problems(ask({ max_tokens: 1 }), false, { answer: { text: 'Hello ', finishReason: 'length', usage: { input: 19, output: 3 } } }),
    ).toEqual([])
  })

  it('fails as it is told to', () => {
    expect(problems(ask({}, '!error 429'), false, { fault: 'rate-limited' })).toEqual([])
    expect(problems(ask({}, '!error 401'), false, { fault: 'bad-credential' })).toEqual([])
    expect(problems(ask({}, '!error 503'), false, { fault: 'overloaded' })).toEqual([])
    expect(problems(ask({ stream: true }, '!cut'), true, { cut: { text: '!cut' } })).toEqual([])
  })

  it('gives the same answer to the same request', () => {
    expect(bytesOf(ask({ tools }))).toEqual(bytesOf(ask({ tools })))
  })
})
