import { expect, it } from 'bun:test'
import { chatCall } from '../testing/chat-call.ts'
import { plainChatOf } from './plain-chat.ts'

const MARK = { type: 'ephemeral' }

it('is the same call where there is nothing to leave out', () => {
  const call = chatCall({
    messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
    tools: [{ type: 'function', function: {} }],
  })
  expect(plainChatOf(call, [])).toEqual({ call, dropped: [] })
})

it('leaves out what upstream does not read, and names what is missed', () => {
  const call = chatCall({
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'a', cache_control: MARK }] },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'hm',
        thinking_blocks: [{}],
        tool_calls: [{ id: 'c', type: 'function', function: {}, extra_content: {}, cache_control: MARK }],
      },
    ],
    tools: [{ type: 'function', function: {}, cache_control: MARK }],
    top_k: 4,
  })
  const plain = plainChatOf(call, ['reasoning_content'])
  expect(plain.dropped.toSorted()).toEqual(['cache_control', 'top_k'])
  expect(plain.call.body).toEqual({
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: null, reasoning_content: 'hm', tool_calls: [{ id: 'c', type: 'function', function: {} }] },
    ],
    tools: [{ type: 'function', function: {} }],
  })
  expect(JSON.parse(plain.call.rawBody)).toEqual(plain.call.body)
})

it('is the very same call where nothing must change', () => {
  const call = chatCall({ messages: [{ role: 'user', content: 'hi' }] })
  expect(plainChatOf(call, []).call).toBe(call)
})

it('shows the pictures of results after all results of the turn', () => {
  const picture = { type: 'image_url', image_url: { url: 'https://a.example' } }
  const result = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content })
  const call = chatCall({
    messages: [result('a', [{ type: 'text', text: 'one' }, picture]), result('b', [picture]), { role: 'user', content: 'go on' }],
  })
  expect(plainChatOf(call, []).call.body['messages']).toEqual([
    result('a', 'one'),
    result('b', 'See below.'),
    { role: 'user', content: [{ type: 'text', text: 'The tool results above hold:' }, picture, picture] },
    { role: 'user', content: 'go on' },
  ])
})
