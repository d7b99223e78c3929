import { afterAll, afterEach, describe, expect, it } from 'bun:test'
import type { UpstreamReply } from '@weir/relay/ports'
import { AddressDenied, createOutboundPolicy, type AddressesOf } from '../net/outbound-policy.ts'
import { createHttpClient } from '../net/http-client/http-client.ts'
import { targetOf } from '../net/http-client/target.ts'
import { viaOf } from '../net/proxy/via-of.ts'
import { testCertificate } from '../testing/certificate.ts'
import { closeProxies, openProxy } from '../testing/sockets/proxies.ts'
import { createOpenSocket } from './upstream-socket.ts'
import { createSend } from './send-upstream.ts'

const seen: string[] = []
let release: (() => void) | undefined

const upstream = Bun.serve<undefined>({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request, server) => {
    seen.push(`${request.method} ${request.headers.get('host')} ${new URL(request.url).pathname} ${await request.text()}`)
    if (request.url.endsWith('/socket')) return server.upgrade(request) ? undefined : new Response('', { status: 400 })
    if (!request.url.endsWith('/stream')) return new Response('fine')
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('data: one\n\n'))
        release = () => {
          controller.enqueue(new TextEncoder().encode('data: two\n\n'))
          controller.close()
        }
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  },
  websocket: { open: (socket) => void socket.send('greeting'), message: (socket, text) => void socket.send(`heard ${String(text)}`) },
})

afterEach(closeProxies)
afterAll(() => upstream.stop(true))

/** Names lead here; nothing but this policy knows them. */
const addressesOf: AddressesOf = ({ hostname }) => {
  if (hostname === 'denied.test') throw new AddressDenied(hostname)
  return ['127.0.0.1']
}
const simulate = () => {
  throw new Error('no simulator')
}
const never = new AbortController().signal
const send = createSend({ addressesOf, proxy: '', simulate })
const ask = (proxy: string, path = '/v1', signal: AbortSignal = never) =>
  send({ method: 'POST', url: `http://upstream.test:${upstream.port}${path}`, headers: {}, body: '{"a":1}', proxy }, signal)
const textOf = (reply: UpstreamReply) => new Response(reply.body).text()
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'no failure',
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe('a request by the proxy of its channel', () => {
  it.each([
    ['http', undefined, ''],
    ['http', 'ann:p@ss', 'ann:p%40ss@'],
    ['socks5', undefined, ''],
    ['socks5', 'ann:p@ss', 'ann:p%40ss@'],
  ] as const)(
    'goes through %s (%s) to the address that was checked, under its own name, and keeps the connection',
    async (kind, credentials, prefix) => {
      const proxy = await openProxy({ kind, ...(credentials !== undefined && { credentials }) })
      const text = `${kind}://${prefix}proxy.test:${proxy.port}`
      seen.length = 0
      for (const path of ['/a', '/b']) expect(await textOf(await ask(text, path))).toBe('fine')
      expect(seen).toEqual(['/a', '/b'].map((path) => `POST upstream.test:${upstream.port} ${path} {"a":1}`))
      expect([proxy.asked, proxy.connections()]).toEqual([[`127.0.0.1:${upstream.port}`], 1])
    },
  )

  it('shares no connection with other proxies, other credentials or none', async () => {
    const [one, two] = [await openProxy({ kind: 'http' }), await openProxy({ kind: 'http' })]
    const texts = [`http://p.test:${one.port}`, `http://a:b@p.test:${one.port}`, `http://p.test:${two.port}`]
    for (const text of [...texts, ...texts]) await textOf(await ask(text))
    expect([one.connections(), two.connections()]).toEqual([2, 1])
  })

  it('streams', async () => {
    const proxy = await openProxy({ kind: 'socks5' })
    const reader = (await ask(`socks5://p.test:${proxy.port}`, '/stream')).body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await read()).toBe('data: one\n\n')
    release?.()
    expect(await read()).toBe('data: two\n\n')
    expect((await reader?.read())?.done).toBe(true)
  })

  it('fails when the proxy dies in the middle of a stream', async () => {
    const proxy = await openProxy({ kind: 'http' })
    const reader = (await ask(`http://p.test:${proxy.port}`, '/stream')).body?.getReader()
    await reader?.read()
    proxy.cut()
    expect(await failureOf(Promise.resolve(reader?.read()))).toStartWith('NetworkFailure: ')
  })

  it.each([
    ['http', '', 'HTTP 403'],
    ['http', 'ann:wrong@', 'it wants other credentials (407)'],
    ['socks5', '', 'its rules forbid the address'],
    ['socks5', 'ann:wrong@', 'it wants other credentials'],
  ] as const)('is told why a proxy (%s, %s) does not serve it: %s', async (kind, prefix, reason) => {
    const proxy = await openProxy({ kind, behaviour: 'refuses', ...(prefix !== '' && { credentials: 'ann:right' }) })
    expect(await failureOf(ask(`${kind}://${prefix}p.test:${proxy.port}`))).toBe(`NetworkFailure: proxy refused: ${reason}`)
  })

  it('is told that a proxy wants credentials where it has none', async () => {
    const proxy = await openProxy({ kind: 'socks5', credentials: 'ann:right' })
    expect(await failureOf(ask(`socks5://p.test:${proxy.port}`))).toBe('NetworkFailure: proxy refused: it wants credentials')
  })

  it('ends with its caller while a proxy is silent', async () => {
    for (const kind of ['http', 'socks5'] as const) {
      const proxy = await openProxy({ kind, behaviour: 'hangs' })
      const controller = new AbortController()
      const failure = failureOf(ask(`${kind}://p.test:${proxy.port}`, '/v1', controller.signal))
      controller.abort()
      expect(await failure).not.toBe('no failure')
    }
  })

  it('says that a proxy cannot be reached', async () => {
    const proxy = await openProxy({ kind: 'http' })
    closeProxies()
    expect(await failureOf(ask(`http://p.test:${proxy.port}`))).toStartWith(
      `NetworkFailure: proxy refused: p.test:${proxy.port} cannot be reached`,
    )
  })

  it('SF-04 reaches neither a proxy nor an upstream that the outbound policy denies', async () => {
    const proxy = await openProxy({ kind: 'http' })
    expect(await failureOf(ask('http://denied.test:3128'))).toBe(
      'NetworkFailure: proxy refused: the address of denied.test may not be called',
    )
    const denied = send({ method: 'GET', url: 'http://denied.test/', headers: {}, body: '', proxy: `http://p.test:${proxy.port}` }, never)
    expect(await failureOf(denied)).toBe('NetworkFailure: the address of denied.test may not be called')
    const strict = createSend({ addressesOf: createOutboundPolicy(['127.0.0.0/8'], Date.now), proxy: '', simulate })
    const request = { method: 'GET', url: 'http://192.0.2.1/', headers: {}, body: '', proxy: `socks5://127.0.0.1:${proxy.port}` } as const
    expect(await failureOf(strict(request, never))).toBe('NetworkFailure: proxy refused: the address of 127.0.0.1 may not be called')
    expect(proxy.connections()).toBe(0)
  })
})

