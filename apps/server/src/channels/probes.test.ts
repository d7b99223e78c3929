import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import type { ChannelObject } from '@weir/contract/channel'
import type { Probe, TestReason } from '@weir/contract/channels/channel-test'
import { LogType } from '@weir/contract/log'
import { parseJson } from '@weir/dialects/json'
import type { ChannelFields } from '@weir/store/channels/plain-columns'
import { CHANNEL_KEY, chatAnswer, openRelayHarness, refusedKey, type RelayHarness } from '../testing/relay-harness.ts'
import { createChannelTests, probesFor, type TestOptions } from './test-channel.ts'

let harness: RelayHarness

beforeEach(async () => {
  harness = await openRelayHarness()
})

afterEach(() => harness.close())

const channelOf = async (id: number): Promise<ChannelObject> => {
  const channel = await harness.store.channels.get(id)
  if (channel === undefined) throw new Error('the channel is gone')
  return channel
}

const run = async (id: number, probe: Probe, over: Partial<TestOptions> = {}) => {
  const test = createChannelTests({ ...harness.store, ports: harness.ports }).test
  const signal = new AbortController().signal
  return await test(await channelOf(id), { model: '', probe, language: 'en', requestId: 'r1', signal, ...over })
}

const sent = (): Record<string, unknown> => parseJson(String(harness.requests[0]?.body)) as Record<string, unknown>

const sse = (...chunks: readonly unknown[]) => ({
  contentType: 'text/event-stream',
  body: [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join(''),
})
const delta = (content: string, finish: string | null = null) => ({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })
const figures = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }
const toolCall = (name: string, args: string) => ({
  body: {
    choices: [{ message: { role: 'assistant', tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: args } }] } }],
  },
})

type Answer = RelayHarness['upstream'] extends (request: never) => infer A ? A : never

const MODELS: Readonly<Partial<Record<Probe, string>>> = {
  embedding: 'text-embedding-3-small',
  rerank: 'rerank-v3.5',
  speech: 'tts-1',
  image: 'dall-e-3',
}

/** OpenAI itself ranks nothing. */
const fieldsFor = (probe: Probe): Partial<ChannelFields> => ({ models: MODELS[probe] ?? 'gpt-4o', ...(probe === 'rerank' && { type: 50 }) })

