import { afterAll, describe, expect, it } from 'bun:test'
import { openSocketReply } from './websocket-reply.ts'

const addressesOf = () => ['127.0.0.1']
const hosts: (string | null)[] = []

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, upgrading) => {
    hosts.push(request.headers.get('host'))
    if (request.url.endsWith('/refused')) return new Response('{"message":"HMAC signature cannot be verified"}', { status: 401 })
    return upgrading.upgrade(request) ? undefined : new Response('', { status: 400 })
  },
  websocket: {
    message: (socket, message) => {
      socket.send(`{"heard":"${String(message)}"}`)
      socket.send('{"isLast":true}')
    },
  },
})

afterAll(() => server.stop(true))

describe('a reply over a socket', () => {
  it('ends with the last message although the server keeps the connection open', async () => {
    const request = {
      method: 'GET',
      url: `ws://127.0.0.1:${server.port}/chat`,
      headers: {},
      body: 'hello',
      isLastMessage: (message: string) => message.includes('isLast'),
    } as const
    const reply = await openSocketReply(request, new AbortController().signal, addressesOf)
    expect(await new Response(reply.body).text()).toBe('{"heard":"hello"}\n{"isLast":true}\n')
  })

  it('SF-03 opens at the address that was found fit, under its name', async () => {
    const request = {
      method: 'GET',
      url: `ws://turning.example:${server.port}/chat`,
      headers: {},
      body: 'hello',
      isLastMessage: (message: string) => message.includes('isLast'),
    } as const
    const reply = await openSocketReply(request, new AbortController().signal, addressesOf)
    expect(await new Response(reply.body).text()).toContain('"hello"')
    expect(hosts.at(-1)).toBe(`turning.example:${server.port}`)
    const closed = () => Promise.reject(new Error('closed'))
    await expect(openSocketReply(request, new AbortController().signal, closed)).rejects.toThrow('closed')
  })

  it('is the refusal when the handshake is refused', async () => {
    const request = { method: 'GET', url: `ws://127.0.0.1:${server.port}/refused`, headers: {}, body: '' } as const
    expect((await openSocketReply(request, new AbortController().signal, addressesOf)).status).toBe(401)
  })

  it('fails when nobody listens, or when the caller leaves before it is open', async () => {
    const request = { method: 'GET', url: 'ws://127.0.0.1:1/nobody', headers: {}, body: '' } as const
    await expect(openSocketReply(request, new AbortController().signal, addressesOf)).rejects.toThrow()
    await expect(
      openSocketReply({ ...request, url: `ws://127.0.0.1:${server.port}/chat` }, AbortSignal.abort(), addressesOf),
    ).rejects.toThrow('aborted')
  })
})
