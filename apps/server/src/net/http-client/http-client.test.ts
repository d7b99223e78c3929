import { afterEach, describe, expect, it } from 'bun:test'
import { callWith, closeByteServers, ok, serveBytes, textOf, until } from '../../testing/sockets/byte-server.ts'
import { testCertificate } from '../../testing/certificate.ts'
import { createHttpClient } from './http-client.ts'

afterEach(closeByteServers)

describe('a request', () => {
  it('says where it goes, how long it is, and what the caller of the client says', async () => {
    let seen = ''
    const { url } = await serveBytes((socket, request) => {
      seen = request
      socket.write(ok('fine'))
    })
    const reply = await callWith()(url, {
      headers: { 'X-Own': 'e', accept: 'text/event-stream' },
      body: '{"a":"ä"}',
    })
    expect(await textOf(reply)).toBe('fine')
    const [line, ...fields] = seen.split('\r\n')
    expect(line).toBe('POST /v1/chat?a=b HTTP/1.1')
    expect(fields.slice(0, fields.indexOf('')).toSorted()).toEqual([
      'X-Own: e',
      'accept-encoding: identity',
      'accept: text/event-stream',
      'content-length: 10',
      `host: ${new URL(url).host}`,
      'user-agent: Weir',
    ])
  })

  it('IN-16 is not sent when a header would break out of its line', async () => {
    const { url, connections } = await serveBytes((socket) => socket.write(ok('never')))
    const call = callWith()
    for (const headers of [
      { authorization: 'Bearer a\r\nx: y' },
      { 'x\r\ny': 'z' },
      { 'x y': 'z' },
      { x: 'a\nb' },
      { x: '\0' },
      { x: '键' },
    ]) {
      expect(() => call(url, { headers })).toThrow('cannot be sent')
    }
    expect(connections()).toBe(0)
  })

  it('does not let its headers say how long it is or where it goes', async () => {
    let seen = ''
    const { url } = await serveBytes((socket, request) => {
      seen = request
      socket.write(ok('fine'))
    })
    await callWith()(url, {
      headers: { Host: 'evil.example', 'Content-Length': '99', 'transfer-encoding': 'chunked', connection: 'close' },
    })
    expect(seen).not.toMatch(/evil|length: 99|chunked|close/)
  })

  it('goes out whole however large it is, and however slowly it is read', async () => {
    const pieces = [new Uint8Array(6_000_000).fill(97), new Uint8Array(3_000_000).fill(98), new TextEncoder().encode('}')]
    const sizes: number[] = []
    const { url } = await serveBytes((socket, request) => {
      sizes.push(request.length - request.indexOf('\r\n\r\n') - 4)
      socket.write(ok('fine'))
    })
    const call = callWith()
    await call(url, { body: pieces })
    await call(url, { body: `${'ä'.repeat(2_000_000)}}` })
    expect(sizes).toEqual([9_000_001, 4_000_001])
  })
})

describe('a call that is cancelled', () => {
  it('ends at once, before the reply and in the middle of it', async () => {
    let heard = 0
    const { url, closed } = await serveBytes((socket, _, { connection }) => {
      heard = connection
      if (connection === 2) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\none')
    })
    const call = callWith()
    const before = new AbortController()
    const unheard = call(url, { signal: before.signal })
    await until(() => heard === 1)
    before.abort()
    await expect(unheard).rejects.toThrow('cancelled')
    const amid = new AbortController()
    const reader = (await call(url, { signal: amid.signal })).pieces?.()
    await reader?.read()
    const next = reader?.read()
    amid.abort()
    await expect(next).rejects.toThrow('cancelled')
    await until(() => closed() === 2)
  })

  it('is not made when it was cancelled before', async () => {
    const { url, connections } = await serveBytes((socket) => socket.write(ok('never')))
    await expect(callWith()(url, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(connections()).toBe(0)
  })
})

describe('an address', () => {
  it('that refuses the connection is passed over', async () => {
    const { url } = await serveBytes((socket) => socket.write(ok('fine')))
    const port = new URL(url).port
    const call = callWith()
    expect(await textOf(await call(`http://several.example:${port}/`, { addresses: ['127.0.0.3', '127.0.0.1'] }))).toBe('fine')
    await expect(call(`http://gone.example:${port}/`, { addresses: ['127.0.0.3'] })).rejects.toThrow()
  })

  it('that answers, but not as it should, is not passed over', async () => {
    let met = 0
    using server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data: (socket) => {
          met++
          socket.end('no handshake')
        },
      },
    })
    const addresses = ['127.0.0.1', '127.0.0.1']
    await expect(callWith()(`https://named.example:${server.port}/`, { addresses })).rejects.toThrow()
    expect(met).toBe(1)
  })

  it('that swallows the connection is passed over in time, and its socket closed', async () => {
    const { key, cert, ca } = testCertificate
    await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: { key, cert }, fetch: () => new Response('fine') })
    const silent = { open: 0, closed: 0 }
    using _hole = Bun.listen({
      hostname: '127.0.0.3',
      port: server.port ?? 0,
      socket: { open: () => void silent.open++, close: () => void silent.closed++, data: () => undefined },
    })
    const timers: { readonly ms: number; readonly fire: () => void; isCancelled: boolean }[] = []
    const client = createHttpClient({ ca }, (ms, fire) => {
      const timer = { ms, fire, isCancelled: false }
      timers.push(timer)
      return () => void (timer.isCancelled = true)
    })
    const reply = callWith(client)(`https://named.example:${server.port}/`, { addresses: ['127.0.0.3', '127.0.0.1'] })
    await until(() => silent.open === 1)
    timers[0]?.fire()
    expect(await textOf(await reply)).toBe('fine')
    await until(() => silent.closed === 1)
    expect(timers.map(({ ms, isCancelled }) => [ms, isCancelled])).toEqual([
      [10_000, true],
      [10_000, true],
    ])
  })

  it('SF-03 shows a certificate for the name that was asked for, or hears nothing', async () => {
    const { key, cert, ca } = testCertificate
    const heard: string[] = []
    await using server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: { key, cert },
      fetch: (request) => {
        heard.push(request.headers.get('authorization') ?? '')
        return new Response('heard')
      },
    })
    const address = (name: string) => `https://${name}:${server.port}/`
    const trusting = callWith(createHttpClient({ ca }))
    expect(await textOf(await trusting(address('named.example')))).toBe('heard')
    await expect(trusting(address('other.example'))).rejects.toThrow()
    expect(await textOf(await trusting(address('named.example')))).toBe('heard')
    await expect(callWith()(address('named.example'))).rejects.toThrow()
    await expect(trusting(address('127.0.0.1'))).rejects.toThrow()
    expect(heard).toEqual(['Bearer key', 'Bearer key'])
    const careless = callWith(createHttpClient({ trustsAnyone: true }))
    for (const name of ['named.example', 'other.example', '127.0.0.1']) expect(await textOf(await careless(address(name)))).toBe('heard')
  })
})
