import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { openRealtime } from '@weir/relay/endpoints/realtime'
import { RelayRefusal } from '@weir/relay/refusal'
import { eventually } from '../../../../tools/testing/eventually.ts'
import { openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'
import { callerSockets, type CallerData } from './caller-sockets.ts'
import { createOpenSocket } from './upstream-socket.ts'

const KEY = 'k'.repeat(48)
/** 80 MB: more than may wait for a caller before something would be lost. */
const FRAMES = 1250
const FRAME = JSON.stringify({ type: 'rate_limits.updated', filling: 'x'.repeat(64_000) })

/** What still flows has moved on between the first and the last of them. */
const STILL_LOOKS = 25

let upstreamSocket: Bun.ServerWebSocket<undefined> | undefined
const upstream = Bun.serve<undefined>({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, server) => (server.upgrade(request) ? undefined : new Response('', { status: 400 })),
  websocket: {
    backpressureLimit: 256 * 1024 * 1024,
    open: (socket) => {
      upstreamSocket = socket
      socket.send('{"type":"session.created","session":{}}')
    },
    message: (socket) => {
      for (let at = 0; at < FRAMES; at++) socket.send(FRAME)
    },
  },
})

let harness: RelayHarness
let userId: number
const weir = Bun.serve<CallerData>({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request, server) => {
    const opened = await openRealtime(
      {
        address: '192.0.2.1',
        requestId: 'r',
        language: 'en',
        envelope: chatEnvelope,
        signal: request.signal,
        authorization: `Bearer sk-${KEY}`,
        model: 'gpt-realtime',
        isBeta: false,
        refusalOf: () => new RelayRefusal('internal'),
      },
      { ...harness.ports, openSocket: createOpenSocket({ addressesOf: () => ['127.0.0.1'], proxy: '' }) },
    )
    if (opened.kind === 'refused') return new Response('', { status: opened.reply.status })
    return server.upgrade(request, { data: { session: opened.session } }) ? undefined : new Response('', { status: 400 })
  },
  websocket: callerSockets,
})

beforeAll(async () => {
  harness = await openRelayHarness()
  await harness.addChannel({ models: 'gpt-realtime', baseUrl: `http://127.0.0.1:${upstream.port}` })
  userId = await harness.store.users.create({ username: 'talker', passwordHash: '', displayName: '', role: 1, startQuota: 1_000_000 })
  await harness.store.tokens.create(userId, KEY, { name: 't', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' })
})
afterAll(async () => {
  await weir.stop(true)
  await upstream.stop(true)
  await harness.close()
})

describe('a caller that reads slowly', () => {
  it('makes upstream wait, and loses nothing of what it sends', async () => {
    const caller = new WebSocket(`ws://127.0.0.1:${weir.port}/`)
    let frames = 0
    const types: string[] = []
    caller.addEventListener('message', ({ data }) => {
      if (data === FRAME) frames += 1
      else types.push(String(data).slice(0, 30))
    })
    await eventually('the greeting', () => types[0])
    caller.pause()
    caller.send('{"type":"input_audio_buffer.clear"}')
    let last = { bytes: 0, looks: 0 }
    const waiting = await eventually('upstream to be held up', () => {
      const bytes = upstreamSocket?.getBufferedAmount() ?? 0
      last = { bytes, looks: bytes === last.bytes ? last.looks + 1 : 0 }
      return bytes > 0 && last.looks === STILL_LOOKS ? bytes : undefined
    })
    // All but what the session and the systems' own buffers hold.
    expect(waiting).toBeGreaterThan(40_000_000)
    caller.resume()
    await eventually('every frame', () => (frames === FRAMES ? true : undefined))
    expect([caller.readyState, types.length]).toEqual([WebSocket.OPEN, 1])
    caller.close()
    await eventually('the hold to be given back', async () => {
      const found = await harness.store.users.findById(userId)
      return found?.user.quota === 1_000_000 ? true : undefined
    })
  })
})
