import { describe, expect, it } from 'bun:test'
import type { Task } from '@weir/dialects/model/task'
import { parseFormTask, parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import type { Attempted } from '../stage-types.ts'
import { openAttempt } from '../testing/open-attempt.ts'
import { taskRequest } from './task.ts'

const JSON_TYPE = 'application/json'

const BODIES: Partial<Record<Task, object>> = {
  completions: { model: 'm', prompt: 'four' },
  embeddings: { model: 'm', input: 'four' },
  moderations: { model: 'm', input: 'four' },
  'images/generations': { model: 'm', prompt: 'four' },
  'audio/speech': { model: 'm', input: 'four', voice: 'v' },
  rerank: { model: 'm', query: 'four', documents: ['a'] },
}

const FORM = (format: string) =>
  `--b\r\ncontent-disposition: form-data; name="response_format"\r\n\r\n${format}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nxx\r\n--b--\r\n`

const parsedTask = (task: Task, over: object, format: string) =>
  BODIES[task] === undefined
    ? parseFormTask(task, 'multipart/form-data; boundary=b', Buffer.from(FORM(format)))
    : parseJsonTask(task, JSON.stringify({ ...BODIES[task], ...over }))

interface Asked {
  readonly over?: object
  readonly format?: string
  readonly type?: string | undefined
}

const answered = async (task: Task, body: string, { over = {}, format = 'json', type = JSON_TYPE }: Asked = {}): Promise<Attempted> => {
  const parsed = parsedTask(task, over, format)
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const { attempt, ports } = openAttempt({
    replies: [{ body, headers: type === '' ? {} : { 'content-type': type } }],
    provider: { tasks: { [task]: { encode: () => ({ method: 'POST', url: 'u', headers: {}, body: '' }) } } },
  })
  return await taskRequest(parsed.value).attempt(attempt, ports)
}

const wholeOf = (result: Attempted) => {
  if (result.kind !== 'whole') throw new Error(result.kind)
  const { body, contentType, produced } = result
  return { text: typeof body === 'string' ? body : Buffer.from(body).toString(), contentType, produced }
}

const GOOD: readonly (readonly [Task, string])[] = [
  ['completions', '{"choices":[{"index":0,"text":"hello","finish_reason":"stop"}]}'],
  ['embeddings', '{"data":[{"index":0,"embedding":[0.5]}]}'],
  ['moderations', '{"results":[{"flagged":false}]}'],
  ['images/generations', '{"data":[{"url":"https://p"}]}'],
  ['images/generations', '{"images":[{"url":"https://p"}]}'],
  ['audio/transcriptions', '{"text":"hello"}'],
  ['audio/transcriptions', '{"text":""}'],
  ['rerank', '{"results":[{"index":0}]}'],
  ['rerank', '{"data":[]}'],
]

const NO_ANSWERS = [
  '',
  '{}',
  '[]',
  'null',
  '{"ok":true}',
  '{"error":"the model is gone"}',
  '{"error":{"message":"busy"}}',
  '{"object":"error","message":"busy","code":40001}',
]

describe('a reply to a task', () => {
  it.each(GOOD)('of %s is taken under its own type, under another and under none: %s', async (task, body) => {
    for (const [type, told] of [
      ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
      ['text/plain', 'application/json'],
      ['', 'application/json'],
    ] as const) {
      const { text, contentType } = wholeOf(await answered(task, body, { type }))
      expect([text, contentType]).toEqual([body, told])
    }
  })

  it.each(GOOD)('of %s is not spoiled by an error that says nothing, and is by one that does: %s', async (task, body) => {
    expect((await answered(task, body.replace('{', '{"error":{},'))).kind).toBe('whole')
    expect((await answered(task, body.replace('{', '{"error":null,'))).kind).toBe('whole')
    expect((await answered(task, body.replace('{', '{"error":{"message":"busy"},'))).kind).toBe('failed')
  })

  const tasks = [...new Set(GOOD.map(([task]) => task))]
  it.each(tasks)('of %s is none without what was asked for', async (task) => {
    for (const body of NO_ANSWERS) expect([body, (await answered(task, body)).kind]).toEqual([body, 'failed'])
    for (const type of ['text/html', 'application/xhtml+xml', 'text/plain'])
      expect([type, (await answered(task, '<html>Sign in</html>', { type })).kind]).toEqual([type, 'failed'])
  })

  it('is none as events that nobody asked for', async () => {
    const events = (body: string) => `data: ${body}\n\ndata: [DONE]\n\n`
    for (const [task, body] of GOOD.slice(0, 4))
      expect([task, (await answered(task, events(body), { type: 'text/event-stream' })).kind]).toEqual([task, 'failed'])
    const wished = { over: { stream: true }, type: 'text/event-stream' }
    expect((await answered('images/generations', events('{"b64_json":"AA"}'), wished)).kind).toBe('stream')
  })

  it('is none with an empty list of what is paid for by the piece', async () => {
    expect((await answered('completions', '{"choices":[]}')).kind).toBe('failed')
    expect((await answered('embeddings', '{"data":[]}')).kind).toBe('failed')
    expect((await answered('images/generations', '{"data":[]}')).kind).toBe('failed')
  })

  it('that is an empty list may be due to the prompt, unless it tells of an error or has no list', async () => {
    const emptyOf = async (body: string) => {
      const result = await answered('images/generations', body)
      return result.kind === 'failed' && [result.fault, result.isEmptyAnswer === true]
    }
    expect(await emptyOf('{"data":[]}')).toEqual(['broken', true])
    expect(await emptyOf('{"created":1,"images":[]}')).toEqual(['broken', true])
    expect(await emptyOf('{"data":null}')).toMatchObject([expect.any(String), false])
    expect(await emptyOf('{"data":[],"error":{"message":"busy"}}')).toMatchObject([expect.any(String), false])
    expect(await emptyOf('{"ok":true}')).toMatchObject([expect.any(String), false])
  })

  it('may be the bare list of a ranker', async () => {
    expect(wholeOf(await answered('rerank', '[{"index":0,"score":0.5}]', { type: 'text/plain' }))).toMatchObject({
      text: '[{"index":0,"score":0.5}]',
      contentType: 'application/json',
    })
    expect((await answered('embeddings', '[{"index":0}]')).kind).toBe('failed')
  })

  it('may be a picture or a transcript that is no JSON, and never a page', async () => {
    const subtitles = { format: 'srt', type: 'text/plain' }
    expect(wholeOf(await answered('audio/transcriptions', '1\n00:00', subtitles)).text).toBe('1\n00:00')
    expect((await answered('audio/transcriptions', '<html>', { format: 'srt', type: 'text/html' })).kind).toBe('failed')
    expect(wholeOf(await answered('images/generations', 'points', { type: 'image/png' })).contentType).toBe('image/png')
    expect((await answered('embeddings', 'points', { type: 'image/png' })).kind).toBe('failed')
  })
})

describe('figures of nothing but zeros', () => {
  const ZEROS = '"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0,"input_tokens":0,"output_tokens":0}'

  it.each(GOOD.filter(([task]) => task !== 'completions'))('are none beside an answer to %s: %s', async (task, body) => {
    expect(wholeOf(await answered(task, body.replace('{', `{${ZEROS},`))).produced.usage).toBeUndefined()
  })

  it('leave what was asked to be counted', async () => {
    const told = async (task: Task, body: string) => await wholeOf(await answered(task, body)).produced.estimate()
    // Eight letters of JSON; one picture; two bytes of sound, rounded up to a millisecond.
    expect(await told('embeddings', `{"data":[{"embedding":[0.5]}],${ZEROS}}`)).toMatchObject({ input: 8, output: 0 })
    expect(await told('images/generations', `{"data":[{"url":"https://p"}],${ZEROS}}`)).toMatchObject({ input: 1000, unit: 'image' })
    expect(await told('audio/transcriptions', '{"text":"hi","duration":0}')).toMatchObject({ input: 1, unit: 'millisecond' })
  })
})

describe('speech', () => {
  it.each(['text/html; charset=utf-8', 'text/plain', 'application/xhtml+xml'])('is no page under the type %s', async (type) => {
    expect((await answered('audio/speech', '<html>Sign in</html>', { type })).kind).toBe('failed')
  })

  it.each(['audio/mpeg', 'application/octet-stream', ''])('is passed on under the type %p', async (type) => {
    expect((await answered('audio/speech', 'sound', { type })).kind).toBe('stream')
  })

  it('as JSON is passed on with sound in it, and is none without', async () => {
    for (const body of ['{"audio_data":"AAAA"}', '{"audio":"AAAA"}', '{"audio":{"data":"AAAA"}}'])
      expect(wholeOf(await answered('audio/speech', body)).text).toBe(body)
    for (const body of [...NO_ANSWERS, '{"audio":""}', '{"audio_data":null}', '{"audio":"AAAA","error":{"message":"busy"}}'])
      expect([body, (await answered('audio/speech', body)).kind]).toEqual([body, 'failed'])
  })
})

describe('a completion', () => {
  const reply = (usage?: object) => JSON.stringify({ id: 'c', choices: [{ index: 0, text: 'hello', finish_reason: 'stop' }], usage })

  it('without figures is counted, words included', async () => {
    const { produced } = wholeOf(await answered('completions', reply()))
    // The prompt is eight letters of JSON, the answer five; each is a token here.
    expect([produced.usage, produced.characters]).toEqual([undefined, 5])
    expect(await produced.estimate()).toMatchObject({ input: 8, output: 5, source: 'estimate' })
  })

  it('with a count of the prompt alone has none of its words', async () => {
    expect(wholeOf(await answered('completions', reply({ prompt_tokens: 3 }))).produced.usage).toBeUndefined()
    const told = wholeOf(await answered('completions', reply({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 })))
    expect(told.produced.usage).toMatchObject({ input: 3, output: 2, source: 'upstream' })
  })

  it.each([
    ['application/json', false, 'whole'],
    ['application/json', true, 'whole'],
    ['text/event-stream', false, 'stream'],
    ['', false, 'stream'],
  ] as const)('that came whole under the type %p is a stream for who asked for one, figures %p', async (type, wantsUsage, kind) => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
    const over = { stream: true, ...(wantsUsage && { stream_options: { include_usage: true } }) }
    const result = await answered('completions', reply(usage), { over, type })
    const words = 'data: {"id":"c","choices":[{"index":0,"text":"hello","finish_reason":"stop"}]}\n\n'
    const figures = 'data: {"id":"c","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\n\n'
    const end = 'data: [DONE]\n\n'
    if (result.kind === 'whole') {
      expect([result.body, result.contentType]).toEqual([words + (wantsUsage ? figures : '') + end, 'text/event-stream; charset=utf-8'])
      expect(result.produced.usage).toMatchObject({ input: 3, output: 2 })
    } else if (result.kind === 'stream') {
      expect(Buffer.concat([result.head, result.stream.tail() ?? Buffer.alloc(0)]).toString()).toBe(words + end)
      expect(result.stream.usage()).toMatchObject({ input: 3, output: 2 })
    }
    expect<string>(result.kind).toBe(kind)
  })

  it('as a stream under the name of JSON is a stream', async () => {
    const body = 'data: {"choices":[{"index":0,"text":"hello","finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
    const result = await answered('completions', body, { over: { stream: true } })
    expect([result.kind, result.kind === 'stream' && result.contentType]).toEqual(['stream', 'text/event-stream; charset=utf-8'])
  })

  it('as a page in place of a stream is none', async () => {
    expect((await answered('completions', '<html>', { over: { stream: true }, type: 'text/html' })).kind).toBe('failed')
  })
})
