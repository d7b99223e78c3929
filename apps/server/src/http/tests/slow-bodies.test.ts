import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { connect } from 'node:net'
import { Role } from '@weir/contract/user'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'
import { eventually } from '../../../../../tools/testing/eventually.ts'
import type { BodyLimits } from '../request/body-gate.ts'
import { createProbes } from '../probes-and-drain.ts'

/** A machine with much else to do may hold up the next piece for longer than a gap may last. */
const PATIENT = { gapMs: 60_000, shortMs: 400, wholeMs: 900, strangers: 3 }
const SHORT_GAP = { gapMs: 150, shortMs: 400, wholeMs: 60_000, strangers: 3 }
const TIMEOUT_MS = 180_000
const CHAT = '/v1/chat/completions'
const LOGIN = '/api/user/login'

interface Door {
  readonly harness: ServerHarness
  readonly server: Bun.Server<undefined>
  readonly key: string
}

const openDoor = async (bodyLimits: BodyLimits): Promise<Door> => {
  const harness = await openServerHarness({ bodyLimits, upstream: () => Promise.reject(new Error('nothing is sent here')) })
  const front = createProbes({
    handle: harness.handle,
    isDraining: () => false,
    probe: () => Promise.resolve(),
    renderMetrics: () => '',
    metricsToken: '',
    replied: () => undefined,
    clock: Date.now,
    oversizedFigures: () => 0,
  })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, connection) => {
      connection.timeout(request, 0)
      return front(request, '192.0.2.1')
    },
  })
  return { harness, server, key: (await harness.token(await harness.member(Role.user))).key }
}

let patient: Door
let impatient: Door

beforeAll(async () => {
  patient = await openDoor(PATIENT)
  impatient = await openDoor(SHORT_GAP)
})
afterAll(async () => {
  for (const { server, harness } of [patient, impatient]) {
    await server.stop(true)
    await harness.close()
  }
})

interface Drip {
  readonly headers?: readonly string[]
  readonly everyMs?: number
  readonly piece?: string
}

/** Sends a head and then, if at all, one piece of the body after another; returns what came back and how long that took. */
const send = ({ server }: Door, path: string, { headers = ['Content-Length: 5000'], everyMs, piece = ' ' }: Drip = {}) =>
  new Promise<{ readonly reply: string; readonly ms: number }>((resolve) => {
    const startedAt = performance.now()
    let reply = ''
    const head = [`POST ${path} HTTP/1.1`, 'Host: weir.test', 'Accept-Language: en', ...headers].join('\r\n')
    const socket = connect(server.port ?? 0, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
    const drip = everyMs === undefined ? undefined : setInterval(() => socket.write(piece), everyMs)
    socket.on('data', (chunk) => (reply += chunk.toString('utf8')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      resolve({ reply, ms: performance.now() - startedAt })
    })
  })

const withKey = ({ key }: Door, ...headers: readonly string[]): readonly string[] => [`Authorization: Bearer sk-${key}`, ...headers]
const CHUNKED = 'Transfer-Encoding: chunked'
const WORDS = 'The request body did not arrive in time; send it again'

const expectTooSlow = ({ reply }: { readonly reply: string }): void => {
  expect(reply).toStartWith('HTTP/1.1 408 ')
  expect(reply).toContain(WORDS)
}

describe('a body that does not come', () => {
  it(
    'is refused with 408 and its connection closed, on the relay and on the console',
    async () => {
      const [short, long] = ['Content-Length: 5000', 'Content-Length: 200000'].map((length) =>
        send(impatient, CHAT, { headers: withKey(impatient, length) }),
      )
      const silent = await Promise.all([short, long, send(impatient, LOGIN)])
      for (const ended of silent) expectTooSlow(ended ?? { reply: '' })
      expect(silent[0]?.reply).toContain('"code":"body_too_slow"')
    },
    TIMEOUT_MS,
  )

  it(
    'is not waited for on the relay when its sender shows no key',
    async () => {
      const { reply } = await send(patient, CHAT)
      expect(reply).toStartWith('HTTP/1.1 401 ')
      expect(reply.toLowerCase()).toContain('connection: close')
    },
    TIMEOUT_MS,
  )

  it(
    'is refused as well when it drips for longer than the whole may take',
    async () => {
      const drips = [
        send(patient, CHAT, { everyMs: 40, headers: withKey(patient, 'Content-Length: 5000') }),
        send(patient, LOGIN, { everyMs: 40 }),
        send(patient, CHAT, { everyMs: 40, headers: withKey(patient, 'Content-Length: 200000') }),
        send(patient, CHAT, { everyMs: 40, headers: withKey(patient, CHUNKED), piece: '1\r\n \r\n' }),
      ]
      const ended = await Promise.all(drips)
      ended.forEach(expectTooSlow)
      expect(ended.map(({ ms }) => ms >= PATIENT.shortMs)).toEqual([true, true, true, true])
      expect(ended.slice(2).map(({ ms }) => ms >= PATIENT.wholeMs)).toEqual([true, true])
    },
    TIMEOUT_MS,
  )

  it(
    'is refused after the gap when it stops in the middle',
    async () => {
      expectTooSlow(await send(impatient, CHAT, { everyMs: TIMEOUT_MS, headers: withKey(impatient, 'Content-Length: 200000') }))
    },
    TIMEOUT_MS,
  )

  it(
    'of unknown senders may be on its way only so often from one address; a key is let in all the same',
    async () => {
      const post = (path: string, headers: Record<string, string>) =>
        fetch(`${patient.server.url.href.slice(0, -1)}${path}`, { method: 'POST', body: '{}', headers })
      const signIn = () =>
        post(LOGIN, { 'content-type': 'application/json' }).then(
          ({ status }) => status,
          () => 0,
        )
      let held = 0
      await eventually('all places taken', async () => {
        for (; held < PATIENT.strangers; held++) void send(patient, LOGIN, { everyMs: 40 }).then(() => held--)
        return (await signIn()) === 429 || undefined
      })
      expect((await post(CHAT, { authorization: `Bearer sk-${patient.key}` })).status).toBe(400)
      await eventually('a place free again', async () => (await signIn()) === 200 || undefined)
    },
    TIMEOUT_MS,
  )
})
