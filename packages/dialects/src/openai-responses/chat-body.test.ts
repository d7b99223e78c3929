import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { chatBodyOf, droppedFromChat } from './chat-body.ts'
import { parseResponsesCall } from './parse-call.ts'
import { sealReasoning } from './sealed-reasoning.ts'

const messagesOf = (input: unknown, over: object = {}) => chatBodyOf({ model: 'm', input, ...over })['messages']

const refusedParam = (body: object): string | undefined => {
  try {
    chatBodyOf({ model: 'm', input: 'hi', ...body })
    return undefined
  } catch (error) {
    return error instanceof UnsupportedInput ? error.param : String(error)
  }
}

describe('a call for a response, as a chat', () => {
  it('begins with the instructions', () => {
    expect(messagesOf('hi', { instructions: 'Be brief.' })).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
    ])
  })

  it('is refused with the tool that is not to be had and what to do', () => {
    const call = () => chatBodyOf({ model: 'm', input: 'hi', tools: [{ type: 'file_search' }] })
    expect(call).toThrow(new Error('This model cannot use the tool file_search: leave it out, or give it a function of yours'))
  })

  it('shows images, files and sounds', () => {
    const content = [
      { type: 'input_text', text: 'What?' },
      { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'low' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
    ]
    expect(messagesOf([{ role: 'user', content }])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } },
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
        ],
      },
    ])
  })

  it('puts the thoughts, words and calls of a turn into one message', () => {
    const sealed = [{ type: 'thinking', thinking: 'hm', signature: 's' }]
    const call = (id: string) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'f', arguments: '{}' })
    const result = (id: string) => ({ type: 'function_call_output', call_id: id, output: `out ${id}` })
    const wireCall = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
    const reasoning = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'hm' }],
      encrypted_content: sealReasoning(sealed),
    }
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me see.' }] }
    const input = [{ role: 'user', content: 'hi' }, reasoning, said, call('1'), call('2'), result('1'), result('2'), call('3'), result('3')]
    expect(messagesOf(input)).toEqual([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: 'Let me see.',
        reasoning_content: 'hm',
        thinking_blocks: sealed,
        tool_calls: [wireCall('1'), wireCall('2')],
      },
      { role: 'tool', tool_call_id: '1', content: 'out 1' },
      { role: 'tool', tool_call_id: '2', content: 'out 2' },
      { role: 'assistant', content: null, tool_calls: [wireCall('3')] },
      { role: 'tool', tool_call_id: '3', content: 'out 3' },
    ])
  })

  it('shows earlier pictures again, and gives every seal back to what it seals', () => {
    const sealed = (...blocks: readonly JsonObject[]) => ({ type: 'reasoning', summary: [], encrypted_content: sealReasoning(blocks) })
    const seal = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } })
    const input = [
      { role: 'user', content: 'draw' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Here:' }] },
      sealed({ type: 'text_signature', signature: 'QQ==' }),
      { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA' },
      { type: 'image_generation_call', id: 'ig_2', status: 'completed', result: 'BBBB' },
      sealed({ type: 'image_signature', signature: 'Qg==' }),
      { type: 'image_generation_call', id: 'ig_3', status: 'completed', result: null },
      { role: 'user', content: 'save' },
      sealed({ type: 'gemini_thought', text: 'hm', signature: 'VA==' }, { type: 'call_signature', call_id: '1', signature: 'Qw==' }),
      { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
      { type: 'function_call', call_id: '2', name: 'f', arguments: '{}', ...seal('RA==') },
    ]
    const picture = (data: string) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } })
    const called = (id: string, signature: string) => ({
      id,
      type: 'function',
      function: { name: 'f', arguments: '{}' },
      ...seal(signature),
    })
    expect(messagesOf(input)).toEqual([
      { role: 'user', content: 'draw' },
      { role: 'assistant', content: 'Here:', ...seal('QQ=='), images: [picture('AAAA'), { ...picture('BBBB'), ...seal('Qg==') }] },
      { role: 'user', content: 'save' },
      {
        role: 'assistant',
        content: null,
        thinking_blocks: [{ type: 'gemini_thought', text: 'hm', signature: 'VA==' }],
        tool_calls: [called('1', 'Qw=='), called('2', 'RA==')],
      },
    ])
  })

  it('asks for log probabilities by their number or by name', () => {
    const asked = (over: object) => {
      const { logprobs, top_logprobs: top } = chatBodyOf({ model: 'm', input: 'hi', ...over })
      return [logprobs, top]
    }
    expect(asked({ top_logprobs: 3 })).toEqual([true, 3])
    expect(asked({ include: ['message.output_text.logprobs'] })).toEqual([true, undefined])
    expect(asked({ include: ['reasoning.encrypted_content'] })).toEqual([undefined, undefined])
  })

  it('is refused with a tool that OpenAI runs itself, by its place', () => {
    const own = { type: 'function', name: 'f' }
    const hosted = ['file_search', 'code_interpreter', 'image_generation', 'computer_use_preview', 'mcp']
    for (const type of [...hosted, 'of_next_year']) expect([type, refusedParam({ tools: [own, { type }] })]).toEqual([type, 'tools[1]'])
    expect(refusedParam({ tools: [{ type: 'shell', environment: { type: 'container_auto' } }] })).toBe('tools[0]')
    expect(refusedParam({ tools: [own], tool_choice: { type: 'web_search' } })).toBe('tool_choice')
  })

  it('goes without the tools of a coding agent that a chat has no form for', () => {
    const own = { type: 'function', name: 'f' }
    const search = { type: 'web_search', external_web_access: false }
    const tools = [search, own, { type: 'local_shell' }, { type: 'tool_search' }, { type: 'shell', environment: { type: 'local' } }]
    expect(chatBodyOf({ model: 'm', input: 'hi', tools })['tools']).toEqual([{ type: 'function', function: { name: 'f' } }])
    expect(droppedFromChat({ tools })).toEqual(['tools[0]', 'tools[2]', 'tools[3]', 'tools[4]'])
  })

  it('offers the tools that the input brings along, those of a group by its name where two have the same', () => {
    const named = (name: string, description: string) => ({ type: 'function', name, description, parameters: {} })
    const brought = [
      named('shell', 'newest'),
      { type: 'custom', name: 'patch', description: 'p' },
      { type: 'namespace', name: 'files', tools: [named('read', 'a file'), named('stat', 's')] },
      { type: 'namespace', name: 'mail', tools: [named('read', 'a letter'), { type: 'local_shell' }] },
      { type: 'web_search', external_web_access: true },
    ]
    const input = [
      { type: 'additional_tools', role: 'developer', tools: [named('shell', 'older')] },
      { type: 'additional_tools', role: 'developer', tools: brought },
      { role: 'user', content: 'hi' },
      { type: 'function_call', call_id: 'c1', name: 'read', namespace: 'mail', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'a' },
    ]
    const body = { model: 'm', input, tool_choice: { type: 'function', name: 'read', namespace: 'files' } }
    const chat = chatBodyOf(body)
    const { tools } = chat as { readonly tools: readonly { readonly function: { readonly name: string; readonly description: string } }[] }
    expect(tools.map(({ function: { name, description } }) => [name, description])).toEqual([
      ['shell', 'newest'],
      ['patch', 'p'],
      ['files__read', 'a file'],
      ['stat', 's'],
      ['mail__read', 'a letter'],
    ])
    expect(chat['tool_choice']).toEqual({ type: 'function', function: { name: 'files__read' } })
    expect(chat['messages']).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'mail__read', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'a' },
    ])
    expect(droppedFromChat(body)).toEqual(['input[1].tools[3].tools[1]', 'input[1].tools[4]'])
    const refused = [{ type: 'additional_tools', tools: [{ type: 'file_search' }] }]
    expect(refusedParam({ input: refused })).toBe('input[0].tools[0]')
  })

  it('leaves out thoughts that only OpenAI can read, and what its own tools found', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAB' }
    const input = [
      reasoning,
      { type: 'item_reference', id: 'rs_2' },
      { type: 'web_search_call', id: 'ws_1' },
      { role: 'assistant', content: 'So.' },
    ]
    expect(messagesOf(input)).toEqual([{ role: 'assistant', content: 'So.' }])
  })

  it('asks for the same tools, form and limits', () => {
    const tool = { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: null }
    const format = { type: 'json_schema', name: 'p', strict: true, schema: { type: 'object' } }
    const body = chatBodyOf({
      model: 'm',
      input: 'hi',
      stream: true,
      max_output_tokens: 99,
      tools: [tool],
      tool_choice: { type: 'function', name: 'f' },
      text: { format, verbosity: 'low' },
      reasoning: { effort: 'high', summary: 'auto' },
      temperature: 0.5,
      parallel_tool_calls: false,
      metadata: { a: 'b' },
      store: true,
      include: ['reasoning.encrypted_content'],
    })
    expect(body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      max_completion_tokens: 99,
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      response_format: { type: 'json_schema', json_schema: { name: 'p', strict: true, schema: { type: 'object' } } },
      verbosity: 'low',
      reasoning_effort: 'high',
      temperature: 0.5,
      parallel_tool_calls: false,
    })
  })

  it('says nothing of calls side by side where no tool is left to call', () => {
    const asked = { model: 'm', input: 'hi', parallel_tool_calls: true }
    expect([chatBodyOf(asked), chatBodyOf({ ...asked, tools: [{ type: 'local_shell' }] })]).toEqual([
      { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
      { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
    ])
  })

  it('narrows the tools to those that are allowed', () => {
    const named = (name: string) => ({ type: 'function', name })
    const ask = (...allowed: readonly unknown[]) =>
      chatBodyOf({
        model: 'm',
        input: 'hi',
        tools: [named('a'), named('b')],
        tool_choice: { type: 'allowed_tools', mode: 'required', tools: allowed },
      })['tool_choice']
    expect(ask(named('b'), { type: 'web_search' })).toEqual({
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'b' } }] },
    })
    expect(ask({ type: 'web_search' })).toBe('none')
  })

  it('leaves out words that are only referred to where they lead up to a call', () => {
    const call = { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' }
    expect(messagesOf([{ type: 'item_reference', id: 'msg_1' }, { type: 'item_reference', id: 'rs_1' }, call])).toEqual([
      { role: 'assistant', content: null, tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    ])
  })

  it('offers a custom tool as a function of one text', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' }
    const tools = [{ type: 'custom', name: 'patch', description: 'Patches', format }]
    const input = [
      { type: 'custom_tool_call', call_id: '1', name: 'patch', input: 'a "b"' },
      { type: 'custom_tool_call_output', call_id: '1', output: 'done' },
    ]
    expect(chatBodyOf({ model: 'm', input, tools, tool_choice: { type: 'custom', name: 'patch' } })).toMatchObject({
      tools: [
        { type: 'function', function: { name: 'patch', description: 'Patches\n\nThe input must follow this lark grammar:\nstart: "x"' } },
      ],
      tool_choice: { type: 'function', function: { name: 'patch' } },
      messages: [
        { role: 'assistant', tool_calls: [{ id: '1', function: { name: 'patch', arguments: String.raw`{"input":"a \"b\""}` } }] },
        { role: 'tool', tool_call_id: '1', content: 'done' },
      ],
    })
  })

  it('is refused where something would have to be remembered or is stored elsewhere', () => {
    const user = (content: readonly object[]) => ({ input: [{ role: 'user', content }] })
    expect(refusedParam({ previous_response_id: 'resp_1' })).toBe('previous_response_id')
    expect(refusedParam({ conversation: 'conv_1' })).toBe('conversation')
    expect(refusedParam({ prompt: { id: 'pmpt_1' } })).toBe('prompt')
    expect(refusedParam({ input: [{ type: 'item_reference', id: 'msg_1' }] })).toBe('input[0]')
    expect(refusedParam({ input: [{ id: 'fc_1' }, { role: 'user', content: 'and?' }] })).toBe('input[0]')
    expect(refusedParam({ input: [{ id: 'fc_1', type: null }] })).toBe('input[0]')
    expect(refusedParam(user([{ type: 'input_image', file_id: 'file_1' }]))).toBe('input[0].content[0]')
    expect(refusedParam(user([{ type: 'input_file', file_url: 'https://a.example/a.pdf' }]))).toBe('input[0].content[0]')
    expect(
      refusedParam({
        input: [
          { type: 'item_reference', id: 'msg_1' },
          { role: 'user', content: 'and?' },
        ],
      }),
    ).toBe('input[0]')
    expect(
      refusedParam({
        input: [
          { type: 'item_reference', id: 'fc_1' },
          { type: 'function_call', call_id: '1', name: 'f' },
        ],
      }),
    ).toBe('input[0]')
    expect(refusedParam({ input: [{ type: 'computer_call' }] })).toBe('input[0]')
  })

  it('is refused where words have a wrong type and would be lost', () => {
    const refused = (content: unknown) => refusedParam({ input: [{ role: 'user', content }] })
    expect(refused(7)).toBe('input[0].content')
    expect(refused([{ type: 'input_text', text: 5 }])).toBe('input[0].content[0].text')
    expect(refused([{ type: 'refusal' }])).toBe('input[0].content[0].refusal')
  })
})

