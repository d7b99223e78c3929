import { describe, expect, it } from 'bun:test'
import { arrayAt, isObject, objectAt, parseJson } from '@weir/dialects/json'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { providers } from './index.ts'

const target = { baseUrl: 'https://up.test', key: 'k', other: 'account', config: {}, modelMapping: {}, systemPrompt: '' }
const context = { now: 0, nonce: () => 'n', accessToken: '' }

const callOf = (body: object) => {
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

const chatOf = (id: string) => {
  const provider = [...providers.values()].find((each) => each.id === id)
  if (provider?.chat === undefined) throw new Error(`${id} has no chat`)
  return provider.chat
}

const sentBy = (id: string, body: object) => parseJson(String(chatOf(id).encode(callOf(body), target, context).body))

const normalizedBy = (id: string, reply: object): unknown => {
  const { wire } = chatOf(id)
  return wire.kind === 'same' ? wire.openNormalizer?.(callOf({})).normalize({ id: 'a', ...reply }) : undefined
}

describe('what changes one of several leaves the others and is not left out', () => {
  it('of the tools of Cohere, of which one is strict', () => {
    const tool = (name: string, strict: boolean) => ({ type: 'function', function: { name, strict, parameters: { type: 'object' } } })
    expect(sentBy('cohere', { tools: [tool('a', false), tool('b', true)] })).toMatchObject({ strict_tools: true })
    expect(sentBy('cohere', { tools: [tool('a', false)] })).not.toHaveProperty('strict_tools')
  })

  it('of the calls that Mistral is told, of which one has an id that it would refuse', () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
    const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' })
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: '', tool_calls: [call('abcdefghi'), call('call_with_a_long_id')] },
      answer('abcdefghi'),
      answer('call_with_a_long_id'),
    ]
    const sent = arrayAt(sentBy('mistral', { messages }), 'messages')
    const ids = arrayAt(sent[1], 'tool_calls').map((each) => (isObject(each) ? each['id'] : undefined))
    expect(ids).toEqual(['abcdefghi', expect.stringMatching(/^[A-Za-z0-9]{9}$/)])
    expect(sent.slice(2).map((each) => (isObject(each) ? each['tool_call_id'] : undefined))).toEqual(ids)
  })

  it('of the parts of a message to Mistral, of which one is a file', () => {
    const file = { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } }
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'hi' }, file] }]
    const [message] = arrayAt(sentBy('mistral', { messages }), 'messages')
    expect(arrayAt(message, 'content')).toEqual([
      { type: 'text', text: 'hi' },
      { type: 'document_url', document_url: 'data:application/pdf;base64,AAAA', document_name: 'a.pdf' },
    ])
  })

  it('of the answers of Mistral, of which one names its source', () => {
    const reference = { type: 'reference', url: 'https://page.test', title: 'A page' }
    const choice = (index: number, content: unknown) => ({ index, message: { role: 'assistant', content }, finish_reason: 'stop' })
    const reply = { choices: [choice(0, 'plain'), choice(1, [{ type: 'text', text: 'told' }, reference])] }
    const choices = arrayAt(normalizedBy('mistral', reply), 'choices')
    expect(choices.map((each) => arrayAt(objectAt(each, 'message'), 'annotations').length)).toEqual([0, 1])
  })

  it('of the answers of Cloudflare, of which one is an object', () => {
    const choice = (index: number, content: unknown) => ({ index, message: { role: 'assistant', content }, finish_reason: 'stop' })
    const choices = arrayAt(normalizedBy('cloudflare', { choices: [choice(0, 'text'), choice(1, { a: 1 })] }), 'choices')
    expect(choices.map((each) => objectAt(each, 'message')?.['content'])).toEqual(['text', '{"a":1}'])
  })
})
