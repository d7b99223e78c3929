import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { rawRequest, statusOf } from '../harness/raw-request.ts'
import { Weir } from '../harness/weir.ts'

let weir: Weir
beforeAll(async () => {
  weir = await Weir.start()
}, 180_000)
afterAll(() => weir.close())

const status = async (bytes: string): Promise<number> => statusOf(await rawRequest(weir.url, bytes))
const get = (path: string, ...headers: readonly string[]): Promise<number> =>
  status(`GET ${path} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)

const PATHS = ['/healthz', '/api/status', '/v1/models', '/', '/assets/none.js']

describe('a request without a Host', () => {
  it('of a probe in HTTP/1.0 is answered', async () => {
    expect(await rawRequest(weir.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toEndWith('\r\n\r\nalive\n')
    expect(await rawRequest(weir.url, 'GET /readyz?x=1 HTTP/1.0\r\n\r\n')).toEndWith('\r\n\r\nready\n')
  })

  it('for anything else is refused in words', async () => {
    for (const path of PATHS.slice(1)) {
      const reply = await rawRequest(weir.url, `GET ${path} HTTP/1.0\r\nAccept-Language: en\r\n\r\n`)
      expect(reply).toStartWith('HTTP/1.1 400 ')
      expect(reply).toEndWith('The Host header is missing or malformed\n')
    }
    expect(await rawRequest(weir.url, 'GET / HTTP/1.0\r\n\r\n')).toEndWith('请求的 Host 头缺失或无效\n')
  })
})

describe('a Host that is none', () => {
  it('is refused with 400 on every path', async () => {
    for (const host of ['a b', 'x/y', 'x?y', 'x#y', 'x@y', ':80', 'a:b:c', '[::1', '<x>', '%00', '\u00e9'])
      for (const path of PATHS) expect([host, path, await get(path, `Host: ${host}`)]).toEqual([host, path, 400])
  })

  it('or that comes twice is refused as well', async () => {
    for (const path of PATHS) expect([path, await get(path, 'Host: a', 'Host: b')]).toEqual([path, 400])
  })

  it('or that has no address in the world is served', async () => {
    for (const host of ['999.1.1.1', 'xn--', 'a:99999', '1.2.3.4.5']) expect([host, await get('/', `Host: ${host}`)]).toEqual([host, 200])
  })
})

describe('an odd target or header', () => {
  const HOST = 'Host: localhost'

  it('is never an error of ours', async () => {
    const targets = [
      'http://h/api/status',
      'http://h:99999/',
      'http://',
      '//x/api/status',
      '/api/%',
      '/%00',
      '/api/\u0080\u00ff',
      '/..//../api/status',
    ]
    const more = [
      '/v1/models/%',
      '/v1/models/\u00ff',
      '/assets/%',
      '/assets/..%2f..%2fx',
      '/oauth/%E0%A4%A',
      '/\\\\x',
      '*',
      'api/status',
      '?x',
    ]
    for (const target of [...targets, ...more])
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD', 'CONNECT']) {
        const reply = await rawRequest(
          weir.url,
          `${method} ${target} HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        )
        expect([method, target, statusOf(reply) < 500]).toEqual([method, target, true])
      }
    const names = [
      'Authorization: Bearer ',
      'Accept-Language: ',
      'Cookie: ',
      'Content-Type: ',
      'Origin: ',
      'X-Forwarded-For: ',
      'If-None-Match: ',
    ]
    for (const name of names)
      for (const path of PATHS) expect([name, path, (await get(path, HOST, `${name}\u00ff\u0080`)) < 500]).toEqual([name, path, true])
  }, 180_000)

  it('leaves no error in the log', () => {
    expect(weir.output).not.toContain('    at ')
    expect(weir.output).not.toContain('request failed')
  })
})
