import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createChannel } from '@weir/contract/channel'
import { listSessions } from '@weir/contract/sign-in/second-factor'
import { findCaddy, startCaddy } from '../../tools/testing/caddy.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { findNginx, startNginx } from '../../tools/testing/nginx.ts'
import type { Proxy } from '../../tools/testing/proxy.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { FakeRealtime } from '../fake-upstream/openai/realtime.ts'
import { ApiClient } from '../harness/api-client.ts'
import { repository } from '../harness/product.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, openaiClient, type Stand } from '../harness/stand.ts'

const REALTIME_MODEL = 'gpt-realtime'
/** All of 127.0.0.0/8 is this machine: a caller from here is told from the proxy. */
const CALLER = '127.0.0.5'

const page = readFileSync(join(repository, 'docs/reverse-proxy.md'), 'utf8')
const documented = (language: string): string => new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``).exec(page)?.[1] ?? ''

const PROXIES = [
  { name: 'nginx', program: findNginx(), start: startNginx, file: documented('nginx') },
  { name: 'Caddy', program: findCaddy(), start: startCaddy, file: documented('caddyfile') },
]

let stand: Stand
let voice: FakeRealtime

beforeAll(async () => {
  stand = await openStand({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  voice = new FakeRealtime(UPSTREAM_KEY, [REALTIME_MODEL])
  await stand.root.call(createChannel, {
    body: { type: 1, name: 'voice', key: UPSTREAM_KEY, base_url: voice.url, models: REALTIME_MODEL },
  })
})
afterAll(async () => {
  await closeStand(stand)
  await voice.stop()
})

/** As a browser signs in, from an address of its own; the cookie of its session. */
const signInFrom = (localAddress: string, url: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { origin: url, 'content-type': 'application/json' }
  const sent = request(`${url}/api/user/login`, { method: 'POST', localAddress, headers }, (answer) => {
    answer.resume()
    resolve(answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '')
  })
  sent.on('error', reject)
  sent.end(JSON.stringify({ username: 'root', password: '123456' }))
  return promise
}

for (const { name, program, start, file } of PROXIES) {
  if (program === undefined) process.stdout.write(`${name} is not installed: it is not tested as a reverse proxy\n`)

  describe.if(program !== undefined)(`behind ${name} as it is documented`, () => {
    let proxy: Proxy
    let url = ''
    beforeAll(async () => {
      proxy = await start(program ?? '', file, Number(new URL(stand.weir.url).port))
      url = `http://${proxy.host}`
    })
    afterAll(() => proxy.stop())

    it('a browser signs in, and its session has its own address', async () => {
      const client = new ApiClient(url, await signInFrom(CALLER, url))
      const sessions = await client.call(listSessions, {})
      expect(sessions.find(({ is_current }) => is_current)?.address).toBe(CALLER)
    })

    it('a stream arrives event by event', async () => {
      const content = ask({ text: 'one two', events: 2, waits: 'between-events' })
      const client = openaiClient(url, `sk-${stand.token.key}`)
      const stream = await client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }], stream: true })
      let text = ''
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? ''
        // Upstream says the next thing only when this one has come through.
        await eventually('upstream to wait or to end', () => stand.fake.gate.waiting > 0 || text.endsWith('two') || undefined)
        stand.fake.gate.go()
      }
      expect(text).toBe('one two')
    })

    it('a realtime session is opened and answered', async () => {
      const heard: string[] = []
      const headers = { authorization: `Bearer sk-${stand.token.key}` }
      const socket = new WebSocket(`ws://${proxy.host}/v1/realtime?model=${REALTIME_MODEL}`, { headers })
      socket.addEventListener('message', ({ data }) => void heard.push((JSON.parse(String(data)) as { type: string }).type))
      await eventually('the session', () => heard.includes('session.created') || undefined)
      socket.send(JSON.stringify({ type: 'session.update', session: { type: 'realtime', instructions: 'Be brief.' } }))
      await eventually('the answer', () => heard.includes('session.updated') || undefined)
      socket.close()
      await eventually('the end of the session', () => voice.openSockets === 0 || undefined)
    })
  })
}