describe('the body of a call for a response', () => {
  const paramOf = (body: unknown): string | undefined => {
    const parsed = parseResponsesCall(typeof body === 'string' ? body : JSON.stringify(body))
    return parsed.ok ? undefined : parsed.problem.param
  }

  it('is refused by the field that is wrong', () => {
    expect(paramOf('[]')).toBe('')
    expect(paramOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toBe('')
    expect(paramOf({ input: 'hi' })).toBe('model')
    for (const input of [undefined, [], 5, ['hi']]) expect(paramOf({ model: 'm', input })).toBe('input')
    expect(paramOf({ model: 'm', input: 'hi', max_output_tokens: -1 })).toBe('max_output_tokens')
    expect(paramOf({ model: 'm', input: 'hi', background: true })).toBe('background')
    expect(paramOf({ model: 'm', prompt: { id: 'pmpt_1' } })).toBeUndefined()
  })

  it('counts what the model reads and not the size of a picture', () => {
    const image = { type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(100_000)}` }
    const parsed = parseResponsesCall(
      JSON.stringify({ model: 'm', instructions: 'x'.repeat(1000), input: [{ role: 'user', content: [image] }] }),
    )
    expect(parsed.ok && parsed.call.promptBytes).toBeWithin(1000, 1200)
  })
})
