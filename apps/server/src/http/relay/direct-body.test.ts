import { afterAll, expect, it } from 'bun:test'
import { PushStream, type ByteSink } from '@weir/relay/streams/push-stream'
import { directBody } from './direct-body.ts'

const PIECE = new Uint8Array(65_536).fill(97)
/** More than the buffers of both sides hold. */
const MAX_PIECES = 10_000

const sinks = new Map<string, PromiseWithResolvers<ByteSink>>()
const gone = new Map<string, PromiseWithResolvers<void>>()
const of = <T>(all: Map<string, PromiseWithResolvers<T>>, path: string): PromiseWithResolvers<T> => {
  const known = all.get(path) ?? Promise.withResolvers<T>()
  all.set(path, known)
  return known
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  fetch: ({ url }) => {
    const { pathname } = new URL(url)
    const over = Promise.withResolvers<void>()
    const pushInto = (sink: ByteSink): Promise<void> => {
      of(sinks, pathname).resolve({ write: (bytes) => sink.write(bytes), end: () => (sink.end(), over.resolve()) })
      return over.promise
    }
    const cancel = (): Promise<void> => Promise.resolve(of(gone, pathname).resolve())
    return new Response(directBody(new PushStream({ pushInto, cancel })))
  },
})
afterAll(() => server.stop(true))

/** A caller who reads nothing until it is told to. */
const call = async (path: string) => {
  const got = { bytes: 0, text: '' }
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port ?? 0,
    socket: {
      open: (opened) => {
        opened.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
        opened.pause()
      },
      data: (_, bytes) => {
        got.bytes += bytes.length
        got.text = bytes.toString('latin1').slice(-60)
      },
      close: () => closed.resolve(),
    },
  })
  return { socket, got, closed: closed.promise }
}

const fill = (sink: ByteSink): { readonly room: unknown; readonly pieces: number } => {
  for (let pieces = 1; pieces <= MAX_PIECES; pieces++) {
    const room = sink.write(PIECE)
    if (room instanceof Promise) return { room, pieces }
  }
  return { room: undefined, pieces: MAX_PIECES }
}

it('makes who pushes wait for a slow caller, who gets everything', async () => {
  const { socket, got, closed } = await call('/slow')
  const sink = await of(sinks, '/slow').promise
  const { room, pieces } = fill(sink)
  expect(room).toBeInstanceOf(Promise)
  socket.resume()
  await room
  sink.write(new TextEncoder().encode('the last words'))
  sink.end()
  await closed
  expect(got.bytes).toBeGreaterThan(pieces * PIECE.length)
  expect(got.text).toContain('the last words')
})

it('tells who pushes that the caller has gone, also while there is no room', async () => {
  const { socket } = await call('/gone')
  const sink = await of(sinks, '/gone').promise
  expect(fill(sink).room).toBeInstanceOf(Promise)
  socket.terminate()
  await of(gone, '/gone').promise
})

it('leaves a body that is no stream as it is', () => {
  expect(directBody('whole')).toBe('whole')
})
