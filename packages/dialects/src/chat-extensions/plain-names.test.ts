import { expect, it } from 'bun:test'
import type { ChatReply } from '../model/event.ts'
import type { NativeWire } from '../model/provider.ts'
import { chatCall } from '../testing/chat-call.ts'
import { withPlainNames } from './plain-names.ts'

const LONG = `mcp__${'a'.repeat(70)}`
const SHORT = `mcp__${'a'.repeat(59)}`

const fn = (name: string) => ({ type: 'function', function: { name, arguments: '{}' } })

const reply: ChatReply = {
  text: '',
  reasoning: '',
  toolCalls: [
    { id: 'c', name: SHORT, arguments: '{}' },
    { id: 'd', name: 'unknown', arguments: '{}' },
  ],
  finishReason: 'tool_calls',
  usage: undefined,
}

const begun = (name: string) => ({ kind: 'tool-call-begun', index: 0, id: 'c', name }) as const

const wire: NativeWire = {
  kind: 'native',
  decode: (body) => (body === '' ? { ok: false, failure: { fault: 'broken', message: '' } } : { ok: true, value: reply }),
  openStream: () => ({ push: () => [begun(SHORT), { kind: 'text', text: 'a' }], end: () => [begun('a_b')] }),
}

it('is the same where every name passes, one that begins with a figure too', () => {
  const call = chatCall({ messages: [{ role: 'assistant', tool_calls: [fn('2fa')] }], tools: [fn('a-b'), fn('x'.repeat(64)), {}] })
  const named = withPlainNames({ call, wire })
  expect([named.call === call, named.wire === wire]).toEqual([true, true])
})

it('gives names that pass wherever a function is named', () => {
  const messages = [{ role: 'user', content: 'hi' }, { role: 'assistant', content: null, tool_calls: [fn(LONG)] }, 7]
  const call = chatCall({ messages, tools: [fn(LONG), fn('a.b'), { type: 'web_search' }], tool_choice: fn(LONG), seed: 1 })
  const named = withPlainNames({ call, wire }).call
  expect(named.body).toEqual({
    messages: [{ role: 'user', content: 'hi' }, { role: 'assistant', content: null, tool_calls: [fn(SHORT)] }, 7],
    tools: [fn(SHORT), fn('a_b'), { type: 'web_search' }],
    tool_choice: fn(SHORT),
    seed: 1,
  })
  expect(JSON.parse(named.rawBody)).toEqual(named.body)
})

it('names what is allowed as it is offered, and words as they are', () => {
  const allowed = (name: string) => ({ type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [fn(name)] } })
  const tools = [fn(LONG), fn(`${LONG}x`)]
  const [first, second] = [withPlainNames({ call: chatCall({ tools, tool_choice: allowed(`${LONG}x`) }), wire }).call.body, 'auto']
  expect(first).toMatchObject({ tools: [fn(SHORT), fn(`${SHORT.slice(0, 62)}_2`)], tool_choice: allowed(`${SHORT.slice(0, 62)}_2`) })
  expect(withPlainNames({ call: chatCall({ tools, tool_choice: second }), wire }).call.body['tool_choice']).toBe('auto')
})

it('tells the caller its own names', () => {
  const call = chatCall({ messages: [], tools: [fn(LONG), fn('a.b')] })
  const named = withPlainNames({ call, wire }).wire
  const whole = named.decode('{}', call)
  expect(whole.ok && whole.value.toolCalls.map(({ name }) => name)).toEqual([LONG, 'unknown'])
  expect(named.decode('', call)).toEqual({ ok: false, failure: { fault: 'broken', message: '' } })
  const stream = named.openStream(call)
  expect([...stream.push(new Uint8Array()), ...stream.end()]).toEqual([begun(LONG), { kind: 'text', text: 'a' }, begun('a.b')])
})
