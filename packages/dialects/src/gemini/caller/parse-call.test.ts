import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { geminiWire } from './caller-wire.ts'
import { geminiCall, geminiChat, parseGemini } from '../../testing/gemini-call.ts'

const HELLO = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }

const refusedAt = (body: unknown): string => {
  const { chat } = geminiCall(body)
  return chat instanceof UnsupportedInput ? chat.param : 'nothing'
}

const config = (generationConfig: object) => ({ ...HELLO, generationConfig })
const part = (...parts: readonly object[]) => ({ contents: [{ role: 'user', parts }] })
const contentOf = (body: unknown): unknown => (geminiChat(body)['messages'] as readonly JsonObject[])[0]?.['content']

describe('a call as a chat', () => {
  it('may be written in either spelling, but for names that are not the wire’s', () => {
    const body = {
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: 'AAAA' } }] },
        { role: 'model', parts: [{ function_call: { name: 'f', args: { keep_this: { and_that: 1 } } } }] },
        { role: 'user', parts: [{ function_response: { name: 'f', response: { keep_this: 2 } } }] },
      ],
      tools: [{ function_declarations: [{ name: 'f', parameters_json_schema: { type: 'object', properties: { keep_this: {} } } }] }],
      tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['f'] } },
      generation_config: { max_output_tokens: 7, top_p: 0.5, stop_sequences: ['x'] },
    }
    expect(geminiChat(body)).toEqual({
      model: 'gemini-3-pro',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1_0', type: 'function', function: { name: 'f', arguments: '{"keep_this":{"and_that":1}}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1_0', content: '{"keep_this":2}' },
      ],
      max_completion_tokens: 7,
      top_p: 0.5,
      stop: ['x'],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: { keep_this: {} } } } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
    })
    expect(geminiCall(body).maxOutputTokens).toBe(7)
  })

  it("speaks JSON Schema where Google's clients speak its own", () => {
    const parameters = {
      type: 'OBJECT',
      nullable: true,
      propertyOrdering: ['type'],
      properties: {
        type: { type: 'ARRAY', items: { type: 'INTEGER', nullable: true }, min_items: '2' },
        any: { any_of: [{ type: 'STRING' }] },
      },
    }
    const schema = {
      type: ['object', 'null'],
      properties: { type: { type: 'array', items: { type: ['integer', 'null'] }, minItems: 2 }, any: { anyOf: [{ type: 'string' }] } },
    }
    expect(geminiChat({ ...HELLO, tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] })['tools']).toEqual([
      { type: 'function', function: { name: 'f', parameters: schema } },
    ])
    const asked = config({ responseMimeType: 'application/json', responseSchema: parameters })
    expect(geminiChat(asked)['response_format']).toEqual({ type: 'json_schema', json_schema: { name: 'response', schema } })
    expect(geminiChat(config({ responseSchema: parameters }))['response_format']).toEqual(geminiChat(asked)['response_format'])
    expect(geminiChat(config({ responseMimeType: 'application/json' }))['response_format']).toEqual({ type: 'json_object' })
  })

  it.each([
    [{ mode: 'AUTO' }, 'auto'],
    [{ mode: 'NONE' }, 'none'],
    [{ mode: 'ANY' }, 'required'],
    [{ mode: 'VALIDATED' }, 'auto'],
    [
      { mode: 'ANY', allowedFunctionNames: ['f'] },
      { type: 'function', function: { name: 'f' } },
    ],
    [
      { mode: 'ANY', allowedFunctionNames: ['f', 'g'] },
      {
        type: 'allowed_tools',
        allowed_tools: {
          mode: 'required',
          tools: [
            { type: 'function', function: { name: 'f' } },
            { type: 'function', function: { name: 'g' } },
          ],
        },
      },
    ],
  ])('chooses functions as asked: %j', (functionCallingConfig, choice) => {
    const tools = [{ functionDeclarations: [{ name: 'f' }, { name: 'g' }] }]
    expect(geminiChat({ ...HELLO, tools, toolConfig: { functionCallingConfig } })['tool_choice']).toEqual(choice)
  })

  it.each([
    [{ thinkingLevel: 'LOW' }, 'low'],
    [{ thinkingLevel: 'high' }, 'high'],
    [{ thinkingBudget: 1024 }, 'low'],
    [{ thinkingBudget: 8192 }, 'medium'],
    [{ thinkingBudget: 8193 }, 'high'],
    [{ thinkingBudget: -1 }, undefined],
    [{ thinkingBudget: 0 }, undefined],
  ])('thinks as much as asked: %j', (thinkingConfig, effort) => {
    expect(geminiChat(config({ thinkingConfig }))['reasoning_effort']).toBe(effort)
  })

  it('asks for everything else by the name a chat has for it', () => {
    const options = { temperature: 1, topK: 3, seed: 4, presencePenalty: 0.5, frequencyPenalty: 0.25, responseLogprobs: true, logprobs: 2 }
    expect(geminiChat(config(options))).toMatchObject({
      temperature: 1,
      top_k: 3,
      seed: 4,
      presence_penalty: 0.5,
      frequency_penalty: 0.25,
      logprobs: true,
      top_logprobs: 2,
    })
  })

  it('shows files in the form that a chat has for them', () => {
    const text = Buffer.from('grüß').toString('base64')
    expect(contentOf(part({ inlineData: { mimeType: 'text/plain; charset=utf-8', data: text } }))).toBe('grüß')
    expect(contentOf(part({ inlineData: { mimeType: 'audio/mpeg', data: 'AAAA' } }))).toEqual([
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
    ])
    expect(contentOf(part({ inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }))).toEqual([
      { type: 'file', file: { filename: 'file.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    ])
    expect(contentOf(part({ fileData: { fileUri: 'https://a.test/b.png', mimeType: 'image/png' } }))).toEqual([
      { type: 'image_url', image_url: { url: 'https://a.test/b.png' } },
    ])
  })

  it.each([
    [part({ inlineData: { mimeType: 'video/mp4', data: 'AA' } }), 'contents[0].parts[0].inlineData.mimeType'],
    [part({ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/x' } }), 'contents[0].parts[0].fileData'],
    [part({ videoMetadata: {} }), 'contents[0].parts[0].videoMetadata'],
    [part({}), 'contents[0].parts[0]'],
    [{ contents: [{ role: 'tool', parts: [] }] }, 'contents[0].role'],
    [{ contents: [{ role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] }] }, 'contents[0].parts[0].inlineData'],
    [{ ...HELLO, tools: [{ functionDeclarations: [], urlContext: {} }] }, 'tools[0].urlContext'],
    [config({ responseMimeType: 'text/x.enum' }), 'generationConfig.responseMimeType'],
    [{ ...HELLO, systemInstruction: { parts: [{ text: 'a' }, { inlineData: {} }] } }, 'systemInstruction.parts[1]'],
  ])('names what a chat cannot say: %j', (body, param) => {
    expect(refusedAt(body)).toBe(param)
  })

  it('gives results without ids to the calls of their name, in their order', () => {
    const call = (name: string, id?: string) => ({ functionCall: { name, args: {}, ...(id !== undefined && { id }) } })
    const result = (name: string, output: string, id?: string) => ({
      functionResponse: { name, response: { output }, ...(id !== undefined && { id }) },
    })
    const contents = [
      { role: 'model', parts: [call('f'), call('g'), call('f'), call('f', 'mine')] },
      {
        role: 'user',
        parts: [result('f', 'one'), result('f', 'four', 'mine'), result('g', 'two'), result('f', 'three'), { text: 'Well?' }],
      },
    ]
    const [, ...rest] = geminiChat({ contents })['messages'] as readonly JsonObject[]
    expect(rest).toEqual([
      { role: 'tool', tool_call_id: 'call_0_0', content: 'one' },
      { role: 'tool', tool_call_id: 'mine', content: 'four' },
      { role: 'tool', tool_call_id: 'call_0_1', content: 'two' },
      { role: 'tool', tool_call_id: 'call_0_2', content: 'three' },
      { role: 'user', content: 'Well?' },
    ])
  })

  it('gives the pictures of a result behind its words', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'AA' } }
    const contents = [
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'see' }, parts: [picture] } }] },
    ]
    const [, result] = geminiChat({ contents })['messages'] as readonly JsonObject[]
    expect(result).toEqual({
      role: 'tool',
      tool_call_id: 'call_0_0',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
      ],
    })
  })

  it('is streamed as events where they are asked for, and as an array where not', () => {
    expect(geminiCall(HELLO, '?alt=sse&key=k').streamType).toBeUndefined()
    expect(geminiCall(HELLO, '?key=k').streamType).toBe('application/json; charset=utf-8')
    expect(JSON.stringify(geminiCall(HELLO, '?alt=sse&key=secret'))).not.toContain('secret')
  })
})

