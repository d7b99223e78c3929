import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel, getChannel, listChannels } from '@weir/contract/channel'
import { setOption } from '@weir/contract/site'
import { createToken } from '@weir/contract/token'
import { NEVER, RawUpstream, type RawAnswer } from '../fake-upstream/raw.ts'
import { ApiClient } from '../harness/api-client.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, ownLogs, selfOf, unitsFor } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const KEY = 'sk-upstream-5b1e77'
const ENABLED = 1
const AUTO_DISABLED = 3
const FIRST_CREDIT = 500_000_000_000_000

const reply = (status: number, body: string, headers = ''): RawAnswer => ({
  pieces: [
    `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  ],
  end: 'close',
})

const error = (status: number, code = 'some_code', headers = ''): RawAnswer =>
  reply(status, JSON.stringify({ error: { message: `said of ${KEY}: credit balance`, type: 'x', code } }), headers)

const STREAM_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n'
const chunk = (over: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, ...over })}\n\n`
const text = (content: string): string => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const finish = chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const usage = chunk({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })
const DONE = 'data: [DONE]\n\n'
const stream = (...pieces: readonly string[]): RawAnswer => ({ pieces: [STREAM_HEAD, ...pieces], end: 'close' })

const whole = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
})

interface FaultStand {
  readonly weir: Weir
  readonly upstream: RawUpstream
  readonly root: ApiClient
  readonly authorization: string
  readonly channelId: number
}

const openFaultStand = async (environment: Readonly<Record<string, string>> = {}): Promise<FaultStand> => {
  const upstream = new RawUpstream()
  const weir = await Weir.start({ environment })
  const root = await ApiClient.signIn(weir.url)
  await root.call(createChannel, { body: { type: 1, name: 'raw', key: KEY, base_url: upstream.url, models: MODEL } })
  const channelId = (await root.call(listChannels, { query: {} }))[0]?.id ?? 0
  const authorization = `Bearer sk-${(await root.call(createToken, { body: { name: 't', unlimited_quota: true } })).key}`
  return { weir, upstream, root, authorization, channelId }
}

const closeFaultStand = async ({ weir, upstream }: FaultStand): Promise<void> => {
  await weir.close()
  upstream.stop()
}

const post = ({ weir, authorization }: FaultStand, isStream: boolean): Promise<Response> =>
  fetch(`${weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ model: MODEL, stream: isStream, messages: [{ role: 'user', content: 'hello' }] }),
  })

interface Outcome {
  readonly status: number
  readonly body: string
  readonly charged: number
  readonly tries: number
}

const outcomeOf = async (stand: FaultStand, answer: RawAnswer, isStream: boolean): Promise<Outcome> => {
  const { upstream, root } = stand
  upstream.answer = answer
  const triesBefore = upstream.requests
  const before = await selfOf(root)
  const response = await post(stand, isStream)
  const body = await response.text()
  const after = await eventually('the hold to be closed', async () => {
    const self = await selfOf(root)
    return self.quota + self.used_quota === FIRST_CREDIT ? self : undefined
  })
  expect(body).not.toContain(KEY)
  return { status: response.status, body, charged: after.used_quota - before.used_quota, tries: upstream.requests - triesBefore }
}

const expectCut = async (outcome: Outcome, root: ApiClient): Promise<void> => {
  expect(outcome.status).toBe(200)
  expect(outcome.body).toStartWith(text('half'))
  expect(outcome.body).toContain('data: {"error":')
  expect(outcome.body).not.toContain('[DONE]')
  expect(outcome.charged).toBeGreaterThan(0)
  expect((await ownLogs(root))[0]).toMatchObject({ quota: outcome.charged, is_stream: true })
}

describe('an upstream that falls silent', () => {
  let stand: FaultStand
  beforeAll(async () => {
    stand = await openFaultStand({ RELAY_TIMEOUT: '5', STREAM_IDLE_TIMEOUT: '1' })
  })
  afterAll(() => closeFaultStand(stand))

  it('before the reply costs nothing and is told as 504', async () => {
    const outcome = await outcomeOf(stand, NEVER, false)
    expect([outcome.status, outcome.charged, outcome.tries]).toEqual([504, 0, 1])
  })

  it('in its stream is cut off inside the stream, without an end mark, and charged for what came', async () => {
    await expectCut(await outcomeOf(stand, { pieces: [STREAM_HEAD, text('half')], end: 'stay-open' }, true), stand.root)
  })
})

describe('an upstream that fails', () => {
  let stand: FaultStand
  beforeAll(async () => {
    stand = await openFaultStand()
  })
  afterAll(() => closeFaultStand(stand))

  const ask = (answer: RawAnswer, isStream: boolean): Promise<Outcome> => outcomeOf(stand, answer, isStream)

  const wholeFaults: readonly (readonly [string, RawAnswer, number])[] = [
    ['hangs up before the reply', { pieces: [], end: 'close' }, 502],
    ['resets the connection', { pieces: [], end: 'reset' }, 502],
    ['sends no HTTP', { pieces: ['SSH-2.0-OpenSSH\r\n\r\n'], end: 'close' }, 502],
    [
      'sends less than it announces',
      { pieces: ['HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"choices"'], end: 'close' },
      502,
    ],
    ['sends a reply that is no JSON', reply(200, '<html>busy</html>'), 502],
    ['sends JSON without an answer', reply(200, '{"ok":true}'), 502],
    ['sends an error inside a 200 reply', error(200), 502],
    ['redirects', reply(302, '', 'location: http://169.254.169.254/\r\n'), 502],
    ['answers 400', error(400), 400],
    ['answers 401', error(401), 502],
    ['answers 402', error(402), 502],
    ['answers 403', error(403), 502],
    ['answers 404', error(404), 404],
    ['answers 408', error(408), 504],
    ['answers 409', error(409), 409],
    ['answers 413', error(413), 413],
    ['answers 429', error(429, 'rate_limit_exceeded', 'retry-after: 0\r\n'), 429],
    ['answers 500', error(500), 502],
    ['answers 503', error(503), 503],
    ['answers 529', error(529), 503],
  ]

  for (const [what, answer, status] of wholeFaults) {
    it(`and ${what} costs nothing and is told as ${status}`, async () => {
      const outcome = await ask(answer, false)
      expect([outcome.status, outcome.charged, outcome.tries]).toEqual([status, 0, 1])
      expect(JSON.parse(outcome.body)).toMatchObject({ error: { message: expect.stringContaining('request id') as unknown } })
    })
  }

  it('passes the waiting time on that upstream asks for', async () => {
    stand.upstream.answer = error(429, 'rate_limit_exceeded', 'retry-after: 7\r\n')
    const response = await post(stand, false)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  })

  const brokenStreams: readonly (readonly [string, RawAnswer, number])[] = [
    ['an empty stream', stream(), 502],
    ['a stream of comments alone', stream(': ping\n\n', ': ping\n\n'), 502],
    ['a stream that begins with an error', stream(chunk({ error: { message: `bad ${KEY}`, code: 'x' } })), 502],
    ['an error in JSON where a stream was asked for', error(200), 502],
    ['a page where a stream was asked for', reply(200, '<html></html>'), 502],
  ]

  for (const [what, answer, status] of brokenStreams) {
    it(`with ${what} costs nothing and is told as ${status}`, async () => {
      const outcome = await ask(answer, true)
      expect([outcome.status, outcome.charged]).toEqual([status, 0])
    })
  }

  const cutStreams: readonly (readonly [string, RawAnswer])[] = [
    ['without a finish', stream(text('half'))],
    ['by a reset', { pieces: [STREAM_HEAD, text('half')], end: 'reset' }],
    ['in the middle of a frame', stream(text('half'), 'data: {"choices":[{"del')],
    ['by an error of its own', stream(text('half'), chunk({ error: { message: `gone ${KEY}`, code: 'x' } }), DONE)],
    [
      'by a line without end',
      { pieces: [STREAM_HEAD, text('half'), 'data: ', ...Array.from({ length: 17 }, () => 'x'.repeat(1024 * 1024))], end: 'close' },
    ],
  ]

  for (const [how, answer] of cutStreams) {
    it(`and cuts its stream ${how} is told inside the stream, without an end mark, and charged for what came`, async () => {
      await expectCut(await ask(answer, true), stand.root)
    })
  }

  it('and cuts its speech ends the connection, with the sound that came and no word of ours in it', async () => {
    const { root, upstream, weir, authorization } = stand
    await root.call(createChannel, { body: { type: 1, name: 'voice', key: KEY, base_url: upstream.url, models: 'tts-1' } })
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\ntransfer-encoding: chunked\r\n\r\n'
    upstream.answer = { pieces: [head, '3\r\nhum\r\n', '4\r\nming\r\n'], end: 'reset' }
    const body = JSON.stringify({ model: 'tts-1', input: 'hello', voice: 'alloy' })
    const lines = [`authorization: ${authorization}`, 'content-type: application/json', `content-length: ${body.length}`]
    const reply = await rawRequest(weir.url, `POST /v1/audio/speech HTTP/1.1\r\nhost: h\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    expect(reply).toStartWith('HTTP/1.1 200 ')
    const chunks = reply.slice(reply.indexOf('\r\n\r\n') + 4)
    expect(chunks.replaceAll(/[0-9a-f]+\r\n|\r\n/g, '')).toBe('humming')
    expect(chunks).not.toContain('\r\n0\r\n')
    const row = await eventually('the row', async () => (await ownLogs(root)).find(({ model_name: model }) => model === 'tts-1'))
    expect(row).toMatchObject({ outcome: 'cut' })
  })

  it('loses its channel only for what names the key, and only when it is said twice', async () => {
    const statusOf = async () => (await stand.root.call(getChannel, { params: { id: stand.channelId } })).status
    await stand.root.call(setOption, { body: { key: 'AutomaticDisableChannelEnabled', value: 'true' } })
    for (const answer of [error(500), error(429), error(403), error(404), error(400)]) {
      await ask(answer, false)
      await ask(answer, false)
    }
    expect(await statusOf()).toBe(ENABLED)
    await ask(error(401, 'invalid_api_key'), false)
    expect(await statusOf()).toBe(ENABLED)
    await ask(error(401, 'invalid_api_key'), false)
    await eventually('the channel to be switched off', async () => ((await statusOf()) === AUTO_DISABLED ? true : undefined))
  })
})

