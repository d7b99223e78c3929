import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../tools/testing/next-turn.ts'
import { decoded } from '@weir/dialects/model/event'
import type { NativeWire } from '@weir/dialects/model/provider'
import type { UpstreamReply } from './ports.ts'
import { RelayRefusal } from './refusal.ts'
import { droppedHeaders, type RelayReply } from './reply.ts'
import { chatReply, sse, openHarness } from './testing/harness.ts'

const frame = (content: string) => sse({ choices: [{ delta: { content } }] })
const finish = sse({ choices: [{ delta: {}, finish_reason: 'stop' }] })
const usage = sse({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 4 } })
const textOf = (reply: RelayReply): string => (typeof reply.body === 'string' ? reply.body : '')
const DONE = 'data: [DONE]\n\n'

describe('a request that is answered', () => {
  it('costs what upstream reported, and the reply comes after the commit', async () => {
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 10, completion_tokens: 4 })] })
    const reply = await test.call({ model: 'm' })
    expect(reply.status).toBe(200)
    expect(test.events).toEqual(['hold', 'send:1', 'settle:18'])
    expect(test.records[0]).toMatchObject({ promptTokens: 10, completionTokens: 4, outcome: 'ok', channelId: 1, model: 'm' })
  })

  it('is written as a chat where upstream speaks a wire of its own', async () => {
    const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0, source: 'upstream' as const }
    const nativeWire: NativeWire = {
      kind: 'native',
      decode: (text) => decoded({ text: `heard ${text}`, reasoning: '', toolCalls: [], finishReason: 'stop', usage }),
      openStream: () => ({ push: () => [], end: () => [] }),
    }
    const test = openHarness({ replies: [{ body: { said: 'hi' } }], nativeWire })
    const reply = await test.call({ model: 'm' })
    expect(JSON.parse(textOf(reply))).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'heard {"said":"hi"}' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
    })
    expect(test.events).toEqual(['hold', 'send:1', 'settle:18'])
  })

  it('is charged by estimate and marked so when upstream reports no usage', async () => {
    const test = openHarness({ replies: [chatReply(undefined)] })
    await test.call({ model: 'm' })
    expect(test.records[0]?.detail).toMatchObject({ usage: { source: 'estimate' } })
  })

  it('carries the model the channel maps it to, upstream, in the price and in the log', async () => {
    const test = openHarness({
      replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })],
      channels: [{ modelMapping: { m: 'real' } }],
    })
    await test.call({ model: 'm' })
    expect(test.sent[0]).toMatchObject({ model: 'real' })
    expect(test.records[0]).toMatchObject({ model: 'real', detail: { mappedFrom: 'm' } })
  })

  it('is told by the name that the caller gave it where the channel has another', async () => {
    const channels = [{ modelMapping: { m: 'real' } }]
    const body = { model: 'real-2026', choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }] }
    const reply = await openHarness({ replies: [{ body }], channels }).call({ model: 'm' })
    expect(JSON.parse(textOf(reply))).toEqual({ ...body, model: 'm' })
    const unmapped = await openHarness({ replies: [{ body }] }).call({ model: 'm' })
    expect(Buffer.from(unmapped.body as Uint8Array).toString()).toBe(JSON.stringify(body))
    const said = 'data: {"model":"real-2026","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}\n\n'
    const stream = openHarness({ replies: [{ chunks: [said, said, finish, usage, DONE] }], channels })
    expect((await stream.readStream({ model: 'm', stream: true })).match(/"model":"[^"]*"/g)).toEqual(['"model":"m"', '"model":"m"'])
  })
})

describe('a long stream', () => {
  it('notes what it has come to, as a cut request by estimate, before it is settled in full', async () => {
    const long = frame('x'.repeat(8000))
    const test = openHarness({ replies: [{ chunks: [frame('a'), long, frame('b'), finish, usage, DONE] }] })
    await test.readStream({ model: 'm', stream: true })
    expect(test.notes).toHaveLength(1)
    // A word of 8001 letters: a token, and a fifth of one for each letter after the sixth.
    expect(test.notes[0]?.record).toMatchObject({ outcome: 'cut', completionTokens: 1600, detail: { usage: { source: 'estimate' } } })
    expect(test.events.at(-1)).toBe('settle:18')
  })

  it('that is short notes nothing', async () => {
    const test = openHarness({ replies: [{ chunks: [frame('a'), finish, usage, DONE] }] })
    await test.readStream({ model: 'm', stream: true })
    expect(test.notes).toEqual([])
  })
})

