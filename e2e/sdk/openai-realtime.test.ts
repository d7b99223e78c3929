import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import type { LogObject } from '@weir/contract/log'
import { createToken, editToken, listTokens, type TokenObject } from '@weir/contract/token'
import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { FakeRealtime } from '../fake-upstream/openai/realtime.ts'
import { ApiClient } from '../harness/api-client.ts'
import { ownLogs } from '../harness/stand.ts'
import { LOOPBACK_CERTIFICATE, openTlsFront, type TlsFront } from '../harness/tls-front.ts'
import { Weir } from '../harness/weir.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { settledSelf } from './effect.ts'

const UPSTREAM_KEY = 'sk-upstream-7f3a9c51e2'
const MODEL = 'gpt-realtime'

/** Dollars a million of tokens: words 4 in and 16 out, cached 0.40, sound 32 in and 64 out. A dollar is 500 000 units. */
const TEXT_UNITS = 80 * 2 + 20 * 0.2 + 10 * 8
const AUDIO_UNITS = 30 * 2 + 70 * 16 + 100 * 0.2 + 15 * 8 + 45 * 32

let weir: Weir
let fake: FakeRealtime
let root: ApiClient
let front: TlsFront
let token: TokenObject

beforeAll(async () => {
  fake = new FakeRealtime(UPSTREAM_KEY, [MODEL])
  weir = await Weir.start({ environment: { WORKERS: '2' } })
  root = await ApiClient.signIn(weir.url, 'root')
  const body = { type: 1, name: 'realtime', key: UPSTREAM_KEY, base_url: fake.url, models: `${MODEL},gpt-4o-mini-transcribe` }
  await root.call(createChannel, { body })
  token = await root.call(createToken, { body: { name: 'voice', unlimited_quota: true } })
  front = openTlsFront(weir.url)
})

afterAll(async () => {
  front.close()
  await weir.close()
  await fake.stop()
})

interface Conversation {
  readonly realtime: OpenAIRealtimeWS
  readonly events: { readonly type: string; readonly [name: string]: unknown }[]
  readonly closed: Promise<number>
  readonly next: (type: string, count?: number) => Promise<unknown>
  readonly ask: (text: string) => void
}

/** As much of the client's socket as is needed here; its package brings no types. */
interface Closing {
  on(event: 'close', listener: (code: number) => void): void
}

const follow = (realtime: OpenAIRealtimeWS): Conversation => {
  const events: Conversation['events'] = []
  realtime.on('event', (event) => void events.push({ ...event }))
  realtime.on('error', () => undefined)
  const socket = realtime.socket as Closing
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve)
  })
  return {
    realtime,
    events,
    closed,
    next: (type, count = 1) => eventually(`${count} × ${type}`, () => events.filter((event) => event.type === type)[count - 1]),
    ask: (text) => {
      realtime.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } })
      realtime.send({ type: 'response.create' })
    },
  }
}

const clientOf = (key: string) => new OpenAI({ baseURL: `${front.url}/v1`, apiKey: key, maxRetries: 0 })

const talk = (key = `sk-${token.key}`): Conversation =>
  follow(new OpenAIRealtimeWS({ model: MODEL, options: { ca: LOOPBACK_CERTIFICATE } }, clientOf(key)))

interface Before {
  readonly quota: number
  readonly newest: number
}

const look = async (): Promise<Before> => ({ quota: (await settledSelf(root)).quota, newest: (await ownLogs(root))[0]?.id ?? 0 })

/** The rows since then, oldest first, and what the account has lost, once nothing is held. */
const effectSince = async ({ quota, newest }: Before): Promise<{ readonly rows: readonly LogObject[]; readonly spent: number }> => {
  const { quota: left } = await settledSelf(root)
  const rows = (await ownLogs(root)).filter(({ id, type }) => id > newest && type === 2).toReversed()
  return { rows, spent: quota - left }
}

