import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openUpstreamHarness, type UpstreamHarness } from '../../../testing/upstream-harness.ts'
import type { Member } from '../../../testing/server-harness.ts'
import { findNginx, startNginx } from '../../../../../../tools/testing/nginx.ts'
import type { Proxy } from '../../../../../../tools/testing/proxy.ts'

const program = findNginx()
if (program === undefined) process.stdout.write('nginx is not installed: the reverse proxy is not tested\n')
if (program === undefined && process.env['CI'] === 'true') throw new Error('nginx is not installed')

const page = readFileSync(resolve(import.meta.dirname, '../../../../../../docs/reverse-proxy.md'), 'utf8')
const [DOCUMENTED = '', WITH_TLS = ''] = [...page.matchAll(/```nginx\n([^]+?)```/g)].map(([, text = '']) => text)
const serverWith = (setting: string): string => `server { listen 80; location / { proxy_pass http://127.0.0.1:3000; ${setting} } }`

let at: UpstreamHarness
let product: Bun.Server<undefined>
const proxies: Proxy[] = []

beforeAll(async () => {
  at = await openUpstreamHarness()
  product = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, server) => at.harness.handle(request, server.requestIP(request)?.address ?? ''),
  })
})
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop()
})
afterAll(async () => {
  await product.stop(true)
  await at.harness.close()
})

const proxied = async (server: string): Promise<string> => {
  const proxy = await startNginx(program ?? '', server, product.port ?? 0)
  proxies.push(proxy)
  return proxy.host
}

/** As a browser signs in over plain HTTP, where it sends no Sec-Fetch headers. */
const signIn = (host: string, { username, password }: Member, headers = {}) =>
  fetch(`http://${host}/api/user/login`, {
    method: 'POST',
    headers: { origin: `http://${host}`, 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify({ username, password }),
  })

const isSignedIn = async (answer: Response): Promise<unknown> => ((await answer.json()) as { success: boolean }).success

describe.if(program !== undefined)('behind nginx', () => {
  it('the documented file lets a browser sign in, and passes a stream on piece by piece', async () => {
    const host = await proxied(DOCUMENTED)
    expect(await isSignedIn(await signIn(host, at.user))).toBe(true)
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<undefined>()
    const piece = (text: string) => `data: {"choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`
    at.reply = () => {
      const pieces = async function* () {
        yield piece('first')
        // Sent only when the first piece has come through the proxy.
        await isRead
        yield `${piece('second')}data: [DONE]\n\n`
      }
      return new Response(pieces(), { headers: { 'content-type': 'text/event-stream' } })
    }
    const { key } = await at.harness.token(at.user)
    const answer = await fetch(`http://${host}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o-mini', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    })
    let text = ''
    for await (const bytes of answer.body ?? []) {
      text += new TextDecoder().decode(bytes)
      if (text.includes('first')) goOn(undefined)
    }
    expect([answer.status, text.includes('second')]).toEqual([200, true])
  })

  it('the documented file with TLS is one that nginx reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-tls-'))
    try {
      const certificate = `-keyout ${folder}/gateway.example.key -out ${folder}/gateway.example.pem`
      const request = 'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=gateway.example'
      const made = Bun.spawnSync(`${request} ${certificate}`.split(' '))
      expect(made.exitCode).toBe(0)
      expect(WITH_TLS.match(/listen [^;]+/g)).toEqual(['listen 80', 'listen 443 ssl'])
      // nginx tries the ports as well: those below 1024 are root's.
      const servers = WITH_TLS.replaceAll('/etc/ssl', folder).replace('listen 80', 'listen 18080').replace('listen 443', 'listen 18443')
      writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; events {} http { access_log off; ${servers} }`)
      const { stderr, exitCode } = Bun.spawnSync([program ?? '', '-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'])
      expect({ exitCode, told: stderr.toString() }).toMatchObject({ exitCode: 0, told: expect.stringContaining('test is successful') })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('a name without its port lets a browser sign in from a port of its own', async () => {
    const host = await proxied(serverWith('proxy_set_header Host $host;'))
    expect(await isSignedIn(await signIn(host, at.user))).toBe(true)
    const foreign = await signIn(host, at.user, { origin: 'http://evil.test' })
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []])
  })

  it('a bare proxy_pass serves the console and tokens, and tells others what is wrong', async () => {
    const host = await proxied(serverWith(''))
    expect(await isSignedIn(await signIn(host, at.user, { 'x-weir-console': '1' }))).toBe(true)
    const [cookie = ''] = (await signIn(host, at.admin, { 'x-weir-console': '1' })).headers.getSetCookie()
    const asked = await fetch(`http://${host}/api/user/token`, {
      headers: { cookie: cookie.split(';', 1)[0] ?? '', 'x-weir-console': '1' },
    })
    const { data: token } = (await asked.json()) as { data: string }
    const created = await fetch(`http://${host}/api/token/`, {
      method: 'POST',
      headers: { authorization: token, origin: `http://${host}` },
      body: '{"name":"by a script in a page"}',
    })
    expect(await isSignedIn(created)).toBe(true)
    const other = await signIn(host, at.user)
    expect([other.status, await other.json()]).toEqual([
      403,
      {
        success: false,
        message: `A request from another site was refused: the page is http://${host}, this server was called as 127.0.0.1:${product.port}. Use the console itself; a proxy must pass the Host header on`,
      },
    ])
  })
})