describe('a probe that gets what it asked for', () => {
  const cases: readonly (readonly [Probe, string, { readonly answer: Answer; readonly message: string }])[] = [
    ['text', '/v1/chat/completions', { answer: chatAnswer('gpt-4o'), message: 'gpt-4o' }],
    ['stream', '/v1/chat/completions', { answer: sse(delta('Hel'), delta('lo', 'stop'), figures), message: 'Hello' }],
    ['tools', '/v1/chat/completions', { answer: toolCall('get_weather', '{"city":"Paris"}'), message: 'get_weather({"city":"Paris"})' }],
    ['json', '/v1/chat/completions', { answer: chatAnswer('{"ok": true}'), message: '{"ok": true}' }],
    ['vision', '/v1/chat/completions', { answer: chatAnswer('Yellow.'), message: 'Yellow.' }],
    ['embedding', '/v1/embeddings', { answer: { body: { data: [{ embedding: [0.1, -0.2, 0] }] } }, message: '[3]' }],
    ['rerank', '/rerank', { answer: { body: { results: [{ index: 0, relevance_score: 0.9 }] } }, message: '#0' }],
    ['speech', '/v1/audio/speech', { answer: { body: 'ID3 sound', contentType: 'audio/mpeg' }, message: 'audio/mpeg (9 B)' }],
    ['image', '/v1/images/generations', { answer: { body: { data: [{ b64_json: 'AAAA' }] } }, message: 'image' }],
  ]

  it.each(cases)('%s passes, over %s', async (probe, path, { answer, message }) => {
    const id = await harness.addChannel(fieldsFor(probe))
    harness.upstream = () => answer
    expect(await run(id, probe)).toMatchObject({ isPassed: true, reason: 'none', message, probe })
    expect(new URL(harness.requests[0]?.url ?? '').pathname).toBe(path)
    expect(await harness.store.channelTests.of(id, MODELS[probe] ?? 'gpt-4o')).toMatchObject([{ probe, success: true, message }])
  })

  it('asks with a stream, a tool, a JSON format and a picture of its own', async () => {
    const id = await harness.addChannel({ models: 'gpt-4o' })
    const bodyOf = async (probe: Probe) => {
      harness.requests.length = 0
      await run(id, probe)
      return sent()
    }
    expect(await bodyOf('stream')).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(await bodyOf('tools')).toMatchObject({ tools: [{ type: 'function', function: { name: 'get_weather' } }] })
    expect(await bodyOf('json')).toMatchObject({ response_format: { type: 'json_object' } })
    const text = JSON.stringify(await bodyOf('vision'))
    const picture = Buffer.from(/base64,([^"]+)/.exec(text)?.[1] ?? '', 'base64')
    expect(picture.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001A\n')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([64, 64])
  })

  it("is sent in the words of the channel's own provider", async () => {
    const id = await harness.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
    const reply = { content: [{ type: 'tool_use', id: 't1', name: 'get_weather', input: { city: 'Paris' } }], stop_reason: 'tool_use' }
    harness.upstream = () => ({ body: { type: 'message', role: 'assistant', ...reply, usage: { input_tokens: 1, output_tokens: 1 } } })
    expect(await run(id, 'tools')).toMatchObject({ isPassed: true, message: 'get_weather({"city":"Paris"})' })
    expect(harness.requests[0]?.url).toBe('http://upstream.test/v1/messages')
    expect(sent()).toMatchObject({ tools: [{ name: 'get_weather', input_schema: { type: 'object' } }] })
    harness.requests.length = 0
    await run(id, 'vision')
    expect(sent()).toMatchObject({
      messages: [{ content: [{ type: 'text' }, { type: 'image', source: { type: 'base64', media_type: 'image/png' } }] }],
    })
  })
})

describe('the stream of a provider with a wire of its own', () => {
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
  const begun = [
    event('message_start', { message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 3, output_tokens: 1 } } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Claude' } }),
    event('content_block_stop', { index: 0 }),
  ]
  const ended = [event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }), event('message_stop', {})]
  const probe = async (events: readonly string[]) => {
    const id = await harness.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
    harness.upstream = () => ({ contentType: 'text/event-stream', body: events.join('') })
    return await run(id, 'stream')
  }

  it('passes when it is whole', async () => {
    expect(await probe([...begun, ...ended])).toMatchObject({ isPassed: true, message: 'Claude' })
  })

  it('fails when it breaks off', async () => {
    expect(await probe(begun)).toMatchObject({ isPassed: false, reason: 'broken' })
  })
})

describe('a probe that gets something else', () => {
  const cases: readonly (readonly [Probe, TestReason, { readonly message: string; readonly answer: Answer }])[] = [
    ['stream', 'no-finish', { message: 'The stream has no finish reason', answer: sse(delta('Hello')) }],
    ['stream', 'no-usage', { message: 'The stream reports no usage', answer: sse(delta('Hello'), delta('', 'stop')) }],
    ['tools', 'no-tool-call', { message: 'The model did not call the tool', answer: chatAnswer('It rains.') }],
    ['tools', 'no-tool-call', { message: 'The model did not call the tool', answer: toolCall('other_tool', '{"city":"Paris"}') }],
    [
      'tools',
      'bad-arguments',
      { message: 'The arguments of the tool call are not the JSON that was asked for', answer: toolCall('get_weather', '{"city":') },
    ],
    [
      'tools',
      'bad-arguments',
      { message: 'The arguments of the tool call are not the JSON that was asked for', answer: toolCall('get_weather', '{}') },
    ],
    ['json', 'not-json', { message: 'The answer is not a JSON object', answer: chatAnswer('```json\n{"ok": true}\n```') }],
    ['json', 'not-json', { message: 'The answer is not a JSON object', answer: chatAnswer('[1]') }],
    ['vision', 'wrong-color', { message: 'The model did not name the colour of the picture', answer: chatAnswer('I see a blue sky') }],
    ['embedding', 'no-vector', { message: 'The answer holds no vector', answer: { body: { data: [{ embedding: ['a'] }] } } }],
    ['embedding', 'no-vector', { message: 'The answer holds no vector', answer: { body: { data: [] } } }],
    ['rerank', 'no-ranking', { message: 'The answer holds no ranking', answer: { body: { results: [{ index: 0 }] } } }],
    ['speech', 'no-audio', { message: 'The answer holds no audio', answer: { body: '<html>', contentType: 'text/html' } }],
    ['image', 'no-image', { message: 'The answer holds no picture', answer: { body: { data: [{}] } } }],
  ]

  it.each(cases)('%s fails with %s', async (probe, reason, { message, answer }) => {
    const id = await harness.addChannel(fieldsFor(probe))
    harness.upstream = () => answer
    expect(await run(id, probe)).toMatchObject({ isPassed: false, reason, message, fault: 'broken' })
    expect(await harness.store.channelTests.of(id, MODELS[probe] ?? 'gpt-4o')).toMatchObject([{ probe, success: false, reason }])
  })

  it.each(['stream', 'tools', 'json', 'vision'] as const)('%s tells a refused key by its own reason and without the key', async (probe) => {
    const id = await harness.addChannel({ models: 'gpt-4o' })
    harness.upstream = () => refusedKey
    expect(await run(id, probe)).toMatchObject({ isPassed: false, reason: 'bad-credential', message: 'Incorrect API key provided: ***' })
    expect(JSON.stringify(await harness.store.channelTests.of(id, 'gpt-4o'))).not.toContain(CHANNEL_KEY)
    expect((await channelOf(id)).last_test).toBeNull()
  })

  it('stream tells an error inside the stream', async () => {
    const id = await harness.addChannel({ models: 'gpt-4o' })
    harness.upstream = () => sse(delta('Hel'), { error: { message: 'overloaded', type: 'server_error', code: 'server_error' } })
    expect(await run(id, 'stream')).toMatchObject({ isPassed: false })
  })

  it('SF-09 stream is read no further than a megabyte', async () => {
    const id = await harness.addChannel({ models: 'gpt-4o' })
    const piece = delta('x'.repeat(1000))
    harness.upstream = () => sse(...Array.from({ length: 1100 }, () => piece), delta('', 'stop'), figures)
    expect(await run(id, 'stream')).toMatchObject({ isPassed: false, reason: 'broken' })
  })

  it('SF-09 stream has a deadline as a whole, however lively it is', async () => {
    const id = await harness.addChannel({ models: 'gpt-4o' })
    let pieces = 0
    const timers = new Set<{ readonly ms: number; readonly fire: () => void }>()
    const early: typeof timers = new Set()
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(delta('x'))}\n\n`))
      // The deadlines of single pieces come and go; the one of the whole is still there fifty pieces later.
      if (++pieces === 50) for (const timer of timers) early.add(timer)
      if (pieces === 100) [...early].find((timer) => timers.has(timer) && timer.ms === 30_000)?.fire()
    }
    harness.upstream = () => ({ contentType: 'text/event-stream', body: new ReadableStream({ pull }) })
    const startTimer = (ms: number, fire: () => void) => {
      const timer = { ms, fire }
      timers.add(timer)
      return () => void timers.delete(timer)
    }
    const settings = () => ({ ...harness.ports.settings(), idleTimeoutMs: 120_000 })
    const test = createChannelTests({ ...harness.store, ports: { ...harness.ports, startTimer, settings } }).test
    const options = { model: '', probe: 'stream', language: 'en', requestId: 'r', signal: new AbortController().signal } as const
    expect(await test(await channelOf(id), options)).toMatchObject({ isPassed: false, reason: 'too-slow' })
    expect(pieces).toBeLessThan(1000)
  })

  it('a model with a name that no call may have is told so', async () => {
    const id = await harness.addChannel()
    expect(await run(id, 'text', { model: 'x'.repeat(5000) })).toMatchObject({ isPassed: false, reason: 'bad-request' })
    expect(harness.requests).toEqual([])
  })
})

describe('the probes that fit', () => {
  const fitting = async (fields: Partial<ChannelFields>, model: string) =>
    probesFor(await channelOf(await harness.addChannel(fields)), model, harness.ports.providerFor)

  it('follow from what the catalogue says of the model and what the provider can ask for', async () => {
    expect(await fitting({}, 'gpt-4o')).toEqual(['text', 'stream', 'tools', 'json', 'vision'])
    expect(await fitting({}, 'gpt-3.5-turbo')).toEqual(['text', 'stream', 'tools', 'json'])
    expect(await fitting({}, 'nobody-knows-this')).toEqual(['text', 'stream', 'tools', 'json', 'vision'])
    expect(await fitting({}, 'text-embedding-3-small')).toEqual(['embedding'])
    expect(await fitting({}, 'tts-1')).toEqual(['speech'])
    expect(await fitting({}, 'dall-e-3')).toEqual(['image'])
    expect(await fitting({ type: 14 }, 'text-embedding-3-small')).toEqual([])
    expect(await fitting({ modelMapping: '{"mine":"tts-1"}' }, 'mine')).toEqual(['speech'])
  })
})

describe('a key that is not saved yet', () => {
  it('is tried in the place of the stored one, and leaves a row of the log and nothing else', async () => {
    const id = await harness.addChannel()
    await run(id, 'text')
    harness.requests.length = 0
    harness.upstream = () => ({ status: 401, body: { error: { message: 'Incorrect API key provided: sk-fresh-0123456789' } } })
    const result = await run(id, 'text', { unsavedKey: 'sk-fresh-0123456789' })
    expect(result).toMatchObject({ isPassed: false, reason: 'bad-credential', message: 'Incorrect API key provided: ***' })
    expect(harness.requests[0]?.headers['authorization']).toBe('Bearer sk-fresh-0123456789')
    expect((await channelOf(id)).last_test).toMatchObject({ success: true })
    const [row] = await harness.store.logs.list({ type: LogType.test }, { offset: 0, limit: 1 })
    expect(row?.content).toBe('测试失败（未保存的密钥）：Incorrect API key provided: ***')
    expect((await harness.store.channels.secretsOf(id))?.key).toBe(CHANNEL_KEY)
  })
})

it('the row of a probe names it', async () => {
  const id = await harness.addChannel({ models: 'gpt-4o' })
  harness.upstream = () => toolCall('get_weather', '{"city":"Paris"}')
  await run(id, 'tools')
  const [row] = await harness.store.logs.list({ type: LogType.test }, { offset: 0, limit: 1 })
  expect(row).toMatchObject({ content: '测试成功（工具调用）：get_weather({"city":"Paris"})', model_name: 'gpt-4o', channel: id, quota: 0 })
})
