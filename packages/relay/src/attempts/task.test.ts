import { describe, expect, it } from 'bun:test'
import type { TaskCapability } from '@weir/dialects/model/provider'
import type { Task } from '@weir/dialects/model/task'
import { parseFormTask, parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { openAttempt, type ScriptedReply } from '../testing/open-attempt.ts'
import type { RelaySettings } from '../ports.ts'
import type { Attempted } from '../stage-types.ts'
import { taskRequest } from './task.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const EVENTS = { 'content-type': 'text/event-stream' }

const capability = (over: Partial<TaskCapability> = {}): TaskCapability => ({
  encode: (call) => ({ method: 'POST', url: call.task, headers: {}, body: call.rawBody }),
  ...over,
})

const requestOf = (task: Task, body: object) => {
  const parsed = parseJsonTask(task, JSON.stringify(body))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return taskRequest(parsed.value)
}
const EMBED = { model: 'e', input: 'four' }

interface Tried {
  readonly task?: Task
  readonly body?: object
  readonly over?: Partial<TaskCapability>
  readonly settings?: Partial<RelaySettings>
}

const tried = async (reply: ScriptedReply, { task = 'embeddings', body = EMBED, over = {}, settings = {} }: Tried = {}) => {
  const open = openAttempt({
    replies: [reply],
    provider: {
      tasks: { [task]: capability(over) },
      classify: (status, text) => ([200, 500].includes(status) && text.includes('limit') ? 'rate-limited' : 'broken'),
    },
    settings,
  })
  return { ...open, result: await requestOf(task, body).attempt(open.attempt, open.ports) }
}

const textOf = (result: Attempted): string => {
  if (result.kind !== 'whole') throw new Error(result.kind)
  return typeof result.body === 'string' ? result.body : Buffer.from(result.body).toString()
}

describe('a request that is no chat', () => {
  it('is held for by its prompt, or by what is known in advance', () => {
    // The prompt is 8 bytes of JSON, at 0.38 tokens each.
    expect(requestOf('embeddings', EMBED).estimate).toEqual({ promptTokens: 4, maxOutputTokens: 0, choices: 1 })
    expect(requestOf('audio/speech', { model: 's', input: 'hello', voice: 'v' }).estimate.promptTokens).toBe(5)
    expect(requestOf('completions', { model: 'c', prompt: 'x', max_tokens: 30, n: 2, best_of: 3 }).estimate.maxOutputTokens).toBe(90)
  })

  it('is held for, and charged up to, the answers to all of its prompts', () => {
    const allowed = (prompt: unknown) => {
      const { estimate, asked } = requestOf('completions', { model: 'c', prompt, max_tokens: 30, n: 2 })
      return [estimate.maxOutputTokens, asked.maxOutputTokens]
    }
    expect([allowed(['a', 'b', 'c']), allowed([[1, 2], [3]]), allowed([1, 2, 3]), allowed(['a'])]).toEqual([
      [180, 180],
      [120, 120],
      [60, 60],
      [60, 60],
    ])
  })

  it('may produce one token where it produces none', () => {
    const allowed = (task: Task, body: object) => requestOf(task, body).asked.maxOutputTokens
    expect([
      allowed('embeddings', EMBED),
      allowed('moderations', { input: 'x' }),
      allowed('rerank', { model: 'r', query: 'q', documents: ['d'] }),
      allowed('completions', { model: 'c', prompt: 'x', max_tokens: 30 }),
      allowed('images/generations', { model: 'dall-e-3', prompt: 'x' }),
    ]).toEqual([1, 1, 1, 30, 0])
  })

  it('is for upstreams that have the task', async () => {
    const request = requestOf('embeddings', EMBED)
    const { attempt, ports } = openAttempt({ replies: [{}], provider: { tasks: { rerank: capability() } } })
    expect(request.isSupportedBy(attempt.provider)).toBe(false)
    expect(await request.attempt(attempt, ports)).toMatchObject({ kind: 'failed', fault: 'not-found' })
    expect(request.isSupportedBy({ ...attempt.provider, tasks: { embeddings: capability() } })).toBe(true)
  })

  it('has dropped what was taken out at the door and what its upstream is not told', () => {
    const request = requestOf('embeddings', { ...EMBED, dimensions: 8, provider: 'x' })
    const { attempt } = openAttempt({ replies: [{}], provider: { tasks: { embeddings: capability() } } })
    expect(request.dropped(attempt.provider, attempt.channel, undefined)).toEqual(['provider'])
    const short = capability({ encode: () => ({ method: 'POST', url: '', headers: {}, body: '{}' }) })
    const other = { ...attempt.provider, tasks: { embeddings: short } }
    expect(request.dropped(other, attempt.channel, undefined)).toEqual(['provider', 'dimensions'])
    expect(request.renamed?.('other')?.dropped(other, attempt.channel, undefined)).toEqual(['provider', 'dimensions'])
  })

  it('is asked again for another model, and never at an effort', () => {
    const request = requestOf('embeddings', EMBED)
    expect(request.renamed?.('other')?.model).toBe('other')
    expect(request.renamed?.('other', 'high')).toBeUndefined()
    expect(request.renamed?.('')).toBeUndefined()
  })

  it.each([
    ['audio/transcriptions', 'other'],
    ['audio/translations', 'other'],
    ['images/edits', undefined],
  ] as const)('that uploads files for %s is renamed to %p', (task, model) => {
    const form =
      '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nw\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nxx\r\n--b--\r\n'
    const parsed = parseFormTask(
      task,
      'multipart/form-data; boundary=b',
      Buffer.from(form.replace('\r\nw\r\n', task === 'images/edits' ? '\r\ndall-e-2\r\n' : '\r\nw\r\n')),
    )
    if (!parsed.ok) throw new Error(parsed.problem.en)
    expect(taskRequest(parsed.value).renamed?.('other')?.model).toBe(model)
  })
})

describe('a whole reply', () => {
  it('passes as it is, with the figures it tells', async () => {
    const body = '{"data":[{"embedding":[1]}],"usage":{"total_tokens":9}}'
    const { result, link, waits } = await tried({ body, headers: JSON_TYPE })
    expect(textOf(result)).toBe(body)
    expect(result).toMatchObject({ kind: 'whole', contentType: 'application/json', produced: { usage: { input: 9, output: 0 } } })
    link.close()
    expect([link.signal.aborted, waits]).toEqual([false, [3500, 700, 700]])
  })

  it('holds vectors in the form that was asked for', async () => {
    const body = JSON.stringify({ data: [{ index: 0, embedding: [1, 2] }], usage: { prompt_tokens: 3, total_tokens: 3 } })
    const { result } = await tried({ body, headers: JSON_TYPE }, { body: { ...EMBED, encoding_format: 'base64' } })
    expect(JSON.parse(textOf(result))).toMatchObject({ data: [{ embedding: 'AACAPwAAAEA=' }] })
    expect(result.kind === 'whole' && result.produced.usage?.input).toBe(3)
  })

  it('is counted by its prompt where it tells none', async () => {
    const { result } = await tried({ body: '{"data":[{"embedding":[1]}]}', headers: JSON_TYPE })
    if (result.kind !== 'whole') throw new Error(result.kind)
    expect(result.produced.usage).toBeUndefined()
    expect(await result.produced.estimate()).toMatchObject({ input: 8, output: 0, source: 'estimate' })
    const spoken = await tried(
      { body: '{"audio":"AAAA"}', headers: JSON_TYPE },
      { task: 'audio/speech', body: { model: 's', input: 'hello', voice: 'v' } },
    )
    expect(spoken.result.kind === 'whole' && (await spoken.result.produced.estimate())).toMatchObject({ input: 5, unit: 'character' })
  })

  it('is broken where it is half of one, and is none where it holds an error', async () => {
    expect((await tried({ body: '{"data":[', headers: JSON_TYPE })).result).toMatchObject({ kind: 'failed', fault: 'broken' })
    const body = '{"error":{"code":"limit"}}'
    expect((await tried({ body, headers: JSON_TYPE })).result).toMatchObject({ kind: 'failed', fault: 'rate-limited', body })
  })

  it('must not be larger than replies may be', async () => {
    expect(await tried({ body: 'x'.repeat(1001) }).catch(String)).toBe('ReplyTooLarge: the reply is larger than 1000 bytes')
    const vector = '{"data":[{"embedding":[1]}]}'
    expect((await tried({ body: vector + ' '.repeat(1000 - vector.length) })).result.kind).toBe('whole')
  })

  it('that counts pictures leaves their size to what was asked', async () => {
    const usage = { input: 3000, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, unit: 'image', source: 'upstream' } as const
    const decode = () => ({ ok: true as const, value: { body: '{}', contentType: 'application/json', usage } })
    const { result } = await tried(
      { body: '{}', headers: JSON_TYPE },
      { task: 'images/generations', body: { model: 'wanx', prompt: 'x', size: '720*1280', n: 4 }, over: { decode } },
    )
    expect(result.kind === 'whole' && result.produced.usage).toEqual({
      ...usage,
      picture: { size: '720x1280', quality: 'standard', count: 3 },
    })
  })

  it('with more pictures than were asked for, or fewer, is charged for those that came, where it tells no figures', async () => {
    const drawn = async (data: readonly object[], usage?: object) => {
      const { result } = await tried(
        { body: JSON.stringify({ data, usage }), headers: JSON_TYPE },
        { task: 'images/generations', body: { model: 'wanx', prompt: 'x', n: 2 } },
      )
      return result.kind === 'whole' && result.produced.usage
    }
    const two = [{ url: 'a' }, { b64_json: 'b' }]
    expect(await drawn([...two, { url: 'c' }])).toMatchObject({
      input: 3000,
      unit: 'image',
      source: 'upstream',
      picture: { size: '1024x1024', quality: 'standard', count: 3 },
    })
    expect([await drawn(two), await drawn([...two, {}])]).toEqual([undefined, undefined])
    expect(await drawn([{ url: 'a' }, { error: { code: 'filtered' } }])).toMatchObject({
      input: 1000,
      unit: 'image',
      picture: { count: 1 },
    })
    expect(await drawn([{ image: 'a' }])).toBeUndefined()
    expect(await drawn([...two, { url: 'c' }], { total_tokens: 7 })).toMatchObject({ input: 7 })
  })

  it('of another wire is read by the provider', async () => {
    const usage = { input: 3, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' } as const
    const decode: TaskCapability['decode'] = ({ contentType, bytes }) => ({
      ok: true,
      value: { body: `${contentType} ${Buffer.from(bytes).toString()}`, contentType: 'text/x', usage },
    })
    const { result } = await tried({ body: 'raw', headers: { 'content-type': 'text/y' } }, { over: { decode } })
    expect([textOf(result), result.kind === 'whole' && result.contentType]).toEqual(['text/y raw', 'text/x'])
    const refused: TaskCapability['decode'] = () => ({ ok: false, failure: { fault: 'bad-request', message: 'why' } })
    expect((await tried({ body: 'raw' }, { over: { decode: refused } })).result).toMatchObject({ fault: 'bad-request', message: 'why' })
  })

  it('that is no success is judged by the provider', async () => {
    expect((await tried({ status: 500, body: 'limit' })).result).toMatchObject({ kind: 'failed', fault: 'rate-limited', status: 500 })
  })
})

describe('a transcript', () => {
  const transcribe = async (format: string) => {
    const form = `--b\r\ncontent-disposition: form-data; name="response_format"\r\n\r\n${format}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nxx\r\n--b--\r\n`
    const parsed = parseFormTask('audio/transcriptions', 'multipart/form-data; boundary=b', Buffer.from(form))
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const { attempt, ports } = openAttempt({
      replies: [{ body: 'Hello.', headers: JSON_TYPE }],
      provider: { tasks: { 'audio/transcriptions': capability() } },
    })
    return (await taskRequest(parsed.value).attempt(attempt, ports)).kind
  }

  it.each([
    ['text', 'whole'],
    ['srt', 'whole'],
    ['vtt', 'whole'],
    ['json', 'failed'],
  ] as const)('asked for as %p is taken without being JSON: %p', async (format, kind) => {
    expect(await transcribe(format)).toBe(kind)
  })
})

describe('a stream', () => {
  const SPEECH = { task: 'audio/speech', body: { model: 's', input: 'hello', voice: 'v' } } as const
  const COMPLETE = { task: 'completions', body: { model: 'c', prompt: 'four', stream: true } } as const
  const streamIn = (result: Attempted) => {
    if (result.kind !== 'stream') throw new Error(result.kind)
    return result
  }

  it('of sound is passed on while it comes, and not taken for text', async () => {
    const { result } = await tried({ body: 'sound', headers: { 'content-type': 'audio/mpeg' } }, SPEECH)
    const stream = streamIn(result)
    expect([stream.contentType, stream.estimateRoughly().input]).toEqual(['audio/mpeg', 5])
    expect(await stream.estimate()).toMatchObject({ input: 5, unit: 'character' })
    expect(Buffer.from(stream.stream.tail() ?? []).toString()).toBe('sound')
  })

  it('of sound that the provider reads is no stream, nor is an error as JSON', async () => {
    const decode: TaskCapability['decode'] = () => ({ ok: true, value: { body: 'b', contentType: 'audio/x', usage: undefined } })
    expect((await tried({ body: 'sound', headers: { 'content-type': 'audio/mpeg' } }, { ...SPEECH, over: { decode } })).result.kind).toBe(
      'whole',
    )
    expect((await tried({ body: '{"error":{"code":"limit"}}', headers: JSON_TYPE }, SPEECH)).result).toMatchObject({
      fault: 'rate-limited',
    })
  })

  it('of words in another form is passed on in the one that was asked for, and counted by it', async () => {
    const openNormalizer = () => ({ normalize: () => ({ choices: [{ text: 'hello' }] }) })
    const body = 'data: {"choices":[{"delta":{"content":"no"}}]}\n\ndata: [DONE]\n\n'
    const stream = streamIn((await tried({ body, headers: EVENTS }, { ...COMPLETE, over: { openNormalizer } })).result)
    expect(Buffer.from(stream.head).toString()).toBe('data: {"choices":[{"text":"hello"}]}\n\n')
    expect(await stream.estimate()).toMatchObject({ output: 5 })
    const ask = { ...COMPLETE, body: { model: 'c', prompt: 'four' }, over: { openNormalizer } }
    const whole = await tried({ body: '{"choices":[]}', headers: JSON_TYPE }, ask)
    expect(textOf(whole.result)).toBe('{"choices":[{"text":"hello"}]}')
  })

  it('of words that is refused for its wish for figures is asked once more without it', async () => {
    const refused = { status: 400, body: '{"error":{"message":"Unknown field: stream_options"}}', headers: JSON_TYPE }
    const asked: string[] = []
    const instead: TaskCapability['instead'] = (refusal) => {
      asked.push(refusal)
      return { encode: () => ({ method: 'POST', url: 'without', headers: {}, body: '' }) }
    }
    const whole = { body: '{"choices":[{"text":"hi"}]}', headers: JSON_TYPE }
    const open = openAttempt({ replies: [refused, whole], provider: { tasks: { completions: capability({ instead }) } } })
    const result = await requestOf('completions', COMPLETE.body).attempt(open.attempt, open.ports)
    expect([result.kind, asked, open.requests.map(({ url }) => url)]).toEqual(['whole', ['stream-options'], ['completions', 'without']])
    expect((await tried(refused, COMPLETE)).requests.map(({ url }) => url)).toEqual(['completions'])
  })

  it('of words is counted where it tells no figures', async () => {
    const body = 'data: {"choices":[{"text":"hello"}]}\n\ndata: [DONE]\n\n'
    const stream = streamIn((await tried({ body, headers: EVENTS }, COMPLETE)).result)
    expect(await stream.estimate()).toMatchObject({ input: 8, output: 5, source: 'estimate' })
    // One word; and one between two runs of two signs as the prompt.
    expect(stream.estimateRoughly()).toMatchObject({ input: 3, output: 1, source: 'estimate' })
    expect(stream.producedCharacters?.()).toBe(5)
  })

  it.each([
    [{}, ''],
    [{ stream_options: { include_usage: true } }, 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}}\n\n'],
  ])('of words tells its figures to who has asked for them with %j', async (asked, figures) => {
    const words = 'data: {"choices":[{"text":"hello"}]}\n\n'
    const body = `${words}data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}}\n\ndata: [DONE]\n\n`
    const { head, stream } = streamIn(
      (await tried({ body, headers: EVENTS }, { ...COMPLETE, body: { ...COMPLETE.body, ...asked } })).result,
    )
    expect([Buffer.from(head).toString(), stream.usage()?.output]).toEqual([words + figures, 1])
  })

  it('of words that begins with an error is none', async () => {
    const body = 'data: {"error":{"code":"limit"}}\n\n'
    expect((await tried({ body, headers: EVENTS }, COMPLETE)).result).toMatchObject({ kind: 'failed', fault: 'rate-limited' })
  })

  it('of events passes what is JSON alone', async () => {
    const body = 'event: image\ndata: {"b":1}\n\ndata: {oops\n\n'
    const stream = streamIn(
      (await tried({ body, headers: EVENTS }, { task: 'images/generations', body: { model: 'dall-e-3', prompt: 'x', stream: true } }))
        .result,
    )
    expect(Buffer.from(stream.stream.tail() ?? []).toString()).toBe('event: image\ndata: {"b":1}\n\n')
    expect(stream.estimateRoughly()).toMatchObject({ unit: 'image' })
  })

  it('of events is charged by the figures that come with its end, and is none where it begins with an error', async () => {
    const DRAW = { task: 'images/generations', body: { model: 'gpt-image-1.5', prompt: 'x', stream: true } } as const
    const usage = { input_tokens: 50, output_tokens: 4160, total_tokens: 4210 }
    const body = `data: ${JSON.stringify({ type: 'image_generation.completed', b64_json: 'AAAA', usage })}\n\n`
    const { stream } = streamIn((await tried({ body, headers: EVENTS }, DRAW)).result)
    expect(stream.usage()).toMatchObject({ input: 50, output: 4160, imageOutput: 4160 })
    const refused = 'event: error\ndata: {"type":"error","error":{"code":"limit"}}\n\n'
    expect((await tried({ body: refused, headers: EVENTS }, DRAW)).result).toMatchObject({ kind: 'failed', fault: 'rate-limited' })
  })
})