describe('what a chat has no place for', () => {
  it('is named, wherever it stands', () => {
    const body = {
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'a', videoMetadata: { fps: 1 } },
            { inlineData: { mimeType: 'image/png', data: '', other: 1 } },
            { functionResponse: { name: 'f', response: {}, willContinue: true } },
          ],
        },
        { role: 'model', parts: [{ executableCode: { code: 'x' } }, { text: 'b', thought: true, thoughtSignature: 'c' }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'f', behavior: 'NON_BLOCKING' }] }],
      toolConfig: { functionCallingConfig: { mode: 'VALIDATED', streamFunctionCallArguments: true }, retrievalConfig: {} },
      generationConfig: { speechConfig: {}, seed: 1 },
      labels: { a: 'b' },
      cachedContent: null,
    }
    expect(geminiWire.droppedFromChat(geminiCall(body).body)).toEqual([
      'labels',
      'generationConfig.speechConfig',
      'toolConfig.retrievalConfig',
      'toolConfig.functionCallingConfig.streamFunctionCallArguments',
      'tools[0].functionDeclarations[0].behavior',
      'toolConfig.functionCallingConfig.mode',
      'contents[0].parts[0].videoMetadata',
      'contents[0].parts[1].inlineData.other',
      'contents[0].parts[2].functionResponse.willContinue',
      'contents[1].parts[0]',
    ])
    expect(geminiWire.droppedFromChat(geminiCall(HELLO).body)).toEqual([])
  })
})

describe('a call that is wrong', () => {
  it.each([
    ['[]', ''],
    [{ contents: 7 }, 'contents'],
    [{ contents: [] }, 'contents'],
    [{ contents: [{ role: 'user', parts: [{ text: 'a' }] }, 'b'] }, 'contents'],
    [{ ...HELLO, systemInstruction: 7 }, 'systemInstruction'],
    [config({ maxOutputTokens: 1.5 }), 'generationConfig.maxOutputTokens'],
    [config({ candidateCount: 9 }), 'generationConfig.candidateCount'],
    [{ ...HELLO, generationConfig: [] }, 'generationConfig'],
    [{ ...HELLO, safety_settings: [], safetySettings: [] }, 'safetySettings'],
  ])('is refused by the name of the field: %j', (body, param) => {
    const parsed = parseGemini(body)
    expect(parsed.ok ? 'nothing' : parsed.problem.param).toBe(param)
  })
})
