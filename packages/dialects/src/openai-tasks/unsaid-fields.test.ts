import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../json.ts'
import type { TaskCapability } from '../model/provider.ts'
import type { MultipartBody, Task, TaskCall } from '../model/task.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { unsaidFields } from './unsaid-fields.ts'

const TARGET = { baseUrl: '', key: 'k', other: '', config: {}, modelMapping: {}, systemPrompt: '' }

const callOf = (body: JsonObject, task: Task = 'images/generations'): TaskCall => ({
  task,
  model: 'm',
  isStream: false,
  body,
  form: undefined,
  rawBody: JSON.stringify(body),
})

const formOf = (fields: Readonly<Record<string, string>>, files: MultipartBody['files'] = []): TaskCall => ({
  ...callOf({}),
  task: 'images/edits',
  body: undefined,
  form: { contentType: '', fields, files, withField: () => [Buffer.from('form')] },
  rawBody: '',
})

/** Encodes as it is told, and keeps the calls that it was asked with. */
const upstream = (bodyOf: (call: TaskCall) => string | readonly Uint8Array[], over: Partial<TaskCapability> = {}) => {
  const calls: TaskCall[] = []
  const capability: TaskCapability = {
    encode: (call) => {
      calls.push(call)
      return { method: 'POST', url: 'https://up.test', headers: {}, body: bodyOf(call) }
    },
    ...over,
  }
  return { calls, unsaid: (call: TaskCall) => unsaidFields(capability, call, TARGET) }
}

const only =
  (...names: readonly string[]) =>
  ({ body, form }: TaskCall): string =>
    JSON.stringify(names.map((name) => (form?.fields ?? body)?.[name] ?? null))

describe('fields of a task that upstream is not told', () => {
  it('are those without which the request is the same', () => {
    const { unsaid } = upstream(only('prompt', 'size'))
    expect(unsaid(callOf({ prompt: 'p', size: '1x1', style: 'vivid', seed: 7, tools: [{}], watermark: true }))).toEqual([
      'style',
      'seed',
      'tools',
      'watermark',
    ])
    expect(unsaid(formOf({ prompt: 'p', size: '1x1', style: 'vivid', seed: '7' }))).toEqual(['style', 'seed'])
  })

  it('are not those that are asked for as upstream has them of itself', () => {
    const { unsaid } = upstream(({ body }) => JSON.stringify({ voice_id: body?.['voice'] ?? 'calm', pitch: body?.['tone'] ?? 3 }))
    expect(unsaid(callOf({ voice: 'calm', tone: 3 }))).toEqual([])
  })

  it('are not those that a number is kept within bounds for', () => {
    const { unsaid } = upstream(({ body }) => JSON.stringify({ rate: Math.min(2, Number(body?.['rate'] ?? 1)) }))
    expect(unsaid(callOf({ rate: 5 }))).toEqual([])
  })

  it('may be said in the address', () => {
    const { unsaid } = upstream(() => '{}', {
      encode: ({ body }) => ({ method: 'POST', url: `https://up.test/${String(body?.['seed'])}`, headers: {}, body: '{}' }),
    })
    expect(unsaid(callOf({ seed: 7, style: 'vivid' }))).toEqual(['style'])
  })

  it('are not those that change nothing for the caller', () => {
    const { calls, unsaid } = upstream(() => '{}')
    const usual = { n: 1, size: 'auto', quality: 'standard', moderation: 'auto', stream: false, style: null, background: '' }
    expect(unsaid(callOf({ model: 'm', prompt: 'p', user: 'u', response_format: 'url', ...usual }))).toEqual([])
    expect(unsaid(callOf({ input: 'i', encoding_format: 'base64' }, 'embeddings'))).toEqual([])
    expect(unsaid(callOf({ prompt: 'p', best_of: 1, frequency_penalty: 0, presence_penalty: 0 }, 'completions'))).toEqual([])
    expect(unsaid(formOf({ prompt: 'p', n: '1', stream: 'false' }))).toEqual([])
    expect(calls).toEqual([])
    expect(unsaid(callOf({ n: 2, response_format: 'wav', encoding_format: 'base64' }, 'audio/speech'))).toEqual([
      'n',
      'response_format',
      'encoding_format',
    ])
  })

  it('are not those that the reply is given by', () => {
    const { unsaid } = upstream(() => '{}', { metInReply: ['return_documents'] })
    expect(unsaid(callOf({ query: 'q', documents: ['d'], return_documents: true, top_n: 1 }, 'rerank'))).toEqual(['top_n'])
  })

  it('are looked for once where the body is passed on', () => {
    const same = upstream(({ rawBody }) => rawBody)
    expect([same.unsaid(callOf({ prompt: 'p', style: 'vivid' })), same.calls.length]).toEqual([[], 1])
    const renamed = upstream(({ body }) => JSON.stringify({ ...body, model: 'real' }))
    expect([renamed.unsaid(callOf({ model: 'm', prompt: 'p', style: 'vivid' })), renamed.calls.length]).toEqual([[], 1])
    const form = upstream(({ form: sent }) => sent?.withField('model', 'm') ?? '')
    expect([form.unsaid(formOf({ prompt: 'p', style: 'vivid' })), form.calls.length]).toEqual([[], 1])
  })

  it('are none of a call that cannot be encoded', () => {
    const { unsaid } = upstream(() => {
      throw new UnsupportedInput('n', 'one at a time')
    })
    expect(unsaid(callOf({ prompt: 'p', n: 2 }))).toEqual([])
  })

  it('are not those without which the call cannot be encoded', () => {
    const { unsaid } = upstream(({ body }) => {
      if (body?.['voice'] !== 'calm') throw new UnsupportedInput('voice', 'unknown')
      return '{}'
    })
    expect(unsaid(callOf({ voice: 'calm', style: 'vivid' }))).toEqual(['style'])
  })

  it('are found in a small call, however large the texts, lists, objects and files are', () => {
    const long = 'x'.repeat(1000)
    const short = 'x'.repeat(200)
    const json = upstream(() => '{}')
    const wide = { a: long, b: { c: { d: long } }, e: [long, long], f: 1, g: 2 }
    json.unsaid(callOf({ prompt: long, documents: [{ text: long }, long], wide, [long]: 1, seed: 7 }))
    expect(json.calls[0]?.body).toEqual({
      prompt: short,
      documents: [{ text: short }],
      wide: { a: short, b: { c: null }, e: [short], f: 1 },
      seed: 7,
    })
    const form = upstream(() => '{}')
    form.unsaid(formOf({ prompt: long, seed: '7' }, [{ name: 'image', bytes: Buffer.alloc(1000) }]))
    expect(form.calls[0]?.form?.fields).toEqual({ prompt: short, seed: '7' })
    expect(form.calls[0]?.form?.files).toEqual([{ name: 'image', bytes: Buffer.alloc(64) }])
  })

  it('are looked for among the first 32', () => {
    const { calls, unsaid } = upstream(() => '{}')
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, true]))
    expect(unsaid(callOf(many))).toEqual(Array.from({ length: 32 }, (_, at) => `f${at}`))
    expect(calls.length).toBe(33)
  })
})