describe('an encrypted request by a proxy', () => {
  it.each([
    ['http', false],
    ['https', true],
    ['socks5', false],
  ] as const)('is encrypted from end to end (%s), and a certificate for another name is refused', async (scheme, isTls) => {
    const { cert, key, ca } = testCertificate
    const secure = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: { cert, key }, fetch: () => new Response('secret') })
    const proxy = await openProxy({ kind: scheme === 'socks5' ? 'socks5' : 'http', ...(isTls && { tls: { cert, key } }) })
    const via = await viaOf(`${scheme}://named.example:${proxy.port}`, addressesOf)
    const call = (host: string) =>
      createHttpClient({ ca })(
        { target: targetOf(new URL(`https://${host}:${secure.port}/`)), addresses: ['127.0.0.1'], signal: never, via },
        { method: 'GET', headers: {}, body: undefined },
      )
    expect(await textOf(await call('named.example'))).toBe('secret')
    expect(await failureOf(call('other.test'))).not.toBe('no failure')
    await secure.stop(true)
  })
})

describe('a socket by the proxy of its channel', () => {
  it.each(['http', 'socks5'] as const)('opens through %s', async (kind) => {
    const proxy = await openProxy({ kind })
    const open = createOpenSocket({ addressesOf, proxy: '' })
    const url = `ws://upstream.test:${upstream.port}/socket`
    const socket = await open({ method: 'GET', url, headers: {}, body: '', proxy: `${kind}://p.test:${proxy.port}` }, never)
    if (!('listen' in socket)) throw new Error(`refused with ${socket.status}`)
    const told: string[] = []
    const ended = new Promise<void>((resolve) =>
      socket.listen({
        message: (text) => {
          told.push(text)
          if (text === 'greeting') socket.send('hello')
          else resolve()
        },
        pong: () => undefined,
        closed: () => resolve(),
      }),
    )
    await ended
    expect([told, proxy.asked]).toEqual([['greeting', 'heard hello'], [`127.0.0.1:${upstream.port}`]])
    socket.close(1000, '')
  })

  it('fails where the proxy refuses', async () => {
    const proxy = await openProxy({ kind: 'http', behaviour: 'refuses' })
    const open = createOpenSocket({ addressesOf, proxy: '' })
    const request = {
      method: 'GET',
      url: `ws://upstream.test:${upstream.port}/socket`,
      headers: {},
      body: '',
      proxy: `http://p.test:${proxy.port}`,
    } as const
    expect(await failureOf(open(request, never))).toBe('NetworkFailure: proxy refused: HTTP 403')
  })
})
