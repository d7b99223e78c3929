import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { NetworkFailure } from '@weir/relay/upstream/network-failure'
import { playReply, type MadeReply } from './simulated-reply.ts'
import { createSend } from './send-upstream.ts'

const NEVER = new AbortController().signal
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const made: MadeReply = {
  status: 201,
  contentType: 'text/event-stream',
  pieces: [
    { afterMs: 0, bytes: bytes('one ') },
    { afterMs: 1, bytes: bytes('two') },
  ],
}

let server: Bun.Server<undefined>
const seen: string[] = []

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      seen.push(`${request.method} ${await request.text()}`)
      const status = Number(new URL(request.url).pathname.slice(1)) || 200
      return new Response(null, { status, headers: { location: '/elsewhere' } })
    },
  })
})

afterAll(() => server.stop(true))

const checked: string[] = []
const send = createSend({
  addressesOf: ({ host }) => {
    checked.push(host)
    return ['127.0.0.1']
  },
  proxy: '',
  simulate: () => made,
})

const request = (url: string, over: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'POST',
  url,
  headers: {},
  body: 'text',
  ...over,
})

describe('sending upstream', () => {
  it('SF-02 SF-06 follows no redirect of any kind', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      expect((await send(request(`${server.url.href}${status}`), NEVER)).status).toBe(status)
    }
    expect(seen).toEqual(Array.from({ length: 5 }, () => 'POST text'))
  })

  it('carries the body of every method that has one', async () => {
    seen.length = 0
    for (const method of ['PUT', 'PATCH', 'GET'] as const)
      await send(request(server.url.href, { method, body: [bytes('a'), bytes('b')] }), NEVER)
    expect(seen).toEqual(['PUT ab', 'PATCH ab', 'GET '])
  })

  it('checks every address but that of the simulator, which is none', async () => {
    checked.length = 0
    const reply = await send(request('simulator:/v1/chat/completions'), NEVER)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([201, 'text/event-stream'])
    expect(await new Response(reply.body).text()).toBe('one two')
    expect(checked).toEqual([])
  })
})

describe('sending through a proxy', () => {
  const byProxy = (proxy: string) =>
    createSend({
      addressesOf: ({ host }) => {
        checked.push(host)
        return ['127.0.0.1']
      },
      proxy,
      simulate: () => made,
    })

  it('asks the proxy, after the address was checked, with the body of every method that has one', async () => {
    const asked: string[] = []
    using proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async ({ method, url, ...rest }) => {
        asked.push(`${method} ${url} ${await new Response(rest.body).text()}`)
        return new Response('by proxy', { status: 202 })
      },
    })
    checked.length = 0
    const sendBy = byProxy(proxy.url.href)
    const reply = await sendBy(request('http://upstream.test/v1', { body: [bytes('a'), bytes('b')] }), NEVER)
    expect([reply.status, await new Response(reply.body).text()]).toEqual([202, 'by proxy'])
    expect(checked).toEqual(['upstream.test'])
    await sendBy(request('http://upstream.test/v1', { method: 'GET' }), NEVER)
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET'])
  })

  it.each(['', 'http://127.0.0.1:1/'])('tells a failure as one of the network, with the proxy %p', async (proxy) => {
    await expect(byProxy(proxy)(request('http://127.0.0.1:1/'), NEVER)).rejects.toBeInstanceOf(NetworkFailure)
    await expect(byProxy(proxy)(request('ws://127.0.0.1:1/'), NEVER)).rejects.toBeInstanceOf(NetworkFailure)
    await expect(byProxy(proxy)(request('not an address'), NEVER)).rejects.toBeInstanceOf(NetworkFailure)
  })
})

describe('a made answer', () => {
  it('ends when the caller leaves', async () => {
    const controller = new AbortController()
    const slow: MadeReply = {
      ...made,
      pieces: [
        { afterMs: 0, bytes: bytes('one') },
        { afterMs: 60_000, bytes: bytes('never') },
      ],
    }
    const reader = playReply(slow, controller.signal).body?.getReader()
    await reader?.read()
    const next = reader?.read()
    controller.abort()
    await expect(next).rejects.toThrow('aborted')
  })
})
