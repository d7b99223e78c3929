import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openStaticFiles } from './static-files.ts'

let parent: string
let folder: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'weir-console-'))
  folder = join(parent, 'dist')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(parent, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'export {}')
})
afterAll(() => rmSync(parent, { recursive: true }))

const ruleIn = (serve: (request: Request) => Response, name: string) =>
  serve(new Request('http://weir.test/login'))
    .headers.get('content-security-policy')
    ?.split('; ')
    .find((rule) => rule.startsWith(name))

describe('the files of the console', () => {
  it('run scripts of their own alone, and those of the human check while it is on', async () => {
    let hasHumanCheck = false
    const serve = await openStaticFiles(folder, () => ({ hasHumanCheck, chatLink: '', releasesUrl: '' }))
    expect(ruleIn(serve, 'script-src')).toBe("script-src 'self'")
    hasHumanCheck = true
    expect(ruleIn(serve, 'script-src')).toBe("script-src 'self' https://challenges.cloudflare.com")
  })

  it('may hold the scripts that they were built with', async () => {
    const page = join(folder, 'index.html')
    writeFileSync(page, '<!doctype html><script>start()</script><script src="/x.js"></script>')
    const serve = await openStaticFiles(folder)
    // Of `start()`, as openssl counts it.
    expect(ruleIn(serve, 'script-src')).toBe("script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='")
    writeFileSync(page, '<!doctype html>')
  })

  it('do not include the mark of the build', async () => {
    writeFileSync(join(folder, 'source-hash'), '5f2e81c07d')
    const serve = await openStaticFiles(folder)
    const reply = serve(new Request('http://weir.test/source-hash'))
    expect([await reply.text(), reply.headers.get('content-type')]).toEqual(['<!doctype html>', 'text/html; charset=utf-8'])
  })

  it('come as Brotli where the build made it and the browser takes it, else as gzip, else as they are', async () => {
    writeFileSync(join(folder, 'assets', 'app-1.js.br'), brotliCompressSync('export {}'))
    const serve = await openStaticFiles(folder)
    const codingOf = (path: string, accepted: string) =>
      serve(new Request(`http://weir.test${path}`, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
    expect(codingOf('/assets/app-1.js', 'gzip, deflate, br, zstd')).toBe('br')
    expect(codingOf('/assets/app-1.js', 'gzip, deflate')).toBe('gzip')
    expect(codingOf('/assets/app-1.js', 'br;q=0, gzip;q=0.5')).toBe('gzip')
    expect(codingOf('/assets/app-1.js', 'br;q=0.0, gzip;q=0')).toBe(null)
    expect(codingOf('/assets/app-1.js', 'identity')).toBe(null)
    expect(codingOf('/login', 'gzip, br')).toBe('gzip')
    const reply = serve(new Request('http://weir.test/assets/app-1.js', { headers: { 'accept-encoding': 'br' } }))
    expect(brotliDecompressSync(await reply.bytes()).toString()).toBe('export {}')
    for (const time of ['first', 'second']) {
      const zipped = serve(new Request('http://weir.test/assets/app-1.js', { headers: { 'accept-encoding': 'gzip' } }))
      expect([time, gunzipSync(await zipped.bytes()).toString()]).toEqual([time, 'export {}'])
    }
    expect([reply.headers.get('vary'), reply.headers.get('content-type')]).toEqual(['accept-encoding', 'text/javascript; charset=utf-8'])
    expect(serve(new Request('http://weir.test/assets/app-1.js.br')).status).toBe(404)
  })

  it('frame sites with a certificate, and the chat site even without one', async () => {
    let chatLink = 'https://chat.example/x'
    const serve = await openStaticFiles(folder, () => ({ hasHumanCheck: false, chatLink, releasesUrl: '' }))
    expect(ruleIn(serve, 'frame-src')).toBe('frame-src https:')
    chatLink = 'http://10.0.0.7:3001/chat?x=1'
    expect(ruleIn(serve, 'frame-src')).toBe('frame-src https: http://10.0.0.7:3001')
  })

  it('WB-09 are all there is: no spelling leads to a file beside them', async () => {
    const serve = await openStaticFiles(folder)
    const paths = [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/..%5csecret.txt',
      '/assets/..\\..\\secret.txt',
      '/%00/secret.txt',
      '//secret.txt',
      '/assets/app-1.js%00.map',
      '/assets/app-1.js.map',
      '/assets/',
      '/assets/APP-1.JS',
    ]
    for (const path of paths) {
      const reply = serve(new Request(`http://weir.test${path}`))
      const expected = reply.status === 404 ? 'not found' : '<!doctype html>'
      expect([path, await reply.text()]).toEqual([path, expected])
    }
    expect(serve(new Request('http://weir.test/assets/app-1.js.map')).status).toBe(404)
  })

  it('WB-09 are asked for again where they can change, and kept where they cannot', async () => {
    const serve = await openStaticFiles(folder)
    const cacheOf = (path: string) => serve(new Request(`http://weir.test${path}`)).headers.get('cache-control')
    expect(['/', '/token', '/index.html'].map(cacheOf)).toEqual(['no-cache', 'no-cache', 'no-cache'])
    expect(cacheOf('/assets/app-1.js')).toContain('immutable')
  })

  it('WB-01 carry their headers whatever their status', async () => {
    const serve = await openStaticFiles(folder)
    for (const [path, method] of [
      ['/', 'GET'],
      ['/assets/app-1.js', 'GET'],
      ['/assets/gone.js', 'GET'],
      ['/login', 'POST'],
    ] as const) {
      const { headers } = serve(new Request(`http://weir.test${path}`, { method }))
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const names = ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy']
      expect(names.map((name) => headers.get(name))).toEqual(['nosniff', 'no-referrer', 'same-origin-allow-popups'])
    }
  })

  it('are the start page for every path but a missing asset, and are read only', async () => {
    const serve = await openStaticFiles(folder)
    const statusOf = (path: string, method = 'GET') => serve(new Request(`http://weir.test${path}`, { method })).status
    expect([statusOf('/'), statusOf('/token/edit/7'), statusOf('/assets/app-1.js')]).toEqual([200, 200, 200])
    expect([statusOf('/assets/gone.js'), statusOf('/login', 'POST'), statusOf('/../../etc/passwd')]).toEqual([404, 405, 200])
  })

  it('tell a program in words that its base URL lacks a part', async () => {
    const serve = await openStaticFiles(folder)
    const told = async (language: string) => {
      const headers = { 'accept-language': language }
      const answer = serve(new Request('http://weir.test/chat/completions?a=b', { method: 'POST', headers }))
      return [answer.status, answer.headers.get('allow'), answer.headers.get('content-type'), await answer.json()]
    }
    const error = { type: 'invalid_request_error', param: '', code: 'unknown_url' }
    const english = 'Invalid URL (POST /chat/completions): paths that call models begin with /v1, such as /v1/chat/completions'
    const chinese = '接口不存在：POST /chat/completions。调用模型的路径以 /v1 开头，例如 /v1/chat/completions'
    expect(await told('*')).toEqual([
      405,
      'GET, HEAD',
      expect.stringContaining('application/json'),
      { error: { ...error, message: english } },
    ])
    expect((await told('zh-CN'))[3]).toEqual({ error: { ...error, message: chinese } })
  })
})