describe('a log without consumption', () => {
  it('is asked for at the end of each request, answered or not', async () => {
    const answered = openHarness({ replies: [chatReply({ prompt_tokens: 10, completion_tokens: 4 })], logsConsumption: false })
    await answered.call({ model: 'm' })
    expect(answered.events.at(-1)).toBe('settle:18')
    const failed = openHarness({ replies: [{ status: 500 }], logsConsumption: false })
    await failed.call({ model: 'm' })
    expect([answered.records[0]?.isLogged, failed.records[0]?.isLogged]).toEqual([false, false])
  })
})

describe('fields that choose a model by another way', () => {
  it('are named in the row of the log and not sent', async () => {
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })] })
    await test.call({ model: 'm', models: ['m2'], service_tier: 'fast', extra_body: { route: 'fallback' } })
    expect(test.records[0]?.detail).toMatchObject({ dropped: ['models', 'service_tier', 'extra_body.route'] })
    expect(test.sent).toEqual([{ model: 'm', messages: [{ role: 'user', content: 'hi' }], extra_body: {} }])
  })
})

describe('what upstream was not told', () => {
  const fields = { models: ['m2'], service_tier: 'fast' }

  it('is named in a header of whole and streamed answers', async () => {
    const whole = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })] })
    expect((await whole.call({ model: 'm', ...fields })).headers['x-weir-dropped']).toBe('models, service_tier')
    const streamed = openHarness({ replies: [{ chunks: [frame('a'), finish, usage, DONE] }] })
    expect((await streamed.call({ model: 'm', stream: true, ...fields })).headers['x-weir-dropped']).toBe('models, service_tier')
  })

  it('needs no header where there is nothing', async () => {
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })] })
    expect((await test.call({ model: 'm' })).headers).not.toHaveProperty('x-weir-dropped')
  })

  it('is cut to what a header may hold', () => {
    expect(droppedHeaders(['täst\r\nx: y', 'seed'])).toEqual({ 'x-weir-dropped': 't?st??x:?y, seed' })
    const many = droppedHeaders(Array.from({ length: 200 }, (_, at) => `tools[${at}]`))['x-weir-dropped'] ?? ''
    expect(many.length).toBeLessThan(510)
    expect(many.endsWith('tools[45], ...')).toBe(true)
  })
})

describe('a request that upstream fails', () => {
  it('moves to the next channel and leaves both attempts in the log', async () => {
    const test = openHarness({
      replies: [{ status: 500 }, chatReply({ prompt_tokens: 1, completion_tokens: 0 })],
      channels: [{}, {}],
      retryTimes: 1,
    })
    expect((await test.call({ model: 'm' })).status).toBe(200)
    expect(test.records[0]?.detail).toMatchObject({ attempts: [{ fault: 'broken' }, { fault: 'none' }] })
  })

  it('costs nothing when every channel failed', async () => {
    const test = openHarness({ replies: [{ status: 503 }, { status: 500 }], channels: [{}, {}], retryTimes: 5 })
    expect((await test.call({ model: 'm' })).status).toBe(502)
    expect(test.events).toEqual(['hold', 'send:1', 'send:2', 'release'])
  })

  it('is not tried elsewhere when the call itself is wrong', async () => {
    const body = { error: { message: 'bad key-1-of-the-test value', type: 'invalid_request_error', code: 'x' } }
    const test = openHarness({ replies: [{ status: 422, body }], channels: [{ key: 'key-1-of-the-test' }, {}], retryTimes: 3 })
    const reply = await test.call({ model: 'm' })
    expect(reply.status).toBe(422)
    expect(textOf(reply)).toContain('bad *** value')
    expect(test.events).toEqual(['hold', 'send:1-of-the-test', 'release'])
  })

  it('is explained without the parts that the key is made of', async () => {
    const replies = [{ status: 400, body: { error: { message: 'no AKIDEXAMPLE in eu', param: 'SECRETEXAMPLE' } } }]
    const test = openHarness({ replies, channels: [{ key: 'AKIDEXAMPLE|SECRETEXAMPLE|eu' }] })
    const reply = textOf(await test.call({ model: 'm' }))
    expect(reply).toContain('no *** in eu (request id: r)')
    expect(reply).toContain('"param":"***"')
  })

  it('is explained without holes where a key is shorter than 8 characters', async () => {
    const body = { error: { message: 'the sea is deep', type: 'e_type' } }
    for (const key of ['e', 'status', 'the sea']) {
      const explained = openHarness({ replies: [{ status: 400, body }], channels: [{ key }] })
      expect(textOf(await explained.call({ model: 'm' }))).toContain('"the sea is deep (request id: r)","type":"e_type"')
    }
  })

  it('is explained in our own words, untouched by a key that occurs in them', async () => {
    const test = openHarness({ replies: [{ status: 400 }], channels: [{ key: 'response' }] })
    const error = {
      message: 'bad response status code 400 (request id: r)',
      type: 'upstream_error',
      param: '',
      code: 'bad_response_status_code',
    }
    expect(JSON.parse(textOf(await test.call({ model: 'm' })))).toEqual({ error })
  })

  it('hides what upstream says about our key', async () => {
    const test = openHarness({ replies: [{ status: 401, body: { error: { message: 'Incorrect API key provided: secret-key-1' } } }] })
    const reply = await test.call({ model: 'm' })
    expect(reply.status).toBe(502)
    expect(textOf(reply)).not.toContain('secret-key-1')
  })

  it('treats an error inside a 200 reply as a failure', async () => {
    const test = openHarness({ replies: [{ status: 200, body: { error: { message: 'no', code: 'insufficient_quota' } } }] })
    expect((await test.call({ model: 'm' })).status).toBe(502)
    expect(test.events.at(-1)).toBe('release')
  })

  it('gives up after the first-byte deadline', async () => {
    const test = openHarness({ replies: ['never'] })
    const pending = test.call({ model: 'm' })
    await test.whenSent(1)
    test.fireTimers()
    expect((await pending).status).toBe(504)
    expect(test.events.at(-1)).toBe('release')
  })
})

