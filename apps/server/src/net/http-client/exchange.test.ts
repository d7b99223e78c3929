import { afterEach, describe, expect, it } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { callWith, closeByteServers, deliver, ok, roundTrip, serveBytes, textOf } from '../../testing/sockets/byte-server.ts'

afterEach(closeByteServers)

describe('a reply', () => {
  const answered = async (...parts: readonly (string | Uint8Array)[]) => {
    const { url } = await serveBytes(async (socket) => {
      for (const part of parts) await deliver(socket, part)
      socket.end()
    })
    return await callWith()(url)
  }

  it('may come in any pieces', async () => {
    const whole = ok('hello world', 'content-type: text/plain')
    for (let at = 1; at < whole.length; at += 13) {
      const reply = await answered(whole.slice(0, at), whole.slice(at))
      expect([reply.headers.get('content-type'), await textOf(reply)]).toEqual(['text/plain', 'hello world'])
    }
  })

  it('may follow notes on the way', async () => {
    expect(await textOf(await answered('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n', ok('fine')))).toBe(
      'fine',
    )
  })

  it('is broken when notes on the way do not end, in one packet or in many', async () => {
    const notes = 'HTTP/1.1 100 \r\n\r\n'
    await expect(answered(notes.repeat(20_000), ok('fine'))).rejects.toThrow('too many interim replies')
    await expect(answered(...Array.from({ length: 11 }, () => notes.repeat(100)), ok('fine'))).rejects.toThrow('too many interim replies')
    expect(await textOf(await answered(notes.repeat(1000), ok('fine')))).toBe('fine')
  })

  it('may end with its connection', async () => {
    expect(await textOf(await answered('HTTP/1.1 200 OK\r\n\r\n', 'all ', 'of it'))).toBe('all of it')
  })

  it('is understood when it is compressed, though it was not asked for', async () => {
    const squeeze = { gzip: gzipSync, br: brotliCompressSync }
    for (const [name, compress] of Object.entries(squeeze)) {
      const body = compress('squeezed '.repeat(50))
      const reply = await answered(`HTTP/1.1 200 OK\r\ncontent-encoding: ${name}\r\ncontent-length: ${body.length}\r\n\r\n`, body)
      expect([reply.headers.get('content-encoding'), reply.headers.get('content-length')]).toEqual([null, null])
      expect(await textOf(reply)).toBe('squeezed '.repeat(50))
    }
  })

  it.each([
    ['HTTP/1.1 200 OK\r\ncontent-encoding: made-up\r\n\r\n', 'its content encoding is not known: made-up'],
    ['HTTP/1.1 101 Switching Protocols\r\n\r\n', 'it switches protocols'],
    [`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`, 'its head is too long'],
    ['SSH-2.0-OpenSSH_9.2\r\n\r\n', 'it is not HTTP/1.1'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1x\r\n\r\n', 'its length is malformed'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n', 'its transfer encoding is not known: gzip'],
    ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n', 'a header line is malformed'],
  ])('is broken when it begins like %.40j', async (bytes, why) => {
    await expect(answered(bytes)).rejects.toThrow(new Error(`upstream's reply is broken: ${why}`))
  })

  it('that stops before its end fails where it is read', async () => {
    for (const bytes of [
      'content-length: 10\r\n\r\nhalf',
      'transfer-encoding: chunked\r\n\r\na\r\nhalf',
      'transfer-encoding: chunked\r\n\r\nzz',
    ]) {
      const reply = await answered(`HTTP/1.1 200 OK\r\n${bytes}`)
      await expect(textOf(reply)).rejects.toThrow()
    }
  })

  it('without a body has none', async () => {
    const { url, connections } = await serveBytes((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
    const call = callWith()
    for (const method of ['DELETE', 'HEAD']) expect(await textOf(await call(url, { method, body: undefined }))).toBe('')
    expect(connections()).toBe(1)
  })

  it('is read whole at once, or piece by piece', async () => {
    const { url } = await serveBytes(async (socket) => {
      for (const part of ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', 'one', 'two', 'end']) await deliver(socket, part)
    })
    const call = callWith()
    expect(new TextDecoder().decode(await (await call(url)).bytes?.())).toBe('onetwoend')
    const reader = (await call(url)).pieces?.()
    const pieces: string[] = []
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
      pieces.push(new TextDecoder().decode(piece.value))
    expect(pieces).toEqual(['one', 'two', 'end'])
  })

  it('makes upstream wait while the reply is not read', async () => {
    let sent = 0
    const { url } = await serveBytes((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
      const more = (): void => {
        while (sent++ < 400) if (!socket.write(chunk)) return void socket.once('drain', more)
        socket.end('0\r\n\r\n')
      }
      more()
    })
    const reply = await callWith()(url)
    for (let before = -1; before !== sent; await roundTrip()) before = sent
    expect(sent).toBeLessThan(400)
    expect((await textOf(reply)).length).toBe(400 * 65_536)
  })
})
