import { describe, expect, it } from 'bun:test'
import { messagesWire } from './anthropic-messages/caller/caller-wire.ts'
import { messagesTools } from './anthropic-messages/caller/fee-tools.ts'
import { renderClaudeCall } from './anthropic-messages/render-call.ts'
import { geminiWire } from './gemini/caller/caller-wire.ts'
import { geminiTools } from './gemini/caller/fee-tools.ts'
import { renderGeminiCall } from './gemini/render-call.ts'
import type { CallerWire, WireCall } from './model/caller-wire.ts'
import { UnsupportedInput } from './model/unsupported-input.ts'
import { parseChatCall } from './openai-chat/parse-call.ts'
import { responsesWire } from './openai-responses/caller-wire.ts'
import { compactionWire } from './openai-responses/compaction-wire.ts'

type Told = readonly [param: string, message: string] | 'accepted'

const toldBy = (work: () => unknown): Told => {
  try {
    const result = work()
    return result instanceof UnsupportedInput ? [result.param, result.message] : 'accepted'
  } catch (error) {
    if (error instanceof UnsupportedInput) return [error.param, error.message]
    throw error
  }
}

const parsed = (wire: CallerWire, body: object): WireCall => {
  const result = wire.parseCall({ rawBody: JSON.stringify(body), headers: {}, address: { model: 'm', isStream: false, query: '' } })
  if (!result.ok) throw new Error(result.problem.en)
  return result.call
}

it('is an error of its own name', () => {
  const error = new UnsupportedInput('tools[0]', 'no')
  expect([String(error), error.param]).toEqual(['UnsupportedInput: no', 'tools[0]'])
})

const FORCED = 'This model cannot be made to search: leave the choice to it'
const search = { type: 'web_search_20250305', name: 'web_search' }

describe('a response that is asked of a chat', () => {
  const asked = (body: object) => toldBy(() => parsed(responsesWire, { model: 'm', input: 'hi', ...body }).chat)
  const said = (...content: readonly unknown[]) => ({ input: [{ role: 'user', content }] })
  const keeps = (field: string, hint = ''): Told => [
    field,
    `This model keeps nothing between calls: send the whole conversation as input instead of ${field}${hint}`,
  ]
  const tool = (at: number, name: string): Told => [
    `tools[${at}]`,
    `This model cannot use the tool ${name}: leave it out, or give it a function of yours`,
  ]
  const own = { type: 'function', name: 'f', parameters: {} }

  it.each<readonly [object, Told]>([
    [{}, 'accepted'],
    [{ previous_response_id: 'x' }, keeps('previous_response_id', ', or have the operator set the option ResponseStoreHours')],
    [{ conversation: 'x' }, keeps('conversation')],
    [{ prompt: { id: 'x' } }, keeps('prompt')],
    [{ prompt: null }, 'accepted'],
    [{ tools: [own, { type: 'web_search' }] }, 'accepted'],
    [
      { tools: [{ type: 'web_search', filters: { allowed_domains: ['a.test'] } }] },
      ['tools[0].filters', "This model's search cannot be limited by filters: leave it out, or ask another model"],
    ],
    [{ tools: [{ type: 'web_search' }], tool_choice: 'required' }, ['tool_choice', FORCED]],
    [{ tools: [{ type: 'web_search' }], tool_choice: 'none' }, 'accepted'],
    [{ tools: [{ type: 'x'.repeat(65) }] }, tool(0, 'x'.repeat(64))],
    [{ tools: [{}] }, tool(0, 'of an unknown type')],
    [{ tools: [{ type: 'shell', environment: { type: 'remote' } }] }, tool(0, 'shell')],
    [{ tools: [own, { type: 'shell', environment: { type: 'local' } }] }, 'accepted'],
    [{ tools: [own, { type: 'web_search', external_web_access: false }] }, 'accepted'],
    ...['local_shell', 'apply_patch', 'tool_search', 'namespace'].map((type) => [{ tools: [own, { type }] }, 'accepted'] as const),
    [
      said({ type: 'input_image', file_id: 'x' }),
      ['input[0].content[0]', 'An image must be sent as image_url; stored files are not available'],
    ],
    [
      said({ type: 'input_file', file_id: 'x' }),
      ['input[0].content[0]', 'A file must be sent as file_data; stored and linked files are not available'],
    ],
    [said({ type: 'input_text', text: 7 }), ['input[0].content[0].text', 'The words of a part must be a text']],
    [said({ type: 'hologram' }), ['input[0].content[0]', 'A part of a message has a type that is not supported']],
    [{ input: [{ role: 'user', content: 7 }] }, ['input[0].content', 'Content must be a text or an array of parts']],
    [{ input: [{ type: 'y'.repeat(65) }] }, ['input[0]', `This model cannot read an item of the type ${'y'.repeat(64)}`]],
    [
      {
        input: [
          { type: 'item_reference', id: 'x' },
          { role: 'user', content: 'hi' },
        ],
      },
      [
        'input[0]',
        'This model keeps nothing between calls: set store to false, so that items are sent and not referred to, or have the operator set the option ResponseStoreHours',
      ],
    ],
  ])('%j', (body, told) => {
    expect(asked(body)).toEqual(told)
  })
})

