import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'bun:test'
import { callWith, closeByteServers, deliver, ok, serveBytes, textOf, until } from '../../testing/sockets/byte-server.ts'

afterEach(closeByteServers)

describe('a connection', () => {
  it('carries one request after the other', async () => {
    const { url, connections } = await serveBytes((socket, _, { request }) => socket.write(ok(`reply ${request}`)))
    const call = callWith()
    const heard: string[] = []
    for (let count = 0; count < 3; count++) heard.push(await textOf(await call(url)))
    expect([heard, connections()]).toEqual([['reply 1', 'reply 2', 'reply 3'], 1])
  })

  it('is asked after by the system while nothing comes', async () => {
    const { url } = await serveBytes((socket) => socket.write(ok('fine')))
    await textOf(await callWith()(url))
    const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
    // Remote address, state (01 is open) and timer (02 asks whether the other side is there) of every connection.
    const rows = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    const timers = rows.flatMap(([, , remote, state, , timer]) =>
      remote?.endsWith(`:${port}`) && state === '01' ? [timer?.slice(0, 2)] : [],
    )
    expect(timers).toEqual(['02'])
  })

  it('never carries two at once', async () => {
    const replies: (() => void)[] = []
    const { url, connections } = await serveBytes((socket, _, { connection }) => {
      replies.push(() => socket.write(ok(`${connection}`)))
      if (replies.length === 3) for (const reply of replies) reply()
    })
    const call = callWith()
    const heard = await Promise.all([1, 2, 3].map(async () => await textOf(await call(url))))
    expect([heard.toSorted(), connections()]).toEqual([['1', '2', '3'], 3])
  })

  it('that upstream has closed meanwhile is replaced, and the request sent once more', async () => {
    const { url, connections } = await serveBytes((socket, _, { connection, request }) => {
      if (connection === 1 && request === 2) socket.destroy()
      else socket.write(ok('fine'))
    })
    const call = callWith()
    await textOf(await call(url))
    expect(await textOf(await call(url))).toBe('fine')
    expect(connections()).toBe(2)
  })

  it('that was new and is closed unheard is a failure: upstream has seen the request', async () => {
    const { url, connections } = await serveBytes((socket) => socket.destroy())
    await expect(callWith()(url)).rejects.toThrow()
    expect(connections()).toBe(1)
  })

  it.each(['connection: close', 'transfer-encoding: chunked'])('is not used again after %j', async (field) => {
    const { url, connections } = await serveBytes((socket) =>
      socket.write(
        field.startsWith('t') ? `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n${field}\r\n\r\n2\r\nok\r\n0\r\n\r\n` : ok('ok', field),
      ),
    )
    const call = callWith()
    for (let count = 0; count < 2; count++) expect(await textOf(await call(url))).toBe('ok')
    expect(connections()).toBe(2)
  })

  it('is not used again when more came than was announced', async () => {
    const { url, connections } = await serveBytes((socket) =>
      socket.write(`${ok('one')}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`),
    )
    const call = callWith()
    for (let count = 0; count < 2; count++) expect(await textOf(await call(url))).toBe('one')
    expect(connections()).toBe(2)
  })

  it('is not used again when bytes come that were not asked for', async () => {
    let forge = (): unknown => undefined
    const { url, connections, closed } = await serveBytes((socket) => {
      forge = () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged')
      socket.write(ok('one'))
    })
    const call = callWith()
    await textOf(await call(url))
    forge()
    await until(() => closed() === 1)
    expect(await textOf(await call(url))).toBe('one')
    expect(connections()).toBe(2)
  })
})

describe('a connection after a large reply', () => {
  /** More than may be unread, and little enough to arrive in one piece. */
  const LARGE = 'x'.repeat(300_000)

  it('carries the next request, whether the reply was read or not', async () => {
    let delivered = 0
    const { url, connections } = await serveBytes(async (socket) => {
      await deliver(socket, ok(LARGE))
      delivered++
    })
    const call = callWith()
    const first = await call(url)
    await until(() => delivered === 1)
    expect((await first.bytes?.())?.length).toBe(LARGE.length)
    const unread = await call(url)
    await until(() => delivered === 2)
    expect(unread.status).toBe(200)
    expect((await textOf(await call(url))).length).toBe(LARGE.length)
    expect(connections()).toBe(1)
  })
})

describe('a reply of which nothing more is wanted', () => {
  const stream = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nDONE\r\n'

  it('leaves its connection open for the next request when it ends soon', async () => {
    let end = async (): Promise<void> => undefined
    const { url, connections } = await serveBytes((socket) => {
      end = () => deliver(socket, '4\r\nmore\r\n0\r\n\r\n')
      socket.write(stream)
    })
    const call = callWith()
    for (let count = 0; count < 2; count++) {
      const reader = (await call(url)).pieces?.()
      await reader?.read()
      reader?.leave?.()
      await end()
    }
    expect(connections()).toBe(1)
  })

  it('loses its connection when it does not end', async () => {
    const { url, closed } = await serveBytes((socket) => socket.write(stream))
    const reader = (await callWith()(url)).pieces?.()
    await reader?.read()
    reader?.leave?.()
    await until(() => closed() === 1)
  })
})
