import { describe, expect, it } from 'bun:test'
import { parseReplyHead } from './reply-head.ts'

const head = (...lines: readonly string[]) => parseReplyHead(lines.join('\r\n'), false)

describe('the head of a reply', () => {
  it('is read whatever the case of its names, and lists what is repeated', () => {
    const { status, headers } = head('HTTP/1.1 429 Too Many Requests', 'Content-Type:  text/plain ', 'Via: a', 'via: b', 'Empty:')
    expect(status).toBe(429)
    expect(['content-type', 'via', 'empty', 'other'].map((name) => headers.get(name))).toEqual(['text/plain', 'a, b', '', null])
  })

  it('needs no reason and no header', () => {
    expect(head('HTTP/1.1 200').status).toBe(200)
    expect(head('HTTP/1.1 200', 'a: b').headers.get('a')).toBe('b')
    expect(head('HTTP/1.1 200 ').framing).toEqual({ kind: 'until-close' })
  })

  it.each(['HTTP/2 200', 'HTTP/1.1 20', 'HTTP/1.1 2000', 'HTTP/1.1  200', 'ICY 200 OK', 'HTTP/1.1 200 OK\na: b', '', '<html>'])(
    'is not one that begins with %j',
    (line) => {
      expect(() => head(line)).toThrow('not HTTP/1.1')
    },
  )

  it.each(['no colon', ' folded: line', ': nameless', 'two words: value', 'name : value', 'a: b\nc: d', 'a: b\rc: d', 'a: b\0c'])(
    'holds no line like %j',
    (line) => {
      expect(() => head('HTTP/1.1 200 OK', 'a: b', line)).toThrow('malformed')
    },
  )
})

describe('the end of a body', () => {
  const framing = (...fields: readonly string[]) => head('HTTP/1.1 200 OK', ...fields).framing

  it('is told by its length, by its chunks, or by the end of the connection', () => {
    expect(framing('content-length: 12')).toEqual({ kind: 'length', length: 12 })
    expect(framing('content-length: 12', 'content-length: 12')).toEqual({ kind: 'length', length: 12 })
    expect(framing('transfer-encoding: Chunked')).toEqual({ kind: 'chunked' })
    expect(framing()).toEqual({ kind: 'until-close' })
  })

  it('is at once where there is no body', () => {
    for (const status of [204, 304]) expect(head(`HTTP/1.1 ${status} x`, 'content-length: 5').framing).toEqual({ kind: 'none' })
    expect(parseReplyHead('HTTP/1.1 200 OK\r\ncontent-length: 5', true).framing).toEqual({ kind: 'none' })
  })

  it.each([
    'content-length: -1',
    'content-length: 1e3',
    'content-length: 0x10',
    'content-length: ',
    'content-length: 9999999999999999',
    'content-length: 5, 6',
    'transfer-encoding: gzip, chunked',
    'transfer-encoding: identity',
  ])('is not told by %j', (field) => {
    expect(() => framing(field)).toThrow('broken')
  })
})

describe('a connection', () => {
  const keeps = (...lines: readonly string[]) => head(...lines).keepsAlive

  it('is kept when both sides know where the reply ends and neither side wants it closed', () => {
    expect(keeps('HTTP/1.1 200 OK', 'content-length: 1')).toBe(true)
    expect(keeps('HTTP/1.1 200 OK', 'transfer-encoding: chunked')).toBe(true)
    expect(keeps('HTTP/1.0 200 OK', 'content-length: 1', 'connection: Keep-Alive')).toBe(true)
  })

  it('is not kept otherwise', () => {
    expect(keeps('HTTP/1.1 200 OK')).toBe(false)
    expect(keeps('HTTP/1.0 200 OK', 'content-length: 1')).toBe(false)
    expect(keeps('HTTP/1.1 200 OK', 'content-length: 1', 'connection: Close')).toBe(false)
    expect(keeps('HTTP/1.1 200 OK', 'content-length: 1', 'transfer-encoding: chunked')).toBe(false)
  })
})
