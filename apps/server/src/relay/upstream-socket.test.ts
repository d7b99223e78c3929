import { afterAll, describe, expect, it } from 'bun:test'
import { eventually } from '../../../../tools/testing/eventually.ts'
import { createOpenSocket } from './upstream-socket.ts'

const seen: Record<string, string>[] = []
const sockets: Bun.ServerWebSocket<undefined>[] = []

const server = Bun.serve<undefined>({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, upgrading) => {
    seen.push(Object.fromEntries(request.headers))
    if (request.url.endsWith('/refused')) return new Response('{"error":{"code":"slow_down"}}', { status: 429 })
    return upgrading.upgrade(request) ? undefined : new Response('', { status: 400 })
  },
  websocket: {
    backpressureLimit: 64 * 1024 * 1024,
    open: (socket) => {
      sockets.push(socket)
      socket.send('greeting')
    },
    message: (socket, message) => void socket.send(`heard ${String(message)}`),
  },
})

afterAll(() => server.stop(true))

const open = createOpenSocket({ addressesOf: () => ['127.0.0.1'], proxy: '' })
const request = (path: string, host = '127.0.0.1') =>
  ({ method: 'GET', url: `ws://${host}:${server.port}${path}`, headers: { authorization: 'Bearer k' }, body: '' }) as const
const never = new AbortController().signal

const listened = async (path: string, host?: string) => {
  const socket = await open(request(path, host), never)
  if (!('listen' in socket)) throw new Error(`refused with ${socket.status}`)
  const told: string[] = []
  socket.listen({
    message: (text) => void told.push(text),
    pong: () => void told.push('pong'),
    closed: (code) => void told.push(`closed ${code}`),
  })
  const has = (text: string) => eventually(text, () => (told.includes(text) ? true : undefined))
  return { socket, told, has }
}

describe('a socket to upstream', () => {
  it('opens at the address that was found fit, under its own name and without compression', async () => {
    const { socket, has } = await listened('/', 'upstream.test')
    await has('greeting')
    expect(seen.at(-1)).toMatchObject({ authorization: 'Bearer k', host: `upstream.test:${server.port}` })
    expect(seen.at(-1)?.['sec-websocket-extensions']).toBeUndefined()
    socket.send('hello')
    await has('heard hello')
    socket.ping()
    await has('pong')
    socket.close(1000, '')
    await has('closed 1000')
  })

  it('hears what comes as bytes as the text it is', async () => {
    const { socket, has } = await listened('/')
    await has('greeting')
    sockets.at(-1)?.send(Buffer.from('{"type":"渠道"}'))
    await has('{"type":"渠道"}')
    socket.close(1000, '')
  })

  it('tells the status of a refused handshake', async () => {
    expect(await open(request('/refused'), never)).toEqual({ status: 429 })
  })

  it('does not open at an address that may not be called', async () => {
    const before = seen.length
    const denied = createOpenSocket({ addressesOf: () => Promise.reject(new Error('denied')), proxy: '' })
    await expect(denied(request('/'), never)).rejects.toThrow('denied')
    expect(seen.length).toBe(before)
  })

  it('is cut when its request is, before it opens and after', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(open(request('/'), controller.signal)).rejects.toThrow('aborted')
    const later = new AbortController()
    const socket = await open(request('/'), later.signal)
    if (!('listen' in socket)) throw new Error('refused')
    const closed = new Promise((resolve) => socket.listen({ message: () => undefined, pong: () => undefined, closed: resolve }))
    later.abort()
    await closed
  })

  it('reads nothing while it is paused', async () => {
    const { socket, told, has } = await listened('/')
    await has('greeting')
    socket.pause()
    const other = sockets.at(-1)
    for (let at = 0; at < 100; at++) other?.send('x'.repeat(100_000))
    // More than the system keeps for a connection waits at the sender.
    expect(other?.getBufferedAmount()).toBeGreaterThan(1_000_000)
    expect(told.length).toBe(1)
    socket.resume()
    await eventually('everything', () => (told.length === 101 ? true : undefined))
    socket.close(1000, '')
  })
})
