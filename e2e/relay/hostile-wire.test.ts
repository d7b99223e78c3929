import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel, listChannels } from '@weir/contract/channel'
import { createToken } from '@weir/contract/token'
import { RawUpstream } from '../fake-upstream/raw.ts'
import { ApiClient } from '../harness/api-client.ts'
import { MODEL } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const BODY = JSON.stringify({ ok: true })
/** Nobody listens there: whatever is sent through it is lost. */
const NO_PROXY_AT_ALL = 'http://127.0.0.1:9'

let weir: Weir
let upstream: RawUpstream
let authorization: string
let channelId: number
let root: ApiClient

beforeAll(async () => {
  upstream = new RawUpstream()
  upstream.answer = {
    pieces: [`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\nconnection: close\r\n\r\n${BODY}`],
    end: 'close',
  }
  weir = await Weir.start({ environment: { HTTP_PROXY: NO_PROXY_AT_ALL, http_proxy: NO_PROXY_AT_ALL, HTTPS_PROXY: NO_PROXY_AT_ALL } })
  root = await ApiClient.signIn(weir.url)
  await root.call(createChannel, { body: { type: 1, name: 'raw', key: 'sk-x', base_url: `${upstream.url}/base`, models: MODEL } })
  channelId = (await root.call(listChannels, { query: {} }))[0]?.id ?? 0
  authorization = `Bearer sk-${(await root.call(createToken, { body: { name: 't', unlimited_quota: true } })).key}`
})

afterAll(async () => {
  await weir.close()
  upstream.stop()
})

/** Writes bytes as they are and gives what comes back, or nothing when the connection is just closed. */
const hear = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const { hostname, port } = new URL(weir.url)
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(text),
        data: (socket, chunk) => {
          heard += chunk.toString('latin1')
          if (heard.includes('\r\n')) socket.end()
        },
        close: () => resolve(heard),
        error: (_, error) => reject(error),
      },
    }).catch(reject)
  })

const statusOf = async (text: string): Promise<number> => Number(/^HTTP\/1\.1 (\d{3})/.exec(await hear(text))?.[1] ?? 0)

const head = (line: string, more: string): string => `${line} HTTP/1.1\r\nHost: weir.test\r\n${more}\r\n`

describe('IN-08 headers', () => {
  it('are refused when they are too many or too long', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `x-h${index}: 1\r\n`).join('')
    const long = `x-long: ${'a'.repeat(32 * 1024)}\r\n`
    const cookies = `cookie: ${Array.from({ length: 5000 }, (_, index) => `c${index}=1`).join('; ')}\r\n`
    for (const [what, more] of Object.entries({ many, long, cookies })) {
      expect([what, await statusOf(head('GET /api/status', more))]).toEqual([what, 431])
    }
    expect(await statusOf(head('GET /api/status', ''))).toBe(200)
  })
})

describe('AZ-15 methods that no page can send', () => {
  it('are refused, and nothing is told back', async () => {
    for (const method of ['TRACE', 'CONNECT', 'BREW', 'get']) {
      for (const path of ['/api/option/', '/api/user/logout', '/v1/models', '/']) {
        const heard = await hear(head(`${method} ${path}`, 'x-secret: not to be told\r\n'))
        expect([method, path, heard.startsWith('HTTP/1.1 2'), heard.includes('not to be told')]).toEqual([method, path, false, false])
      }
    }
  })
})

describe('AZ-14 a path that names another host', () => {
  it('is guarded like any other', async () => {
    const lines = ['GET http://evil.test/api/option/', 'GET http://127.0.0.1/api/option/', 'GET //evil.test/api/option/', 'GET api/option/']
    for (const line of lines) {
      const heard = await hear(head(line, 'x-forwarded-host: evil.test\r\n'))
      expect([line, heard.includes('"success":true'), heard.includes('"data"')]).toEqual([line, false, false])
    }
    expect(await statusOf('GET /api/option/ HTTP/1.1\r\nHost: evil.test:99999\r\n\r\n')).not.toBe(200)
  })
})

describe('IN-07 a body of 100 MB', () => {
  it('is refused by what it announces, before it is sent', async () => {
    const announced = 'content-type: application/json\r\ncontent-length: 100000000\r\n'
    for (const path of ['/v1/chat/completions', '/v1/embeddings', '/api/user/login', '/api/user/register']) {
      expect([path, await statusOf(head(`POST ${path}`, announced))]).toEqual([path, 413])
    }
  })

  it('is not waited for when nobody knows the sender', async () => {
    const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n'
    for (const path of ['/v1/chat/completions', '/v1/audio/transcriptions']) {
      expect([path, await statusOf(`${head(`POST ${path}`, chunked)}1000\r\n${' '.repeat(4096)}\r\n`)]).toEqual([path, 401])
    }
  })
})

describe('SF-08 the path behind a channel, as it comes over the wire', () => {
  const through = (path: string) => statusOf(head(`GET /v1/oneapi/proxy/${channelId}${path}`, `authorization: ${authorization}\r\n`))

  it('never leaves the address of the channel', async () => {
    const before = upstream.requests
    for (const path of ['/../x', '/../../x', '/%2e%2e/x', '/a/..%2f..%2fx', '/..\\x', '/.%2E/%2e./x']) {
      expect([path, [400, 404].includes(await through(path))]).toEqual([path, true])
    }
    expect(upstream.requests).toBe(before)
  })

  it('SF-11 goes there directly: proxies of the environment are not used', async () => {
    const before = upstream.requests
    expect(await through('/v1/models')).toBe(200)
    expect(upstream.requests).toBe(before + 1)
  })
})

describe('SF-04 a channel that leads back to the server itself', () => {
  it('is not called, whatever it is named by', async () => {
    const { port } = new URL(weir.url)
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const model = `loop ${host}`
      await root.call(createChannel, { body: { type: 1, name: model, key: 'sk-x', base_url: `http://${host}:${port}`, models: model } })
      const reply = await fetch(`${weir.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
      })
      expect([host, reply.status, await reply.json()]).toEqual([
        host,
        502,
        { error: expect.objectContaining({ code: 'do_request_failed' }) },
      ])
    }
  })
})

describe('WB-08 an upstream whose headers are split by a lone line end', () => {
  const chat = () =>
    fetch(`${weir.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hello' }] }),
    })

  it('sets no header of ours, and breaks nothing of ours', async () => {
    const body = JSON.stringify({ error: { message: 'slow down' } })
    for (const end of ['\n', '\r', '\n ', '\0']) {
      for (const name of ['retry-after: 5', 'content-type: application/json', 'x-ratelimit-remaining-requests: 1']) {
        upstream.answer = {
          pieces: [
            `HTTP/1.1 429 X\r\n${name}${end}set-cookie: session=stolen\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
          ],
          end: 'close',
        }
        const reply = await chat()
        expect([end, name, reply.headers.getSetCookie()]).toEqual([end, name, []])
        expect([end, name, [429, 502].includes(reply.status)]).toEqual([end, name, true])
        expect(await reply.json()).toMatchObject({ error: { code: expect.any(String) } })
      }
    }
  })
})