describe('a request that is refused before upstream is called', () => {
  const refusalOf = async (pending: Promise<unknown>): Promise<string> => {
    const error: unknown = await pending.catch((reason: unknown) => reason)
    return error instanceof RelayRefusal ? error.kind : 'none'
  }

  it('holds nothing and sends nothing', async () => {
    const test = openHarness({ replies: [] })
    expect(await refusalOf(test.call({ model: 'other' }))).toBe('no-channel')
    expect(await refusalOf(test.call({ model: 'm', messages: 'x' }))).toBe('invalid-request')
    expect(await refusalOf(openHarness({ replies: [], identity: { models: ['n'] } }).call({ model: 'm' }))).toBe('model-not-allowed')
    expect(test.events).toEqual([])
  })

  it('says whose quota is short', async () => {
    expect(await refusalOf(openHarness({ replies: [], holdOutcome: 'user-short' }).call({ model: 'm' }))).toBe('user-quota')
    expect(await refusalOf(openHarness({ replies: [], holdOutcome: 'token-short' }).call({ model: 'm' }))).toBe('token-quota')
  })

  it('judges the token before anything else', async () => {
    const judge = (identity: object) => refusalOf(openHarness({ replies: [], identity }).call({ model: 'm' }))
    expect(await judge({ tokenState: 'disabled' })).toBe('token-disabled')
    expect(await judge({ tokenState: 'expired' })).toBe('token-expired')
    expect(await judge({ tokenState: 'exhausted' })).toBe('token-exhausted')
    expect(await judge({ expiresAt: 999 })).toBe('token-expired')
    expect(await judge({ isUnlimited: false, remainQuota: 0 })).toBe('token-exhausted')
    expect(await judge({ subnets: ['10.0.0.0/8'] })).toBe('subnet')
    expect(await judge({ isUserEnabled: false })).toBe('user-banned')
  })

  it('reads only well-formed keys, and lets administrators alone pin a channel', async () => {
    const test = openHarness({ replies: [] })
    const withKey = (authorization: string | undefined) => refusalOf(test.call({ model: 'm' }, { authorization }))
    expect(await withKey(undefined)).toBe('no-token')
    expect(await withKey('Bearer sk-')).toBe('no-token')
    expect(await withKey('Bearer sk--1')).toBe('invalid-token')
    expect(await withKey('Bearer sk-KEY-')).toBe('invalid-token')
    expect(await withKey('Bearer sk-KEY-1-2')).toBe('invalid-token')
    expect(await withKey('Bearer sk-KEY-１')).toBe('invalid-token')
    expect(await withKey('Bearer sk-unknown')).toBe('invalid-token')
    expect(await withKey('Bearer sk-KEY-1')).toBe('channel-pinned')
    expect(
      await refusalOf(openHarness({ replies: [], identity: { isAdmin: true } }).call({ model: 'm' }, { authorization: 'Bearer sk-KEY-9' })),
    ).toBe('invalid-channel')
  })
})