it('a compaction cannot be asked of a chat', () => {
  expect(toldBy(() => parsed(compactionWire, { model: 'm', input: 'hi' }).chat)).toEqual([
    'responses/compact',
    'This model cannot compact a conversation',
  ])
})

describe('a message that is asked of a chat', () => {
  const asked = (body: object) =>
    toldBy(() => parsed(messagesWire, { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], ...body }).chat)
  const said = (...content: readonly unknown[]) => ({ messages: [{ role: 'user', content }] })
  const at = 'messages[0].content[0]'

  it.each<readonly [object, Told]>([
    [{}, 'accepted'],
    [
      { tools: [{ name: 'f' }, { type: 'code_execution_20250522', name: 'code' }] },
      ['tools[1]', "Only Anthropic's models know the tool code_execution_20250522; declare a tool of your own instead"],
    ],
    [{ tools: [{ name: 'f' }, search] }, 'accepted'],
    [{ tools: [search], tool_choice: { type: 'any' } }, ['tool_choice', FORCED]],
    [{ tools: [search], tool_choice: { type: 'tool', name: 'web_search' } }, ['tool_choice', FORCED]],
    [
      { tools: [{ ...search, blocked_domains: ['a.test'] }] },
      ['tools[0].blocked_domains', "This model's search cannot be limited by blocked_domains: leave it out, or ask another model"],
    ],
    [
      { mcp_servers: [{ url: 'x' }] },
      ['mcp_servers', "Only Anthropic's own endpoint calls MCP servers; offer their tools as tools of your own"],
    ],
    [{ mcp_servers: [] }, 'accepted'],
    [
      said({ type: 'image', source: { type: 'file', file_id: 'x' } }),
      [`${at}.source`, 'An image must be sent as base64 or url; stored files are not available'],
    ],
    [said({ type: 'image', source: { type: 'url', url: 'https://x' } }), 'accepted'],
    [
      said({ type: 'document', source: { type: 'url', url: 'https://x' } }),
      [`${at}.source`, 'A document must be sent as base64 or text; stored and linked files are not available'],
    ],
    [
      said({ type: 'document', source: { type: 'content', content: [{ type: 'text' }] } }),
      [`${at}.source.content[0].text`, 'The words of a block must be a text'],
    ],
    [said({ type: 'z'.repeat(65) }), [at, `This model cannot read a block of the type ${'z'.repeat(64)}`]],
  ])('%j', (body, told) => {
    expect(asked(body)).toEqual(told)
  })

  it.each<readonly [object, object]>([
    [
      { type: 'document', source: { type: 'content', content: 'words' } },
      { type: 'text', text: 'words' },
    ],
    [
      {
        type: 'document',
        title: 'T',
        source: {
          type: 'content',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      },
      { type: 'text', text: 'T\n\na\nb' },
    ],
    [
      { type: 'document', title: '', source: { type: 'text', data: 'words' } },
      { type: 'text', text: 'words' },
    ],
    [
      { type: 'document', source: { type: 'base64', data: 'AA' } },
      { type: 'file', file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AA' } },
    ],
    [
      { type: 'search_result', title: 'T', source: 'https://x', content: [{ type: 'text', text: 'a' }] },
      { type: 'text', text: 'T\nhttps://x\na' },
    ],
    [
      { type: 'image', source: { type: 'base64', data: 'AA' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
    ],
  ])('reads %j as %j', (block, part) => {
    const marked = { ...block, cache_control: { type: 'ephemeral' } }
    const { chat } = parsed(messagesWire, { model: 'm', max_tokens: 9, ...said(marked) })
    if (chat instanceof UnsupportedInput) throw chat
    expect(chat.body['messages']).toEqual([{ role: 'user', content: [{ ...part, cache_control: { type: 'ephemeral' } }] }])
  })
})

describe("content of Google's wire that is asked of a chat", () => {
  const HI = [{ role: 'user', parts: [{ text: 'hi' }] }]
  const asked = (body: object) => toldBy(() => parsed(geminiWire, { contents: HI, ...body }).chat)
  const said = (...parts: readonly unknown[]) => ({ contents: [{ role: 'user', parts }] })
  const at = 'contents[0].parts[0]'
  const config = (generationConfig: object) => ({ generationConfig })
  const LINKED = 'This model reads linked pictures only; send other files as inlineData'
  const OWN_FILE = 'This model cannot read a file in an answer of its own; send it in a turn of the user'

  it.each<readonly [object, Told]>([
    [{}, 'accepted'],
    [
      { tools: [{ functionDeclarations: [] }, { ['g'.repeat(65)]: {} }] },
      [`tools[1].${'g'.repeat(64)}`, `Only Google's models know the tool ${'g'.repeat(64)}; declare a function of your own instead`],
    ],
    [{ tools: [{ googleSearch: null }] }, 'accepted'],
    [{ cachedContent: 'x' }, ['cachedContent', "Only Google's own endpoint keeps such content: send it as part of the contents"]],
    [{ cachedContent: null }, 'accepted'],
    [config({ candidateCount: 2 }), ['generationConfig.candidateCount', 'This model gives one answer at a time']],
    [config({ candidateCount: 1 }), 'accepted'],
    [config({ responseModalities: ['AUDIO'] }), ['generationConfig.responseModalities', 'This model does not speak']],
    [config({ responseModalities: ['TEXT'] }), 'accepted'],
    [
      config({ responseMimeType: 'text/csv' }),
      ['generationConfig.responseMimeType', 'This model answers in text/plain or application/json, not in text/csv'],
    ],
    [{ contents: [{ role: 'robot', parts: [] }] }, ['contents[0].role', 'The role must be user or model']],
    [said({ hologram: {} }), [`${at}.hologram`, 'This model cannot read such a part']],
    [said({}), [at, 'This model cannot read such a part']],
    [said({ inlineData: { mimeType: 'video/mp4', data: 'AA' } }), [`${at}.inlineData.mimeType`, 'This model cannot read video/mp4']],
    [said({ fileData: { fileUri: 'https://x/a.pdf', mimeType: 'application/pdf' } }), [`${at}.fileData`, LINKED]],
    [said({ fileData: { fileUri: 'gs://x/a.png' } }), [`${at}.fileData`, LINKED]],
    [said({ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/x' } }), [`${at}.fileData`, LINKED]],
    [said({ fileData: { fileUri: 'https://x/a.png', mimeType: 'image/png' } }), 'accepted'],
    [{ contents: [{ role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: 'AA' } }] }] }, [`${at}.inlineData`, OWN_FILE]],
    [{ contents: [{ role: 'model', parts: [{ fileData: { fileUri: 'x' } }] }] }, [`${at}.fileData`, OWN_FILE]],
    [{ systemInstruction: { parts: [{ inlineData: {} }] } }, ['systemInstruction.parts[0]', 'Instructions must be text']],
  ])('%j', (body, told) => {
    expect(asked(body)).toEqual(told)
  })
})

describe('a chat that is asked of another wire', () => {
  const chat = (body: object) => {
    const call = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }))
    if (!call.ok) throw new Error(call.problem.en)
    return call.call
  }
  const toClaude = (body: object) =>
    toldBy(() =>
      renderClaudeCall(chat(body), { model: 'claude-sonnet-4-5', systemPrompt: '', takesImageLinks: false, takesSampling: true }),
    )
  const toGemini = (body: object) =>
    toldBy(() => renderGeminiCall(chat(body), { model: 'gemini-2.5-flash', systemPrompt: '', isVertex: false }))
  const said = (part: unknown, role = 'user') => ({ messages: [{ role, content: [part] }] })
  const image = (url: string) => ({ type: 'image_url', image_url: { url } })
  const at = 'messages[0].content[0]'
  const SEARCH = 'Searching the web is not offered with this model. Leave it out, or give the model a function that searches'

  it.each<readonly [object, Told]>([
    [{}, 'accepted'],
    [{ n: 2 }, ['n', 'This model gives one answer at a time']],
    [{ web_search_options: {} }, ['web_search_options', SEARCH]],
    [{ web_search_options: false }, 'accepted'],
    [{ tools: [{ type: 'function', function: { name: 'f' } }, { type: 'web_search_preview' }] }, ['tools[1]', SEARCH]],
    [{ tools: [{ type: 'web_fetch_x' }] }, ['tools[0]', SEARCH]],
    [said(image('ftp://x')), [at, 'The address must be an http address or a data URL with base64 content']],
    [said(image('data:image/png,AA')), [at, 'The address must be an http address or a data URL with base64 content']],
    [said({ type: 'file', file: { file_id: 'x' } }), [at, 'A file must be sent as file_data in a data URL with base64 content']],
    [said({ type: 'hologram' }), [at, 'A part of a message has a type that is not supported']],
    [said(image('https://x/y.png')), [at, 'This model takes images only as data URLs']],
    [said(image('data:image/png;base64,iVBORw0KGgo')), 'accepted'],
  ])('%j is the same for Claude and Gemini', (body, told) => {
    expect(toClaude(body)).toEqual(told)
    expect(toGemini(body)).toEqual(told)
  })

  it('may hold what one of them cannot read', () => {
    const audio = { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } }
    expect(toClaude(said(audio))).toEqual([at, 'This model does not take audio'])
    expect(toGemini(said(audio))).toBe('accepted')
    const gif = image('data:image/gif;base64,R0lGODlh')
    expect(toGemini(said(gif))).toEqual([at, 'This model does not take GIF images'])
    expect(toClaude(said(gif))).toBe('accepted')
    const tool = { tools: [{ type: 'q'.repeat(65) }] }
    expect(toGemini(tool)).toEqual(['tools[0]', `This model can be given functions only: leave out the tool ${'q'.repeat(64)}`])
    expect(toGemini({ tools: [{}] })).toEqual(['tools[0]', 'This model can be given functions only: leave out the tool of an unknown type'])
  })
})