describe('OpenAI’s realtime client', () => {
  it('talks in words and in sound, and pays for each answer as it ends', async () => {
    const before = await look()
    const { ask, next, realtime, events, closed } = talk()
    await next('session.created')
    ask('hello')
    await next('response.done')
    ask('speak')
    await next('response.done', 2)
    expect(events.filter(({ type }) => type === 'response.output_audio.delta').map(({ delta }) => String(delta).length)).toEqual([
      32_000, 32_000,
    ])
    realtime.close()
    await closed
    const { rows, spent } = await effectSince(before)
    expect(
      rows.map(({ model_name, quota, prompt_tokens, completion_tokens }) => [model_name, quota, prompt_tokens, completion_tokens]),
    ).toEqual([
      [MODEL, TEXT_UNITS, 100, 10],
      [MODEL, AUDIO_UNITS, 200, 60],
    ])
    expect([TEXT_UNITS, AUDIO_UNITS, spent]).toEqual([244, 2760, 3004])
    expect(fake.headers.at(-1)).toMatchObject({ authorization: `Bearer ${UPSTREAM_KEY}` })
    expect(JSON.stringify(events)).not.toContain(UPSTREAM_KEY)
  })

  it('is told by an event when nothing is left, and the session ends', async () => {
    // 500 tokens of floor and 1024 of speech are held: 500 × 2 + 1024 × 32 = 33 768 units, and again after the answer.
    const poor = await root.call(createToken, { body: { name: 'poor', remain_quota: 34_000 } })
    const { ask, next, events, closed } = talk(`sk-${poor.key}`)
    await next('session.created')
    ask('hello')
    await next('response.done')
    expect(await next('error')).toMatchObject({ error: { type: 'insufficient_quota', code: 'insufficient_quota' } })
    expect([await closed, events.filter(({ type }) => type === 'response.done')]).toEqual([1008, [expect.anything()]])
    await settledSelf(root)
    const tokens = await root.call(listTokens, { query: { p: 0 } })
    expect(tokens.find(({ id }) => id === poor.id)?.remain_quota).toBe(34_000 - 244)
  })

  it('pays for what it has heard when it leaves in the middle of an answer, and when upstream does', async () => {
    for (const said of ['wait', 'die']) {
      const before = await look()
      const { ask, next, realtime, closed } = talk()
      await next('session.created')
      ask(said)
      await next('response.output_audio.delta')
      if (said === 'wait') realtime.close()
      else expect(await next('error')).toMatchObject({ error: { code: 'bad_response' } })
      await closed
      await eventually('upstream to be closed', () => (fake.openSockets === 0 ? true : undefined))
      const { rows, spent } = await effectSince(before)
      // Four letters are two tokens; half a second of speech is ten.
      const [input, output] = [2, 10]
      expect(rows.map(({ charge, prompt_tokens, completion_tokens }) => [charge?.is_estimate, prompt_tokens, completion_tokens])).toEqual([
        [true, input, output],
      ])
      expect(spent).toBe(input * 2 + output * 32)
    }
  })

  it('pays for the transcript of its speech beside the answer that begins by itself', async () => {
    const before = await look()
    const { next, realtime, closed } = talk()
    await next('session.created')
    const transcription = { model: 'gpt-4o-mini-transcribe' }
    realtime.send({ type: 'session.update', session: { type: 'realtime', audio: { input: { transcription } } } })
    await next('session.updated')
    realtime.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(96_000).toString('base64') })
    realtime.send({ type: 'input_audio_buffer.commit' })
    await next('response.done')
    realtime.close()
    await closed
    const { rows } = await effectSince(before)
    expect(rows.map(({ model_name, prompt_tokens, completion_tokens }) => [model_name, prompt_tokens, completion_tokens])).toEqual([
      ['gpt-4o-mini-transcribe', 22, 4],
      [MODEL, 200, 60],
    ])
  })

  it('keeps the model that was priced', async () => {
    const { next, realtime, closed } = talk()
    await next('session.created')
    realtime.send({ type: 'session.update', event_id: 'mine', session: { type: 'realtime', model: 'gpt-realtime-pro' } })
    expect(await next('error')).toMatchObject({ error: { param: 'session.model', event_id: 'mine' } })
    realtime.send({ type: 'session.update', session: { type: 'realtime', model: MODEL, instructions: 'Be brief.' } })
    expect(await next('session.updated')).toMatchObject({ session: { instructions: 'Be brief.' } })
    realtime.close()
    await closed
  })

  it('shows its key among the protocols, as browsers must', async () => {
    const trusted = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      const realtime = new OpenAIRealtimeWebSocket({ model: MODEL }, clientOf(`sk-${token.key}`))
      await new Promise((resolve, reject) => {
        realtime.on('session.created', resolve)
        realtime.on('error', reject)
      })
      expect(realtime.socket.protocol).toBe('realtime')
      const closed = new Promise((resolve) => realtime.socket.addEventListener('close', resolve))
      realtime.close()
      await closed
    } finally {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = trusted ?? ''
    }
  })

  it('opens with a client secret the session it was made for, until its token is disabled', async () => {
    const owner = await root.call(createToken, { body: { name: 'owner', unlimited_quota: true } })
    const plain = new OpenAI({ baseURL: `${weir.url}/v1`, apiKey: `sk-${owner.key}`, maxRetries: 0 })
    const session = { type: 'realtime' as const, model: MODEL, instructions: 'Be kind.' }
    const secret = await plain.realtime.clientSecrets.create({ expires_after: { anchor: 'created_at', seconds: 60 }, session })
    expect(secret.value).toMatch(/^ek_/)
    expect(secret.value).not.toContain(owner.key)
    const { next, realtime, closed } = talk(secret.value)
    expect(await next('session.updated')).toMatchObject({ session: { instructions: 'Be kind.' } })
    realtime.close()
    await closed
    await root.call(editToken, { body: { id: owner.id, status: 2 }, query: { status_only: 'true' } })
    const shown = { headers: { authorization: `Bearer ${secret.value}` } }
    const refused = await eventually('the token to be refused', async () => {
      const reply = await fetch(`${weir.url}/v1/realtime?model=${MODEL}`, {
        headers: {
          ...shown.headers,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        },
      })
      return reply.status === 401 ? await reply.text() : undefined
    })
    expect(refused).toContain('token_disabled')
    expect((await fetch(`${weir.url}/v1/models`, shown)).status).toBe(401)
  })
})

describe('a server that stops', () => {
  it('ends an idle session at once, waits for one that answers, and ends when its caller has left', async () => {
    const idle = talk()
    await idle.next('session.created')
    const busy = talk()
    await busy.next('session.created')
    busy.ask('wait')
    await busy.next('response.output_audio.delta')
    const stopping = weir.stop()
    expect(await idle.next('error')).toMatchObject({ error: { code: 'shutting_down' } })
    expect(await idle.closed).toBe(1001)
    busy.realtime.close()
    await busy.closed
    expect(await stopping).toBe(0)
  })
})
