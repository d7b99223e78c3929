import { describe, expect, it } from 'bun:test'
import { chatBodyOf, droppedFromChat } from './chat-body.ts'

const CONTENTS = [{ role: 'user', parts: [{ text: 'hi' }] }]
const HEAD = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const chat = (body: object, isStream = false) => chatBodyOf({ contents: CONTENTS, ...body }, 'm', isStream)
const withConfig = (generationConfig: object) => chat({ generationConfig })

it('is a chat with the same words', () => {
  expect(chat({})).toEqual(HEAD)
  expect(chat({}, true)).toEqual({ ...HEAD, stream: true })
})

it.each<readonly [object, object]>([
  [{ maxOutputTokens: 5 }, { max_completion_tokens: 5 }],
  [{ temperature: 0 }, { temperature: 0 }],
  [{ topP: 0.5 }, { top_p: 0.5 }],
  [{ topK: 4 }, { top_k: 4 }],
  [{ seed: 7 }, { seed: 7 }],
  [{ presencePenalty: 1 }, { presence_penalty: 1 }],
  [{ frequencyPenalty: 1 }, { frequency_penalty: 1 }],
  [{ temperature: null }, {}],
  [{ stopSequences: ['x'] }, { stop: ['x'] }],
  [{ stopSequences: [] }, {}],
  [{ responseLogprobs: true }, { logprobs: true }],
  [
    { responseLogprobs: true, logprobs: 3 },
    { logprobs: true, top_logprobs: 3 },
  ],
  [{ responseLogprobs: false, logprobs: 3 }, {}],
  [{ responseModalities: ['TEXT', 'IMAGE'] }, { modalities: ['text', 'image'] }],
  [{ responseModalities: ['TEXT'] }, {}],
  [{ responseMimeType: 'application/json' }, { response_format: { type: 'json_object' } }],
  [{ responseMimeType: 'text/plain' }, {}],
  [
    { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } },
    { response_format: { type: 'json_schema', json_schema: { name: 'response', schema: { type: 'object' } } } },
  ],
  [{ thinkingConfig: { thinkingLevel: 'HIGH' } }, { reasoning_effort: 'high' }],
  [{ thinkingConfig: { thinkingLevel: 'THINKING_LEVEL_UNSPECIFIED' } }, {}],
  [{ thinkingConfig: { thinkingBudget: -1 } }, {}],
  [{ thinkingConfig: { thinkingBudget: 0 } }, {}],
  [{ thinkingConfig: { thinkingBudget: 1 } }, { reasoning_effort: 'low' }],
  [{ thinkingConfig: { thinkingBudget: 1024 } }, { reasoning_effort: 'low' }],
  [{ thinkingConfig: { thinkingBudget: 1025 } }, { reasoning_effort: 'medium' }],
  [{ thinkingConfig: { thinkingBudget: 8192 } }, { reasoning_effort: 'medium' }],
  [{ thinkingConfig: { thinkingBudget: 8193 } }, { reasoning_effort: 'high' }],
])('asks for %j as %j', (config, fields) => {
  expect(withConfig(config)).toEqual({ ...HEAD, ...fields })
})

describe('tools', () => {
  const tools = [{ functionDeclarations: [{ name: 'f', description: 'd', parametersJsonSchema: { type: 'object' } }, { name: 'g' }] }]
  const declared = [
    { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } },
    { type: 'function', function: { name: 'g', parameters: { type: 'object', properties: {} } } },
  ]
  const named = (name: string) => ({ type: 'function', function: { name } })
  const allowed = (mode: string) => ({ type: 'allowed_tools', allowed_tools: { mode, tools: [named('f'), named('g')] } })

  it.each<readonly [object | undefined, unknown]>([
    [undefined, undefined],
    [{ mode: 'MODE_UNSPECIFIED' }, undefined],
    [{ mode: 'ANY' }, 'required'],
    [{ mode: 'ANY', allowedFunctionNames: ['f'] }, named('f')],
    [{ mode: 'ANY', allowedFunctionNames: ['f', 'g'] }, allowed('required')],
    [{ mode: 'NONE' }, 'none'],
    [{ mode: 'AUTO' }, 'auto'],
    [{ mode: 'VALIDATED' }, 'auto'],
    [{ mode: 'AUTO', allowedFunctionNames: ['f', 'g'] }, allowed('auto')],
  ])('are chosen by %j as %j', (functionCallingConfig, choice) => {
    expect(chat({ tools, toolConfig: { functionCallingConfig } })).toEqual({
      ...HEAD,
      tools: declared,
      ...(choice !== undefined && { tool_choice: choice }),
    })
  })
})

describe('what a chat leaves out', () => {
  it.each<readonly [object, readonly string[]]>([
    [{ systemInstruction: {}, tools: [], toolConfig: {}, generationConfig: {}, cachedContent: 'x' }, []],
    [{ safetySettings: [], labels: null }, ['safetySettings']],
    [{ generationConfig: { mediaResolution: 'x', seed: 1, logprobs: 1, candidateCount: 1 } }, ['generationConfig.mediaResolution']],
    [{ toolConfig: { retrievalConfig: {} } }, ['toolConfig.retrievalConfig']],
    [{ toolConfig: { functionCallingConfig: { mode: 'AUTO', extra: 1 } } }, ['toolConfig.functionCallingConfig.extra']],
    [{ toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } }, ['toolConfig.functionCallingConfig.mode']],
    [{ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }, ['generationConfig.thinkingConfig.thinkingBudget']],
    [{ tools: [{ functionDeclarations: [{ name: 'f', behavior: 'x' }] }] }, ['tools[0].functionDeclarations[0].behavior']],
    [{ contents: [{ parts: [{ text: 'a', videoMetadata: {} }] }] }, ['contents[0].parts[0].videoMetadata']],
    [
      { contents: [{ parts: [{ inlineData: { mimeType: 'a', data: 'b', displayName: 'c', extra: 1 } }] }] },
      ['contents[0].parts[0].inlineData.extra'],
    ],
    [
      { contents: [{ parts: [{ fileData: { mimeType: 'a', fileUri: 'b', displayName: 'c', extra: 1 } }] }] },
      ['contents[0].parts[0].fileData.extra'],
    ],
    [
      { contents: [{ parts: [{ functionCall: { id: 'a', name: 'b', args: {}, extra: 1 }, thought: true, thoughtSignature: 's' }] }] },
      ['contents[0].parts[0].functionCall.extra'],
    ],
    [
      { contents: [{ parts: [{ functionResponse: { id: 'a', name: 'b', response: {}, parts: [], extra: 1 } }] }] },
      ['contents[0].parts[0].functionResponse.extra'],
    ],
    [{ ['q'.repeat(65)]: 1 }, ['q'.repeat(64)]],
  ])('of %j is %j', (body, dropped) => {
    expect(droppedFromChat({ ...body })).toEqual([...dropped])
  })

  it('is named 32 times at most', () => {
    expect(droppedFromChat(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x${at}`, 1])))).toHaveLength(32)
  })
})
