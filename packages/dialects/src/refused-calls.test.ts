import { describe, expect, it } from 'bun:test'
import { messagesWire } from './anthropic-messages/caller/caller-wire.ts'
import { geminiWire } from './gemini/caller/caller-wire.ts'
import type { CallProblem } from './model/call.ts'
import type { Task } from './model/task.ts'
import { parseChatCall } from './openai-chat/parse-call.ts'
import { parseEditCall } from './openai-edits/parse-edit.ts'
import { compactionWire } from './openai-responses/compaction-wire.ts'
import { responsesWire } from './openai-responses/caller-wire.ts'
import { parseFormTask, parseJsonTask } from './openai-tasks/parse-task.ts'

type Parsed = { readonly ok: true } | { readonly ok: false; readonly problem: CallProblem }
type Parse = (rawBody: string) => Parsed

const HI = [{ role: 'user', content: 'hi' }]
const MOST = 1_073_741_823
const bodies = {
  chat: { model: 'm', messages: HI },
  responses: { model: 'm', input: 'hi' },
  compaction: { model: 'm', input: 'hi' },
  messages: { model: 'm', max_tokens: 9, messages: HI },
  gemini: { contents: [{ parts: [{ text: 'hi' }] }] },
  edits: { model: 'm', instruction: 'do' },
  embeddings: { model: 'm', input: 'hi' },
} as const

const parsers: Readonly<Record<keyof typeof bodies, Parse>> = {
  chat: parseChatCall,
  responses: (rawBody) => responsesWire.parseCall({ rawBody, headers: {} }),
  compaction: (rawBody) => compactionWire.parseCall({ rawBody, headers: {} }),
  messages: (rawBody) => messagesWire.parseCall({ rawBody, headers: {} }),
  gemini: (rawBody) => geminiWire.parseCall({ rawBody, headers: {}, address: { model: 'models/m', isStream: false, query: '' } }),
  edits: parseEditCall,
  embeddings: (rawBody) => parseJsonTask('embeddings', rawBody),
}
const wires = Object.keys(bodies) as (keyof typeof bodies)[]

const toldOf = (parsed: Parsed): readonly string[] =>
  parsed.ok ? ['accepted'] : [parsed.problem.param, parsed.problem.zh, parsed.problem.en]
const told = (wire: keyof typeof bodies, over: object): readonly string[] =>
  toldOf(parsers[wire](JSON.stringify({ ...bodies[wire], ...over })))

