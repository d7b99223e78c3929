import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { parseJson } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { messagesWire } from './caller-wire.ts'
import { renderMessagesCall } from './render-call.ts'

const HELLO = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] }
const MARK = { type: 'ephemeral', ttl: '1h' }
const CLOSED = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

const parse = (body: object) => messagesWire.parseCall({ rawBody: JSON.stringify(body), headers: {} })

const callOf = (body: object) => {
  const parsed = parse({ ...HELLO, ...body })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

const chatOf = (body: object) => {
  const { chat } = callOf(body)
  if (chat instanceof UnsupportedInput) throw chat
  return chat.body
}

const refusedParam = (body: object): string => {
  const { chat } = callOf(body)
  return chat instanceof UnsupportedInput ? chat.param : 'nothing'
}

const problemParam = (body: object): string => {
  const parsed = parse(body)
  return parsed.ok ? 'nothing' : parsed.problem.param
}

describe('a message as a chat', () => {
  it('keeps system blocks, their marks and the limit', () => {
    const system = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two', cache_control: MARK },
    ]
    expect(chatOf({ system })).toEqual({
      model: 'm',
      max_completion_tokens: 100,
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two', cache_control: MARK },
          ],
        },
        { role: 'user', content: 'hi' },
      ],
    })
    expect(
      chatOf({
        system: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      })['messages'],
    ).toEqual([
      { role: 'system', content: 'one\n\ntwo' },
      { role: 'user', content: 'hi' },
    ])
  })

  it('tells nobody else what Claude Code tells Anthropic to bill', () => {
    const billing = { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.0; cch=1f3a;' }
    expect(chatOf({ system: [billing, { type: 'text', text: 'one' }] })['messages']).toEqual([
      { role: 'system', content: 'one' },
      { role: 'user', content: 'hi' },
    ])
    expect(chatOf({ system: [billing] })['messages']).toEqual([{ role: 'user', content: 'hi' }])
  })

  it('shows images, documents and search results', () => {
    const content = [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
      { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'BBBB' } },
      { type: 'document', title: 'Notes', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
      { type: 'search_result', title: 'T', source: 'https://s.example', content: [{ type: 'text', text: 'found' }] },
    ]
    expect(chatOf({ messages: [{ role: 'user', content }] })['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' } },
          { type: 'text', text: 'Notes\n\nwords' },
          { type: 'text', text: 'T\nhttps://s.example\nfound' },
        ],
      },
    ])
  })

  it('gives calls and results, the results first, errors in words, and thoughts as they were signed', () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [thought, { type: 'text', text: 'well' }, { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and now' },
          { type: 'tool_result', tool_use_id: 't1', is_error: true, content: [{ type: 'text', text: 'no such file' }] },
        ],
      },
    ]
    expect(chatOf({ messages })['messages']).toEqual([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: 'well',
        reasoning_content: 'hm',
        thinking_blocks: [thought],
        tool_calls: [{ id: 't1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 't1', content: 'Error: no such file' },
      { role: 'user', content: 'and now' },
    ])
  })

  it('asks for tools, choices, effort, formats and sampling', () => {
    const tools = [{ name: 'f', description: 'd', input_schema: CLOSED, strict: true, cache_control: MARK }]
    const chat = chatOf({
      tools,
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      thinking: { type: 'enabled', budget_tokens: 5000 },
      output_config: { format: { type: 'json_schema', schema: CLOSED } },
      stop_sequences: ['END'],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 40,
      metadata: { user_id: `user_${'a'.repeat(100)}` },
      service_tier: 'standard_only',
      stream: true,
    })
    expect(chat).toMatchObject({
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: CLOSED, strict: true }, cache_control: MARK }],
      tool_choice: 'required',
      parallel_tool_calls: false,
      reasoning_effort: 'medium',
      response_format: { type: 'json_schema', json_schema: { name: 'response', strict: true, schema: CLOSED } },
      stop: ['END'],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 40,
      user: `user_${'a'.repeat(59)}`,
      service_tier: 'default',
      stream: true,
    })
    expect(chatOf({ tools, tool_choice: { type: 'tool', name: 'f' } })['tool_choice']).toEqual({
      type: 'function',
      function: { name: 'f' },
    })
    expect(chatOf({ output_config: { effort: 'xhigh' } })['reasoning_effort']).toBe('xhigh')
  })

  it('is strict only where OpenAI would take the schema as strict', () => {
    const { required: _, ...optional } = CLOSED
    for (const schema of [optional, { ...CLOSED, additionalProperties: true }, { ...CLOSED, properties: { a: { type: 'object' } } }]) {
      const chat = chatOf({
        tools: [{ name: 'f', input_schema: schema, strict: true }],
        output_config: { format: { type: 'json_schema', schema } },
      })
      expect(chat).toMatchObject({
        tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
        response_format: { type: 'json_schema', json_schema: { name: 'response', schema } },
      })
      expect(JSON.stringify(chat)).not.toContain('strict')
    }
  })

  it('is refused by the name of what a chat cannot say', () => {
    const image = { type: 'image', source: { type: 'file', file_id: 'file_1' } }
    expect(refusedParam({ messages: [{ role: 'user', content: [image] }] })).toBe('messages[0].content[0].source')
    expect(refusedParam({ tools: [{ type: 'code_execution_20250522', name: 'code' }] })).toBe('tools[0]')
    expect(refusedParam({ mcp_servers: [{ type: 'url', url: 'https://m.example' }] })).toBe('mcp_servers')
    expect(refusedParam({ messages: [{ role: 'user', content: [{ type: 'hologram' }] }] })).toBe('messages[0].content[0]')
  })

  it('names what it leaves out', () => {
    const found = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
    const cited = { type: 'document', source: { type: 'text', data: 'x' }, citations: { enabled: true } }
    const body = {
      ...HELLO,
      messages: [
        { role: 'user', content: [cited] },
        { role: 'assistant', content: [found, { type: 'text', text: 'so' }] },
      ],
      thinking: { type: 'disabled' },
      context_management: { edits: [] },
    }
    expect(messagesWire.droppedFromChat(body)).toEqual([
      'context_management',
      'thinking',
      'messages[0].content[0].citations',
      'messages[1].content[0]',
    ])
  })
})