describe('a stream', () => {
  const streamOf = (...parts: readonly string[]): Partial<UpstreamReply> & { chunks: readonly string[] } => ({ status: 200, chunks: parts })

  it('passes the bytes through, drops a usage chunk that was not asked for, and commits before the end mark', async () => {
    const test = openHarness({ replies: [streamOf(frame('he'), frame('llo') + finish, usage, DONE)] })
    const text = await test.readStream({ model: 'm', stream: true })
    expect(text).toBe(frame('he') + frame('llo') + finish + DONE)
    expect(test.events).toEqual(['hold', 'send:1', 'settle:18'])
    expect(test.sent[0]).toMatchObject({ stream_options: { include_usage: true } })
  })

  it('keeps the usage chunk for a caller who asked for it', async () => {
    const test = openHarness({ replies: [streamOf(frame('x'), finish + usage + DONE)] })
    const text = await test.readStream({ model: 'm', stream: true, stream_options: { include_usage: true } })
    expect(text).toBe(frame('x') + finish + usage + DONE)
  })

  it('is the same however upstream splits it', async () => {
    const whole = frame('中文') + finish + usage + DONE
    const bytes = new TextEncoder().encode(whole)
    for (const size of [1, 2, 3, 7, 50]) {
      const chunks: Uint8Array[] = []
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size))
      const test = openHarness({ replies: [{ status: 200, chunks }] })
      expect(await test.readStream({ model: 'm', stream: true })).toBe(frame('中文') + finish + DONE)
    }
  })

  it('invents no end mark when upstream breaks off, tells the caller, and charges what was delivered', async () => {
    const test = openHarness({ replies: [streamOf(frame('half'))] })
    const text = await test.readStream({ model: 'm', stream: true })
    expect(text).toStartWith(frame('half'))
    expect(text).toContain('"code":"bad_response"')
    expect(text).not.toContain('[DONE]')
    expect(test.records[0]).toMatchObject({ outcome: 'cut', detail: { usage: { source: 'estimate' } } })
  })

  it('falls over to the next channel while nothing has reached the caller', async () => {
    const test = openHarness({
      replies: [streamOf(sse({ error: { message: 'overloaded' } })), streamOf(), streamOf(frame('ok') + finish + DONE)],
      channels: [{}, {}, {}],
      retryTimes: 2,
    })
    expect(await test.readStream({ model: 'm', stream: true })).toBe(frame('ok') + finish + DONE)
  })

  it('that comes as plain JSON is an error, told apart by what it says', async () => {
    const test = openHarness({ replies: [{ status: 200, body: { error: { message: 'no', code: 'insufficient_quota' } } }] })
    expect((await test.call({ model: 'm', stream: true })).status).toBe(502)
    expect(test.records[0]?.detail).toMatchObject({ attempts: [{ fault: 'out-of-credit' }] })
  })

  it('closes upstream and settles what was streamed when the caller hangs up half-way', async () => {
    const test = openHarness({ replies: [{ status: 200, chunks: [frame('one')], isOpenEnded: true }] })
    const reply = await test.call({ model: 'm', stream: true })
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await reader.cancel()
    expect(test.upstreamSignals[0]?.aborted).toBe(true)
    expect(test.events.at(-1)).toStartWith('settle:')
    expect(test.records[0]?.outcome).toBe('cut')
  })

  it('ends when upstream falls silent', async () => {
    const test = openHarness({ replies: [{ status: 200, chunks: [frame('one')], isOpenEnded: true }] })
    const reply = await test.call({ model: 'm', stream: true })
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const next = reader.read()
    await nextTurn()
    // As long as the harness waits for upstream: the caller's own time has another length.
    test.fireTimersOf(1)
    expect(new TextDecoder().decode((await next).value)).toContain('"code":"upstream_timeout"')
    expect(test.records[0]?.outcome).toBe('cut')
  })
})

describe('a model that is sold by the query', () => {
  it('costs one query whatever upstream counted', async () => {
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 500, completion_tokens: 9 })], price: { isPerQuery: true } })
    await test.call({ model: 'm' })
    expect(test.events.at(-1)).toBe('settle:1')
    expect(test.records[0]?.detail).toMatchObject({ usage: { input: 1, unit: 'query', source: 'upstream' } })
  })
})

describe('reasoning that upstream counts beside the completion', () => {
  const beside = { prompt_tokens: 32, completion_tokens: 2, total_tokens: 354, completion_tokens_details: { reasoning_tokens: 320 } }

  it('is charged, whole and as a stream', async () => {
    const whole = openHarness({ replies: [chatReply(beside)] })
    await whole.call({ model: 'm' })
    const streamed = openHarness({ replies: [{ chunks: [frame('a'), finish, sse({ choices: [], usage: beside }), DONE] }] })
    await streamed.readStream({ model: 'm', stream: true })
    for (const { events, records } of [whole, streamed]) {
      expect(events.at(-1)).toBe('settle:676')
      expect(records[0]).toMatchObject({ promptTokens: 32, completionTokens: 322 })
    }
  })
})