describe.each(wires)('a call as %s', (wire) => {
  it('is accepted as it should be', () => {
    expect(told(wire, {})).toEqual(['accepted'])
  })

  it.each(['[1]', '{', '"text"', 'null'])('is refused as %p', (rawBody) => {
    expect(toldOf(parsers[wire](rawBody))).toEqual(['', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object'])
  })

  it('is refused when it is nested too deeply', () => {
    expect(toldOf(parsers[wire](`{"a":${'['.repeat(64)}${']'.repeat(64)}}`))).toEqual([
      '',
      '请求体嵌套超过 64 层',
      'The request body is nested deeper than 64 levels',
    ])
  })

  it.each([
    [undefined, ['model', '缺少 model 字段', 'The field model is missing']],
    ['  ', ['model', '缺少 model 字段', 'The field model is missing']],
    ['x'.repeat(257), ['model', 'model 不能超过 256 个字符', 'The field model must not be longer than 256 characters']],
    ['x'.repeat(256), ['accepted']],
  ])('for the model %p is refused', (model, words) => {
    if (wire === 'gemini') {
      const address = { model: model ?? '', isStream: false, query: '' }
      expect(toldOf(geminiWire.parseCall({ rawBody: JSON.stringify(bodies.gemini), headers: {}, address }))).toEqual(words)
    } else expect(told(wire, { model })).toEqual(words)
  })
})

const range = (param: string, least: number, most: number) => [
  param,
  `${param} 必须是 ${least} 到 ${most} 的整数`,
  `The field ${param} must be a whole number from ${least} to ${most}`,
]

describe.each<readonly [keyof typeof bodies, string, number, number]>([
  ['chat', 'max_tokens', 0, MOST],
  ['chat', 'n', 1, 128],
  ['edits', 'n', 1, 128],
  ['responses', 'max_output_tokens', 0, MOST],
  ['messages', 'max_tokens', 1, MOST],
  ['gemini', 'generationConfig.maxOutputTokens', 1, MOST],
  ['gemini', 'generationConfig.candidateCount', 1, 8],
])('%s: %s', (...row) => {
  const [wire, param, least, most] = row
  const given = (value: unknown): object => {
    const [name = '', inner] = param.split('.')
    return { [name]: inner === undefined ? value : { [inner]: value } }
  }

  it.each([least, most])('may be %p', (value) => {
    expect(told(wire, given(value))).toEqual(['accepted'])
  })

  it.each([least - 1, most + 1, least + 0.5, '5', true])('may not be %p', (value) => {
    expect(told(wire, given(value))).toEqual(range(param, least, most))
  })
})

it('chat: max_completion_tokens is the limit where it is given', () => {
  expect(told('chat', { max_completion_tokens: -1, max_tokens: 5 })).toEqual(range('max_tokens', 0, MOST))
  expect(told('chat', { max_tokens: null, n: null })).toEqual(['accepted'])
})

describe('fields of the wrong kind', () => {
  const MESSAGES = ['messages', 'messages 必须是非空的消息数组', 'The field messages must be a non-empty array of messages']
  const INPUT = ['input', 'input 必须是文本或非空的数组', 'The field input must be a text or a non-empty array']
  const SYSTEM = ['system', 'system 必须是文本或内容块的数组', 'The field system must be a text or an array of blocks']
  const LIST = ['contents', 'contents 必须是非空的数组', 'The field contents must be a non-empty array of objects']
  const objectAs = (param: string) => [param, `${param} 必须是对象`, `The field ${param} must be an object`]
  const INSTRUCTION = ['instruction', 'instruction 必须是非空文本', 'The field instruction must be a text that is not empty']

  it.each<readonly [keyof typeof bodies, object, readonly string[]]>([
    ['chat', { messages: [] }, MESSAGES],
    ['chat', { messages: 'x' }, MESSAGES],
    ['messages', { messages: ['x'] }, MESSAGES],
    ['messages', { system: 7 }, SYSTEM],
    ['messages', { system: ['x'] }, SYSTEM],
    ['messages', { system: [{ type: 'text', text: 'x' }] }, ['accepted']],
    ['responses', { input: undefined }, INPUT],
    ['responses', { input: [] }, INPUT],
    ['responses', { input: ['x'] }, INPUT],
    ['responses', { input: 7, prompt: {} }, INPUT],
    ['responses', { input: undefined, previous_response_id: 'x' }, ['accepted']],
    ['responses', { input: null, conversation: 'x' }, ['accepted']],
    ['responses', { input: null, prompt: { id: 'x' } }, ['accepted']],
    ['responses', { input: null, prompt: null }, INPUT],
    ['responses', { background: true }, ['background', '不支持 background', 'Answers in the background are not supported']],
    ['responses', { background: false }, ['accepted']],
    ['compaction', { stream: true }, ['stream', '压缩对话不支持 stream', 'A compaction cannot be streamed']],
    ['gemini', { contents: [] }, LIST],
    ['gemini', { contents: undefined }, LIST],
    ['gemini', { contents: ['x'] }, LIST],
    ['gemini', { generationConfig: 7 }, objectAs('generationConfig')],
    ['gemini', { systemInstruction: 7 }, objectAs('systemInstruction')],
    ['gemini', { generationConfig: null, systemInstruction: null }, ['accepted']],
    [
      'gemini',
      { generationConfig: {}, generation_config: {} },
      [
        'generationConfig',
        '字段 generationConfig 以两种写法重复出现',
        'The field generationConfig stands there in both spellings; send one',
      ],
    ],
    ['chat', { messages: [...HI, { role: 'user', content: ['x'] }] }, objectAs('messages[1].content[0]')],
    ['messages', { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }, 'x'] }] }, objectAs('messages[0].content[1]')],
    ['responses', { input: [{ role: 'user', content: ['x'] }] }, objectAs('input[0].content[0]')],
    ['responses', { input: [{ type: 'function_call_output', call_id: 'a', output: [7] }] }, objectAs('input[0].output[0]')],
    ['compaction', { input: [{ role: 'user', content: ['x'] }] }, objectAs('input[0].content[0]')],
    ['responses', { input: [{ role: 'user', content: [{ type: 'input_text', text: 'x' }] }] }, ['accepted']],
    ['gemini', { contents: [{ parts: [{ text: 'x' }, 'x'] }] }, objectAs('contents[0].parts[1]')],
    ['gemini', { contents: { parts: ['x'] } }, objectAs('contents[0].parts[0]')],
    ['gemini', { systemInstruction: { parts: ['x'] } }, objectAs('systemInstruction.parts[0]')],
    ['edits', { instruction: '  ' }, INSTRUCTION],
    ['edits', { instruction: 7 }, INSTRUCTION],
    ['edits', { input: 7 }, ['input', 'input 必须是文本', 'The field input must be a text']],
  ])('%s: %j', (wire, over, words) => {
    expect(told(wire, over)).toEqual([...words])
  })
})