describe('whatever stands in a message', () => {
  const names = ['type', 'text', 'source', 'content', 'id', 'input', 'name', 'thinking', 'signature', 'data', 'tool_use_id', 'is_error']
  const types = [
    'text',
    'image',
    'document',
    'tool_use',
    'tool_result',
    'thinking',
    'redacted_thinking',
    'search_result',
    'base64',
    'url',
    'content',
  ]
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...types),
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
      tie('list'),
      tie('block'),
    ),
    list: fc.array(tie('any'), { maxLength: 3 }),
    block: fc.dictionary(fc.constantFrom(...names), tie('any'), { maxKeys: 5 }),
  }))
  const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content: fc.oneof(value.list, fc.string()) })

  it('is a call, a problem or refused by name, and never a fault', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 3 }), value.any, value.list, (messages, system, tools) => {
        const parsed = parse({ ...HELLO, messages, system, tools, tool_choice: system, output_config: system, thinking: system })
        if (!parsed.ok) return
        messagesWire.droppedFromChat(parsed.call.body)
        expect(parsed.call.chat instanceof UnsupportedInput || Array.isArray(parsed.call.chat.body['messages'])).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a message at the door', () => {
  it('is refused for a wrong field by its name', () => {
    expect(problemParam({ ...HELLO, max_tokens: undefined })).toBe('max_tokens')
    expect(problemParam({ ...HELLO, max_tokens: 0 })).toBe('max_tokens')
    expect(problemParam({ ...HELLO, max_tokens: 1.5 })).toBe('max_tokens')
    expect(problemParam({ ...HELLO, messages: [] })).toBe('messages')
    expect(problemParam({ ...HELLO, messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] })).toBe(
      'messages[0].content[0].text',
    )
    expect(problemParam({ ...HELLO, system: 7 })).toBe('system')
    expect(problemParam({ max_tokens: 1, messages: HELLO.messages })).toBe('model')
  })

  it('goes without what would make it dearer', () => {
    const call = callOf({ speed: 'fast', inference_geo: 'us' })
    expect([call.dropped, JSON.parse(call.rawBody)]).toEqual([['inference_geo', 'speed'], HELLO])
  })

  it('may be counted without a limit', () => {
    const { max_tokens: _, ...counted } = HELLO
    expect(messagesWire.counting?.parseCall({ rawBody: JSON.stringify(counted), headers: {} }).ok).toBe(true)
  })
})

describe("a message to an upstream of Anthropic's wire", () => {
  const rendered = (body: object, options: { model?: string; systemPrompt?: string } = {}) =>
    renderMessagesCall(callOf(body), { model: 'm', systemPrompt: '', ...options })

  it('passes byte for byte', () => {
    const rawBody = '{ "max_tokens": 5,\n "model":"m", "messages":[{"role":"user","content":"hi"}], "unknown": 1.0 }'
    const parsed = messagesWire.parseCall({ rawBody, headers: {} })
    expect(parsed.ok && renderMessagesCall(parsed.call, { model: 'm', systemPrompt: '' })).toBe(rawBody)
  })

  it("takes the channel's model and system prompt", () => {
    expect(JSON.parse(rendered({ system: 'mine' }, { model: 'other', systemPrompt: 'yours' }))).toEqual({
      ...HELLO,
      model: 'other',
      system: 'yours',
    })
  })

  it('goes without the thoughts and seals of other upstreams', () => {
    const messages = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'weir.1.unsigned' },
          { type: 'redacted_thinking', data: 'weir.1.W10' },
          { type: 'thinking', thinking: 'signed', signature: 'theirs' },
          { type: 'tool_use', id: 'call_1_weir1_InMi', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1_weir1_InMi', content: 'x' }] },
    ]
    expect(parseJson(rendered({ messages }))).toHaveProperty('messages', [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'signed', signature: 'theirs' },
          { type: 'tool_use', id: 'call_1', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'x' }] },
    ])
  })

  it('is written anew where a tool with a fee may be hidden behind another', () => {
    const hidden =
      '{"tools":[{"type":"web_search_20250305"}],"model":"m","max_tokens":9,"messages":[{"role":"user","content":"x"}],"tools":[]}'
    const parsed = messagesWire.parseCall({ rawBody: hidden, headers: {} })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    expect(renderMessagesCall(parsed.call, { model: 'm', systemPrompt: '' })).not.toContain('web_search')
  })
})
