import { afterAll, describe, expect, it } from 'bun:test'
import { connect, createServer, type AddressInfo } from 'node:net'
import { eventually } from '../../../../tools/testing/eventually.ts'
import { openSocketReply } from './websocket-reply.ts'

const addressesOf = () => ['127.0.0.1']
const direct = { addressesOf, proxy: '' }
const hosts: (string | null)[] = []

const FLOOD_BYTES = 32 * 1024 * 1024
const PIECE = 'x'.repeat(64 * 1024)
let waiting: (() => number) | undefined

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, upgrading) => {
    hosts.push(request.headers.get('host'))
    if (request.url.endsWith('/refused')) return new Response('{"message":"HMAC signature cannot be verified"}', { status: 401 })
    return upgrading.upgrade(request) ? undefined : new Response('', { status: 400 })
  },
  websocket: {
    backpressureLimit: FLOOD_BYTES * 2,
    message: (socket, message) => {
      if (message === 'flood') {
        for (let sent = 0; sent < FLOOD_BYTES; sent += PIECE.length) socket.send(PIECE)
        waiting = () => socket.getBufferedAmount()
      }
      socket.send(`{"heard":"${String(message)}"}`)
      socket.send('{"isLast":true}')
    },
  },
})

const tunnels: string[] = []

/** Opens a tunnel for `CONNECT`, wherever it is asked to lead, to the server above; passes on a plain request. */
const proxyServer = createServer((client) => {
  client.once('data', (head) => {
    tunnels.push(head.toString().split('\r\n', 1)[0] ?? '')
    const upstream = connect(server.port ?? 0, '127.0.0.1')
    if (head.toString().startsWith('CONNECT')) client.write('HTTP/1.1 200 OK\r\n\r\n')
    else upstream.write(head.toString().replace(/ http:\/\/[^/]+/, ' '))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
  })
})
proxyServer.listen(0, '127.0.0.1')
const proxied = () => ({ addressesOf, proxy: `http://127.0.0.1:${(proxyServer.address() as AddressInfo).port}` })

afterAll(async () => {
  proxyServer.close()
  await server.stop(true)
})

describe('a reply over a socket', () => {
  it('ends with the last message although the server keeps the connection open', async () => {
    const request = {
      method: 'GET',
      url: `ws://127.0.0.1:${server.port}/chat`,
      headers: {},
      body: 'hello',
      isLastMessage: (message: string) => message.includes('isLast'),
    } as const
    const reply = await openSocketReply(request, new AbortController().signal, direct)
    expect(await new Response(reply.body).text()).toBe('{"heard":"hello"}\n{"isLast":true}\n')
  })

  it('makes upstream wait while nobody reads, and loses nothing of what it sends', async () => {
    const request = {
      method: 'GET',
      url: `ws://127.0.0.1:${server.port}/chat`,
      headers: {},
      body: 'flood',
      isLastMessage: (message: string) => message.includes('isLast'),
    } as const
    const reply = await openSocketReply(request, new AbortController().signal, direct)
    let [left, looks] = [0, 0]
    await eventually('nothing more to be taken', () => {
      const now = waiting?.() ?? -1
      looks = now === left ? looks + 1 : 0
      left = now
      return looks > 20 ? true : undefined
    })
    // Less than that fits into the buffers of the system.
    expect(left).toBeGreaterThan(FLOOD_BYTES / 2)
    const text = await new Response(reply.body).text()
    expect(text.length).toBe((FLOOD_BYTES / PIECE.length) * (PIECE.length + 1) + '{"heard":"flood"}\n{"isLast":true}\n'.length)
    expect(text).toEndWith('{"heard":"flood"}\n{"isLast":true}\n')
  })

  it('SF-03 opens at the address that was found fit, under its name', async () => {
    const request = {
      method: 'GET',
      url: `ws://turning.example:${server.port}/chat`,
      headers: {},
      body: 'hello',
      isLastMessage: (message: string) => message.includes('isLast'),
    } as const
    const reply = await openSocketReply(request, new AbortController().signal, direct)
    expect(await new Response(reply.body).text()).toContain('"hello"')
    expect(hosts.at(-1)).toBe(`turning.example:${server.port}`)
    const closed = () => Promise.reject(new Error('closed'))
    await expect(openSocketReply(request, new AbortController().signal, { addressesOf: closed, proxy: '' })).rejects.toThrow('closed')
  })

  it('is the refusal when the handshake is refused', async () => {
    const request = { method: 'GET', url: `ws://127.0.0.1:${server.port}/refused`, headers: {}, body: '' } as const
    expect((await openSocketReply(request, new AbortController().signal, direct)).status).toBe(401)
  })

  it('fails when nobody listens, or when the caller leaves before it is open', async () => {
    const request = { method: 'GET', url: 'ws://127.0.0.1:1/nobody', headers: {}, body: '' } as const
    await expect(openSocketReply(request, new AbortController().signal, direct)).rejects.toThrow()
    await expect(openSocketReply({ ...request, url: `ws://127.0.0.1:${server.port}/chat` }, AbortSignal.abort(), direct)).rejects.toThrow(
      'aborted',
    )
  })

  it('goes through the proxy, and so does the question why it was refused', async () => {
    const request = {
      method: 'GET',
      url: 'ws://far.example:8080/chat',
      headers: {},
      body: 'hello',
      isLastMessage: (message: string) => message.includes('isLast'),
    } as const
    const reply = await openSocketReply(request, new AbortController().signal, proxied())
    expect(await new Response(reply.body).text()).toContain('"hello"')
    expect([tunnels.at(-1), hosts.at(-1)]).toEqual(['CONNECT far.example:8080 HTTP/1.1', 'far.example:8080'])
    const refused = { ...request, url: 'ws://far.example:8080/refused' }
    expect((await openSocketReply(refused, new AbortController().signal, proxied())).status).toBe(401)
    expect(tunnels.at(-1)).toBe('GET http://far.example:8080/refused HTTP/1.1')
  })
})