describe('a task', () => {
  const asked = (task: Task, body: object) => toldOf(parseJsonTask(task, JSON.stringify({ model: 'dall-e-3', ...body })))
  const missing = (field: string) => [field, `缺少 ${field} 字段`, `The field ${field} is missing`]

  it.each<readonly [Task, string]>([
    ['completions', 'prompt'],
    ['embeddings', 'input'],
    ['moderations', 'input'],
    ['images/generations', 'prompt'],
    ['audio/speech', 'input'],
    ['rerank', 'query'],
  ])('of %s needs its %s', (task, field) => {
    for (const value of [undefined, null, '', []]) expect(asked(task, { [field]: value })).toEqual(missing(field))
    expect(asked(task, { [field]: 'x' })).toEqual(['accepted'])
  })

  it.each([1, 10, '', null])('may ask for %p pictures', (n) => {
    expect(asked('images/generations', { prompt: 'x', n })).toEqual(['accepted'])
  })

  it.each([0, 11, 1.5, 'x'])('may not ask for %p pictures', (n) => {
    expect(asked('images/generations', { prompt: 'x', n })).toEqual(range('n', 1, 10))
  })

  it('may not ask for a size that the model does not have, which is told back unless it is long', () => {
    expect(asked('images/generations', { prompt: 'x', size: '1x1' })).toEqual([
      'size',
      '模型 dall-e-3 不支持尺寸 1x1',
      'The model dall-e-3 does not support the size 1x1',
    ])
    expect(asked('images/generations', { prompt: 'x', size: 'x'.repeat(32) })[2]).toEndWith('x'.repeat(32))
    expect(asked('images/generations', { prompt: 'x', size: 'x'.repeat(33) })).toEqual([
      'size',
      '模型 dall-e-3 不支持该尺寸',
      'The model dall-e-3 does not support this size',
    ])
  })

  it('may speak 4096 characters', () => {
    expect(asked('audio/speech', { input: '😀'.repeat(4096) })).toEqual(['accepted'])
    expect(asked('audio/speech', { input: 'x'.repeat(4097) })).toEqual([
      'input',
      'input 不能超过 4096 个字符',
      'The field input must not be longer than 4096 characters',
    ])
  })

  it('may ask for as many tokens as can be counted', () => {
    const words = ['max_tokens', 'max_tokens 无效', 'The field max_tokens is not valid']
    expect(asked('completions', { prompt: 'x', max_tokens: -1 })).toEqual(words)
    expect(asked('completions', { prompt: 'x', max_tokens: 2 ** 52, n: 3 })).toEqual(words)
    expect(asked('completions', { prompt: 'x', max_tokens: 0 })).toEqual(['accepted'])
    const limits = [{}, { max_tokens: 5 }, { max_tokens: 5, n: 2 }, { max_tokens: 5, n: 2, best_of: 3 }]
    expect(
      limits.map((body) => {
        const parsed = parseJsonTask('completions', JSON.stringify({ model: 'm', prompt: 'x', ...body }))
        return parsed.ok && parsed.value.maxOutputTokens
      }),
    ).toEqual([16, 5, 10, 15])
  })

  it.each<readonly [Task, string]>([
    ['moderations', 'omni-moderation-latest'],
    ['images/generations', 'dall-e-2'],
    ['images/edits', 'dall-e-2'],
    ['images/variations', 'dall-e-2'],
    ['audio/transcriptions', 'whisper-1'],
    ['audio/translations', 'whisper-1'],
  ])('of %s is for %s unless told', (task, model) => {
    const parsed = parseJsonTask(task, JSON.stringify({ prompt: 'x', input: 'x' }))
    expect(parsed.ok && parsed.value.call.model).toBe(model)
  })
})

describe('a form', () => {
  const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const sent = (body: string) => toldOf(parseFormTask('images/edits', 'multipart/form-data; boundary=b', Buffer.from(`${body}--b--\r\n`)))

  it.each([
    [field('model', 'dall-e-2'), ['accepted']],
    ['x', ['', '请求体不是合法的 multipart 表单', 'The request body is not a valid multipart form']],
    [field('provider', 'x'), ['provider', '不支持字段 provider', 'The field provider is not supported']],
    ...['model', 'n', 'size', 'quality'].map(
      (name) =>
        [field(name, '1') + field(name, '2'), [name, `字段 ${name} 重复`, `The field ${name} stands in the form more than once`]] as const,
    ),
  ])('%j', (body, words) => {
    expect(sent(body)).toEqual([...words])
  })
})