describe('an upstream that is odd but right', () => {
  let stand: FaultStand
  beforeAll(async () => {
    stand = await openFaultStand()
  })
  afterAll(() => closeFaultStand(stand))

  const send = async (answer: RawAnswer, isStream: boolean): Promise<{ readonly body: string; readonly charged: number }> => {
    stand.upstream.answer = answer
    const before = (await selfOf(stand.root)).used_quota
    const response = await post(stand, isStream)
    expect(response.status).toBe(200)
    return { body: await response.text(), charged: (await selfOf(stand.root)).used_quota - before }
  }

  it('H-15 may answer at once where a stream was asked for: the caller still gets a stream', async () => {
    const { body, charged } = await send(reply(200, whole), true)
    const chunks = body
      .split('\n\n')
      .filter((frame) => frame !== '')
      .map((frame) => frame.slice('data: '.length))
    expect(chunks.at(-1)).toBe('[DONE]')
    expect(chunks.slice(0, -1).map((data) => JSON.parse(data) as unknown)).toMatchObject([
      { object: 'chat.completion.chunk', choices: [{ delta: { role: 'assistant', content: 'hi' }, finish_reason: null }] },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
    ])
    expect(charged).toBe(unitsFor(100, 10))
  })

  it('may compress its reply', async () => {
    const zipped = Bun.gzipSync(Buffer.from(whole))
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${zipped.length}\r\nconnection: close\r\n\r\n`
    const { body, charged } = await send({ pieces: [head, zipped], end: 'close' }, false)
    expect(JSON.parse(body)).toMatchObject({ choices: [{ message: { content: 'hi' } }] })
    expect(charged).toBe(unitsFor(100, 10))
  })

  it('may split its frames anywhere and end its lines as it likes', async () => {
    const bytes = Buffer.from((text('中文') + finish + usage + DONE).replaceAll('\n\n', '\r\n\r\n'))
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) => bytes.subarray(index * 7, index * 7 + 7))
    const { body, charged } = await send({ pieces: [STREAM_HEAD, ...pieces], end: 'close' }, true)
    expect(body).toBe(text('中文') + finish + DONE)
    expect(charged).toBe(unitsFor(100, 10))
  })

  it('may leave the end mark out: none is invented', async () => {
    const { body, charged } = await send(stream(text('a'), finish, usage), true)
    expect(body).toBe(text('a') + finish)
    expect(charged).toBe(unitsFor(100, 10))
  })

  it('may leave usage out: it is counted, and the row says so', async () => {
    // By the size of the text as long as the tokenizer has not read its tables.
    const counted = await eventually('the tokenizer', async () => {
      const { charged } = await send(stream(text('one two three four'), finish, DONE), true)
      const [row] = await ownLogs(stand.root)
      return row?.completion_tokens === 4 ? { charged, row } : undefined
    })
    expect(counted.row.quota).toBe(counted.charged)
  })

  it('WB-07 may send frames that make no sense among good ones: they are left out', async () => {
    const { body } = await send(stream(text('a'), 'data: not json\n\n', 'event: ping\n\n', text('b'), finish, usage, DONE), true)
    expect(body).toBe(text('a') + text('b') + finish + DONE)
  })
})
