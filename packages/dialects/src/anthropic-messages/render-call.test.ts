import { describe, expect, it } from 'bun:test'
import { isObject, type JsonObject } from '../json.ts'
import { parseChatCall } from '../openai-chat/parse-call.ts'
import { answersByTool } from './parse-reply.ts'
import { renderClaudeCall } from './render-call.ts'

const parsed = (body: object) => {
  const result = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }))
  if (!result.ok) throw new Error(result.problem.en)
  return result.call
}

const rendered = (body: object, model = 'claude-sonnet-4-5'): JsonObject => {
  const call: unknown = renderClaudeCall(parsed(body), {
    model,
    systemPrompt: '',
    takesImageLinks: false,
    takesSampling: true,
    canSearch: true,
  })
  return isObject(call) ? call : {}
}

const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object', properties: {} } } })

const CALLED = { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] }
const ANSWERED = { role: 'tool', tool_call_id: 'c', content: 'done' }

describe('a chat that is asked of Claude', () => {
  it.each([
    [{ temperature: 0.5 }, { temperature: 0.5 }],
    [{ temperature: 2 }, { temperature: 1 }],
    [{ temperature: -1 }, { temperature: 0 }],
    [{ top_p: 0.25 }, { top_p: 0.25 }],
    [{ top_p: 7 }, { top_p: 1 }],
    [
      { temperature: 0.5, top_p: 0.25 },
      { temperature: 0.5, top_p: undefined },
    ],
    [{ top_k: 9 }, { top_k: 9 }],
    [{ max_tokens: 7 }, { max_tokens: 7 }],
    [{ max_tokens: 64_000 }, { max_tokens: 64_000 }],
    [{ max_tokens: 64_001 }, { max_tokens: 64_000 }],
    [{ user: 'u-1' }, { metadata: { user_id: 'u-1' } }],
    [{ user: 'u-1', safety_identifier: 's' }, { metadata: { user_id: 's' } }],
    [{ user: 'ada@example.com' }, { metadata: undefined }],
    [{ user: '+49 170 1234567' }, { metadata: undefined }],
    [{ user: '' }, { metadata: undefined }],
    [{ tools: [tool('f')], tool_choice: 'none' }, { tool_choice: { type: 'none' } }],
    [{ tools: [tool('f')], tool_choice: 'auto' }, { tool_choice: { type: 'auto' } }],
    [{ tools: [tool('f')], tool_choice: 'required' }, { tool_choice: { type: 'any' } }],
    [
      { tools: [tool('f.g')], tool_choice: { type: 'function', function: { name: 'f.g' } } },
      { tool_choice: { type: 'tool', name: 'f_g' } },
    ],
    [{ web_search_options: {} }, { tools: [{ type: 'web_search_20250305', name: 'web_search' }], tool_choice: undefined }],
    [{ web_search_options: {}, tools: [tool('f')], tool_choice: 'none' }, { tool_choice: { type: 'none' } }],
    [{ messages: [{ role: 'user', content: 'hi' }, CALLED, ANSWERED], web_search_options: {} }, { tool_choice: undefined }],
    [{ messages: [{ role: 'user', content: 'hi' }, CALLED, ANSWERED] }, { tool_choice: { type: 'none' } }],
    [
      {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: '' },
          { role: 'user', content: 'ho' },
        ],
      },
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'hi' },
              { type: 'text', text: 'ho' },
            ],
          },
        ],
      },
    ],
    [{ tools: [tool('f')], parallel_tool_calls: true }, { tool_choice: undefined }],
    [{ tools: [tool('f')], parallel_tool_calls: false }, { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }],
    [
      { tools: [tool('f')], tool_choice: 'required', parallel_tool_calls: false },
      { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    ],
    [{ tools: [tool('f')], tool_choice: 'none', parallel_tool_calls: false }, { tool_choice: { type: 'none' } }],
  ])('%j becomes %j', (body, expected) => {
    const call = rendered(body)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, call[name]]))).toEqual({ ...expected })
  })
})

it('is answered by a tool of our own where a schema is asked for and the caller has no tool of that name', () => {
  const response_format = { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object', properties: {} } } }
  expect([
    answersByTool(parsed({ response_format })),
    answersByTool(parsed({ response_format, tools: [tool('f')] })),
    answersByTool(parsed({ response_format, tools: [tool('f'), tool('json_tool_call')] })),
    answersByTool(parsed({ response_format: { type: 'json_object' } })),
    answersByTool(parsed({})),
  ]).toEqual([true, true, false, false, false])
})

describe('a file that is asked about', () => {
  const source = (type: string) => {
    const file = { filename: 'f', file_data: `data:${type};base64,eyJhIjoxfQ==` }
    return JSON.stringify(rendered({ messages: [{ role: 'user', content: [{ type: 'file', file }] }] })['messages'])
  }

  it.each(['text/csv', 'application/json', 'application/xml', 'application/yaml', 'application/x-yaml', 'application/ld+json'])(
    'of the type %s is sent as text',
    (type) => {
      expect(source(type)).toContain('"source":{"type":"text","media_type":"text/plain","data":"{\\"a\\":1}"}')
    },
  )

  it.each(['application/pdf', 'application/jsonx', 'application/vnd.ms-excel'])('of the type %s is sent as it is', (type) => {
    expect(source(type)).toContain(`"source":{"type":"base64","media_type":"${type}","data":"eyJhIjoxfQ=="}`)
  })
})
