import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { createLoadGuard } from '@weir/relay/guards/load-guard'
import type { UpstreamReply } from '@weir/relay/ports'
import { eventually } from '../../../../../tools/testing/eventually.ts'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const PLACES = 10
const refused: string[] = []
const waiting: ((reply: UpstreamReply) => void)[] = []
const load = createLoadGuard({
  bounds: { requests: PLACES, streams: 2 },
  memory: () => 'free',
  onRefused: (limit, by) => void refused.push(`${limit} ${by}`),
})

let stand: ServerHarness
let busy: Member
let quiet: Member
let busyKey: string
let quietKey: string

const answer = () =>
  Response.json({
    choices: [{ message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2 },
  })

const STREAMED = [
  { choices: [{ delta: { content: 'hi' } }] },
  { choices: [{ delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
]

const streamed = () =>
  new Response([...STREAMED.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'].join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

beforeAll(async () => {
  stand = await openServerHarness({ load, upstream: () => new Promise((resolve) => void waiting.push(resolve)) })
  const admin = await stand.member(Role.admin)
  const channel = { type: 1, name: 'one', key: 'sk-one', models: 'gpt-4o-mini', base_url: 'https://upstream.test' }
  await stand.call('POST', '/api/channel/', { cookie: admin.cookie, body: channel })
  ;[busy, quiet] = [await stand.member(Role.user), await stand.member(Role.user)]
  ;[busyKey, quietKey] = [(await stand.token(busy)).key, (await stand.token(quiet)).key]
})

afterAll(() => stand.close())

const HELLO = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }

const chat = (key: string, over: object = {}, path = '/v1/chat/completions') =>
  stand.call('POST', path, { headers: { authorization: `Bearer ${key}` }, body: { ...HELLO, ...over } })

const sendMany = async (key: string, count: number, over: object = {}) => {
  const before = waiting.length
  const calls = Array.from({ length: count }, () => chat(key, over))
  await eventually('the requests wait upstream', () => (waiting.length === before + count ? true : undefined))
  return calls
}

const endAll = (reply: () => UpstreamReply = answer) => {
  for (const resolve of waiting.splice(0)) resolve(reply())
}

afterEach(async () => {
  endAll()
  await eventually('every place is free again', () => (load.running === 0 && load.openStreams === 0 ? true : undefined))
  refused.length = 0
})

describe('a process that has as many requests as it may', () => {
  it('lets another user in while one has taken all that one may have', async () => {
    const eight = await sendMany(busyKey, 8)
    expect(await chat(busyKey)).toMatchObject({ status: 503, json: { error: { code: 'too_many_running' } } })
    const other = await sendMany(quietKey, 1)
    expect(refused).toEqual(['requests user'])
    endAll()
    expect((await Promise.all([...eight, ...other])).map(({ status }) => status)).toEqual(Array(9).fill(200))
  })

  it('refuses in the form of each wire, with the seconds to wait, and holds and charges nothing', async () => {
    const third = (await stand.token(await stand.member(Role.user))).key
    const running = [...(await sendMany(busyKey, 8)), ...(await sendMany(quietKey, 2))]
    const quotaOf = async () => (await stand.call('GET', '/api/user/self', { cookie: quiet.cookie })).text
    const before = await quotaOf()
    const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]
    const gemini = '/v1beta/models/gpt-4o-mini:generateContent'
    const told = [
      await chat(quietKey),
      await chat(third, { input: 'hello' }, '/v1/responses'),
      await stand.call('POST', '/v1/messages', { headers: { 'x-api-key': third }, body: { ...HELLO, max_tokens: 5 } }),
      await stand.call('POST', gemini, { headers: { 'x-goog-api-key': third }, body: { contents } }),
      await stand.call('GET', '/v1/realtime?model=gpt-4o-mini', { headers: { authorization: `Bearer ${third}`, upgrade: 'websocket' } }),
      await chat('unknown-key-of-nobody'),
    ]
    const busyText = expect.stringContaining('The server is busy, try again in 2 seconds')
    const openai = { error: { message: busyText, type: 'one_api_error', param: '', code: 'server_overloaded' } }
    expect(told.map(({ status, headers, json }) => [status, headers.get('retry-after'), json])).toEqual([
      [503, '2', openai],
      [503, '2', openai],
      [529, '2', { type: 'error', error: { type: 'overloaded_error', message: busyText }, request_id: expect.any(String) }],
      [503, '2', { error: expect.objectContaining({ code: 503, status: 'UNAVAILABLE', message: busyText }) }],
      [503, '2', openai],
      [503, '2', openai],
    ])
    expect(refused).toEqual(Array(6).fill('requests all'))
    expect([waiting.length, await quotaOf()]).toEqual([10, before])
    endAll()
    await Promise.all(running)
  })

  it('is open again when one of them has ended', async () => {
    const running = [...(await sendMany(busyKey, 8)), ...(await sendMany(quietKey, 2))]
    expect((await chat(quietKey)).status).toBe(503)
    waiting.splice(9, 1)[0]?.(answer())
    await running[9]
    running.push(...(await sendMany(quietKey, 1)))
    endAll()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(11).fill(200))
  })
})

describe('a process that has as many streams as it may', () => {
  it('refuses another stream before anything is held, and still gives whole replies', async () => {
    const streams = await sendMany(busyKey, 2, { stream: true })
    expect([load.running, load.openStreams]).toEqual([2, 2])
    expect(await chat(quietKey, { stream: true })).toMatchObject({ status: 503, json: { error: { code: 'server_overloaded' } } })
    expect(refused).toEqual(['streams all'])
    const whole = await sendMany(quietKey, 1)
    waiting.pop()?.(answer())
    expect((await whole[0])?.status).toBe(200)
    endAll(streamed)
    expect((await Promise.all(streams)).map(({ text }) => text.includes('[DONE]'))).toEqual([true, true])
  })
})