describe("a tool that costs a fee, on the vendor's own wire", () => {
  const nothing = { sells: () => false, isReasoning: false }
  const messages = (...tools: readonly object[]) => toldBy(() => messagesTools.sold({ tools }, nothing))
  const gemini = (...tools: readonly object[]) => toldBy(() => geminiTools.sold({ tools }, nothing))

  it('is refused where Anthropic runs it and it has no price, and not where the caller does', () => {
    expect(messages({ name: 'f' }, { type: 'web_search_20250305' })).toEqual([
      'tools[1]',
      "The tool web_search_20250305 has no price for this model: leave it out, or have fees.webSearch set in the model's price sheet",
    ])
    for (const type of ['custom', 'bash_1', 'text_editor_1', 'computer_1', 'memory_1', 'tool_search_tool_x', 'web_fetch_1', 'mcp_toolset'])
      expect(messages({ type })).toBe('accepted')
    for (const type of ['customs', 'code_execution_1', 'mcp_toolsets', 'bash']) expect(messages({ type })).not.toBe('accepted')
  })

  it('is refused where Google runs it and it has no price', () => {
    expect(gemini({ functionDeclarations: [] }, { googleSearch: {} })).toEqual([
      'tools[1].googleSearch',
      "The tool googleSearch has no price for this model: leave it out, or have fees.webSearch or fees.groundedPrompt set in the model's price sheet",
    ])
    for (const name of ['functionDeclarations', 'codeExecution', 'urlContext', 'computerUse'])
      expect(gemini({ [name]: {} })).toBe('accepted')
    expect(gemini({ ['h'.repeat(65)]: {} })).toEqual([
      `tools[0].${'h'.repeat(64)}`,
      `The tool ${'h'.repeat(64)} has no price for this model: leave it out`,
    ])
  })
})
