import { describe, expect, test } from 'bun:test'
import { EMPTY_REPLY, readLine, readWhole } from './chat-reply.ts'

const read = (...lines: readonly string[]) => lines.reduce(readLine, EMPTY_REPLY)

describe('a stream', () => {
  test('is put together from its events, and its end and comments add nothing', () => {
    const reply = read(
      ': comment',
      'data: {"choices":[{"delta":{"role":"assistant","reasoning_content":"so"}}]}',
      'data: {"choices":[{"delta":{"content":"你"}}]}',
      '',
      'data:{"choices":[{"delta":{"content":"好"}}]}',
      'data: {"choices":[],"usage":{"total_tokens":3}}',
      'data: [DONE]',
    )
    expect(reply).toEqual({ text: '你好', reasoning: 'so', toolCalls: [], failure: '' })
  })

  test('gathers the arguments of each tool call', () => {
    const reply = read(
      'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"add","arguments":""}}]}}]}',
      'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":"}}]}}]}',
      'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}},{"index":1,"function":{"name":"sub"}}]}}]}',
    )
    expect(reply.toolCalls).toEqual([
      { name: 'add', arguments: '{"a":1}' },
      { name: 'sub', arguments: '' },
    ])
  })

  test('keeps what was said before an error', () => {
    const reply = read(
      'data: {"choices":[{"delta":{"content":"half"}}]}',
      'data: {"error":{"message":"upstream broke off"}}',
      'data: {broken',
    )
    expect(reply).toMatchObject({ text: 'half', failure: 'upstream broke off' })
  })
})

describe('a whole reply', () => {
  test('is what the model said', () => {
    expect(readWhole('{"choices":[{"message":{"content":"hello"}}]}')).toMatchObject({ text: 'hello', failure: '' })
  })

  test('may be a refusal of the relay or of the management API', () => {
    expect(readWhole('{"error":{"message":"no channel"}}').failure).toBe('no channel')
    expect(readWhole('{"success":false,"message":"not yours"}').failure).toBe('not yours')
    expect(readWhole('<html>')).toEqual(EMPTY_REPLY)
  })
})
