import { describe, expect, it } from 'bun:test'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { argumentsObject, readMessages } from './read-messages.ts'
import { readEffort, readResponseFormat, readStop, readToolChoice, readTools } from './read-options.ts'
import { parseDataUrl } from './read-parts.ts'
import { toolNames } from './tool-names.ts'

const user = (content: unknown) => ({ messages: [{ role: 'user', content }] })
const param = 'messages[0].content'

describe('reading messages', () => {
  it('knows every role, and puts the channel’s system prompt in place of the caller’s', () => {
    const messages = [
      { role: 'developer', content: 'own' },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    ]
    expect(readMessages({ messages }, '').map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(readMessages({ messages: messages.slice(1) }, 'channel')[0]).toMatchObject({ role: 'system', text: 'channel' })
  })

  it('are read as an empty message of the user where one is no object', () => {
    const empty = { role: 'user', parts: [] } as const
    expect(readMessages({ messages: [null, 5, 'x'] }, '')).toEqual([empty, empty, empty])
  })

  it('reads a data URL with its real type, whatever type it claims', () => {
    const parts = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,_9j_AA==' } }]
    expect(readMessages(user(parts), '')[0]).toEqual({
      role: 'user',
      parts: [{ kind: 'image', param: `${param}[0]`, source: { kind: 'inline', mimeType: 'image/jpeg', data: '/9j/AA==' } }],
    })
  })

  it('keeps a web address as it is and refuses any other', () => {
    const image = (url: string) => user([{ type: 'image_url', image_url: { url } }])
    expect(readMessages(image('https://example.com/a.png'), '')[0]).toMatchObject({ parts: [{ source: { kind: 'url' } }] })
    expect(() => readMessages(image('file:///etc/passwd'), '')).toThrow(UnsupportedInput)
  })

  it('refuses a part it does not know instead of leaving it out', () => {
    expect(() => readMessages(user([{ type: 'video_url' }]), '')).toThrow(UnsupportedInput)
  })

  it('keeps what an earlier answer said instead of answering', () => {
    const refused = { role: 'assistant', content: null, refusal: 'I cannot help with that.' }
    const both = { role: 'assistant', content: 'Well.', refusal: 'No.' }
    expect(readMessages({ messages: [refused, both] }, '')).toMatchObject([
      { text: 'I cannot help with that.', parts: [{ kind: 'text', param: 'messages[0].refusal' }] },
      { text: 'Well.No.', parts: [{ text: 'Well.' }, { text: 'No.' }] },
    ])
  })

  it('carries the seals of earlier thoughts', () => {
    const call = { id: 'c', function: { name: 'f', arguments: '{}' }, extra_content: { google: { thought_signature: 'QUJD' } } }
    const assistant = { role: 'assistant', content: '', thinking_blocks: [{ type: 'thinking', signature: 's' }], tool_calls: [call] }
    expect(readMessages({ messages: [assistant] }, '')[0]).toMatchObject({
      sealedReasoning: [{ type: 'thinking', signature: 's' }],
      toolCalls: [{ signature: 'QUJD' }],
    })
  })

  it('keeps parts and the marks of cached prefixes where they stand', () => {
    const mark = (ttl: string) => ({ type: 'ephemeral', ttl })
    const text = (words: string, ttl?: string) => ({ type: 'text', text: words, ...(ttl !== undefined && { cache_control: mark(ttl) }) })
    const fn = { name: 'f', arguments: '{}' }
    const messages = [
      { role: 'system', content: [text('fixed', '1h'), text('changing')] },
      { role: 'user', content: 'plain', cache_control: mark('user') },
      {
        role: 'assistant',
        content: [text('one', 'a'), text('two')],
        tool_calls: [
          { id: '1', function: fn, cache_control: mark('call') },
          { id: '2', function: { ...fn, cache_control: mark('fn') } },
        ],
      },
      { role: 'tool', tool_call_id: '1', content: [text('found', 'part')], cache_control: mark('result') },
    ]
    expect(readMessages({ messages }, '')).toMatchObject([
      { text: 'fixedchanging', parts: [{ text: 'fixed', cacheControl: { ttl: '1h' } }, { text: 'changing' }] },
      { parts: [{ text: 'plain', cacheControl: { ttl: 'user' } }] },
      {
        parts: [{ text: 'one', cacheControl: { ttl: 'a' } }, { text: 'two' }],
        toolCalls: [{ cacheControl: { ttl: 'call' } }, { cacheControl: { ttl: 'fn' } }],
      },
      { parts: [{ cacheControl: { ttl: 'part' } }], cacheControl: { ttl: 'result' } },
    ])
    const calls = [1, 2].map((id) => ({ id: String(id), function: fn }))
    const bare = { role: 'assistant', content: null, tool_calls: calls, cache_control: mark('message') }
    const [called] = readMessages({ messages: [bare] }, '')
    expect(called).toMatchObject({ toolCalls: [{ id: '1' }, { id: '2', cacheControl: { ttl: 'message' } }] })
    const [system] = readMessages({ messages }, '')
    expect(system?.parts[1]).not.toHaveProperty('cacheControl')
  })

  it('reads arguments that are not an object as none', () => {
    expect(argumentsObject({ id: '', name: 'f', arguments: '[1' })).toEqual({})
    expect(argumentsObject({ id: '', name: 'f', arguments: '{"a":1}' })).toEqual({ a: 1 })
  })
})

describe('reading options', () => {
  it('takes tools and choices in the current and the older spelling', () => {
    expect(readTools({ functions: [{ name: 'f' }] }).map((tool) => tool.name)).toEqual(['f'])
    expect(readToolChoice({ function_call: { name: 'f' } })).toEqual({ mode: 'named', name: 'f' })
    expect(readToolChoice({ tool_choice: { type: 'function', function: { name: 'f' } } })).toEqual({ mode: 'named', name: 'f' })
    expect(readToolChoice({ tool_choice: 'required' })).toEqual({ mode: 'required' })
  })

  it('gives the allowed functions alone, and whether one must be called', () => {
    const tools = ['a', 'b', 'c'].map((name) => ({ type: 'function', function: { name } }))
    const inChat = (mode: string, ...names: readonly string[]) => ({
      type: 'allowed_tools',
      allowed_tools: { mode, tools: names.map((name) => ({ type: 'function', function: { name } })) },
    })
    const body = { tools, tool_choice: inChat('required', 'a', 'c', 'elsewhere') }
    expect(readToolChoice(body)).toEqual({ mode: 'required', allowed: ['a', 'c', 'elsewhere'] })
    expect(readTools(body).map((tool) => tool.name)).toEqual(['a', 'c'])
    expect(readToolChoice({ tool_choice: inChat('auto', 'b') })).toEqual({ mode: 'auto', allowed: ['b'] })
    expect(readTools({ tools, tool_choice: inChat('auto') })).toEqual([])
    expect(readTools({ tools, tool_choice: 'required' }).map((tool) => tool.name)).toEqual(['a', 'b', 'c'])
  })

  it('reads the mark of a tool on itself and on its function', () => {
    const cache_control = { type: 'ephemeral' }
    const tools = [
      { type: 'function', function: { name: 'a' }, cache_control },
      { type: 'function', function: { name: 'b', cache_control } },
      { type: 'function', function: { name: 'c' } },
    ]
    expect(readTools({ tools }).map((tool) => tool.cacheControl)).toEqual([cache_control, cache_control, undefined])
  })

  it('takes allowed functions in the spelling of responses too', () => {
    const choice = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'b' }] }
    expect(readToolChoice({ tool_choice: choice })).toEqual({ mode: 'required', allowed: ['b'] })
  })

  it('leaves out stop sequences that are blank', () => {
    expect(readStop({ stop: ['a', ' ', 3] })).toEqual(['a'])
    expect(readStop({ stop: 'b' })).toEqual(['b'])
    expect(readStop({})).toEqual([])
  })

  it('knows the formats and efforts of the wire and nothing else', () => {
    expect(readResponseFormat({ response_format: { type: 'json_object' } })).toEqual({ kind: 'json-object' })
    expect(readResponseFormat({ response_format: { type: 'text' } })).toBeUndefined()
    expect(readEffort({ reasoning: { effort: 'xhigh' } })).toBe('xhigh')
    expect(readEffort({ reasoning_effort: 'extreme' })).toBeUndefined()
  })
})

describe('a data URL', () => {
  it('is read up to a head of ordinary length', () => {
    const inline = { kind: 'inline', mimeType: 'text/plain', data: 'QQ==' } as const
    expect(parseDataUrl('data:text/plain;charset=utf-8;base64,QQ==')).toEqual(inline)
    expect(parseDataUrl(`data:text/plain;name=${'n'.repeat(100)};base64,QQ==`)).toEqual(inline)
    expect(parseDataUrl(`data:text/plain;name=${'n'.repeat(300)};base64,QQ==`)).toBeUndefined()
    expect(parseDataUrl(`data:text/plain${';x'.repeat(300)};base64,QQ==`)).toBeUndefined()
  })
})

describe('tool names', () => {
  it('are changed only where a wire would refuse them, and found again', () => {
    const tools = ['a.b', 'a_b', '9x', 'y'.repeat(80)].map((name) => ({ type: 'function', function: { name } }))
    const names = toolNames({ tools })
    const wires = tools.map((tool) => names.toWire(tool.function.name))
    expect(wires).toEqual(['a_b_2', 'a_b', '_9x', 'y'.repeat(64)])
    expect(wires.map(names.fromWire)).toEqual(tools.map((tool) => tool.function.name))
  })
})
