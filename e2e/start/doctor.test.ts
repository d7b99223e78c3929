import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { createChannel } from '@weir/contract/channel'
import { setOption } from '@weir/contract/site'
import { freePort } from '../../tools/test-servers/process.ts'
import { MailSink } from '../../apps/server/src/testing/mail-sink.ts'
import { ApiClient } from '../harness/api-client.ts'
import { temporaryFolder } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { Weir } from '../harness/weir.ts'

interface Finding {
  readonly subject: string
  readonly status: string
  readonly seen: string
  readonly remedy: string
}

const examine = async (environment: Readonly<Record<string, string>>) => {
  const { code, stdout, stderr } = await runWeir(['doctor', '--json'], environment)
  expect(stderr).toBe('')
  const { status, findings } = JSON.parse(stdout) as { readonly status: string; readonly findings: readonly Finding[] }
  return { code, status, of: (subject: string) => findings.filter((finding) => finding.subject === subject) }
}

describe('weir doctor on an empty folder', () => {
  it('ends with 1, says what to do, and makes nothing', async () => {
    const folder = temporaryFolder()
    try {
      const { code, stdout } = await runWeir(['doctor'], { DATA_DIR: folder, PORT: String(await freePort()) })
      expect(code).toBe(1)
      expect(stdout).toMatch(/^fault +database +there is no data of Weir in .*weir\.db\n +remedy: start the server once, or set DATA_DIR/m)
      expect(stdout).toMatch(/\d ok, 0 warnings, 1 fault\n$/)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('weir doctor on an installation', () => {
  let weir: Weir

  beforeAll(async () => {
    weir = await Weir.start()
  }, 180_000)
  afterAll(() => weir.close())

  it('ends with 0 beside a running server', async () => {
    const { code, status, of } = await examine(weir.environment)
    expect({ code, status }).toEqual({ code: 0, status: 'warning' })
    expect(of('version')).toMatchObject([{ status: 'ok' }])
    expect(of('server')).toMatchObject([{ status: 'ok', seen: `${weir.url} is ready` }])
    expect([...of('root key'), ...of('database'), ...of('schema'), ...of('rights')].map((finding) => finding.status)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
    ])
    expect(of('channels')).toEqual([
      { subject: 'channels', status: 'warning', seen: 'no channel is enabled', remedy: 'add a channel in the console, or enable one' },
    ])
  })

  it('ends with 1 for a key of another installation and a Redis that does not run, and shows no secret', async () => {
    const secret = 'a-secret-that-nobody-may-ever-see-anywhere'
    const { code, stdout } = await runWeir(['doctor'], {
      ...weir.environment,
      SESSION_SECRET: secret,
      REDIS_CONN_STRING: `redis://user:${secret}@127.0.0.1:${await freePort()}`,
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fault +root key +it is not the one that this database was made with$/m)
    expect(stdout).toMatch(/^fault +Redis +127\.0\.0\.1:\d+ does not answer \(/m)
    expect(stdout).not.toContain(secret)
  })

  it('asks channels, the public address and the mail server, and sends no key', async () => {
    const heard: string[] = []
    await using upstream = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ method, headers }) => {
        heard.push(`${method} ${JSON.stringify(headers)}`)
        return new Response('', { status: 404, headers: { date: new Date().toUTCString() } })
      },
    })
    const closed = `http://127.0.0.1:${await freePort()}`
    const mails = await MailSink.open()
    try {
      const root = await ApiClient.signIn(weir.url)
      for (const base_url of [`http://127.0.0.1:${upstream.port}`, closed]) {
        await root.call(createChannel, { body: { type: 1, name: 'upstream', key: 'sk-hidden-from-all', base_url, models: 'gpt-4o' } })
      }
      const options = { SMTPServer: '127.0.0.1', SMTPPort: String(mails.port), SMTPFrom: 'weir@mail.example', ServerAddress: weir.url }
      for (const [key, value] of Object.entries(options)) await root.call(setOption, { body: { key, value } })
      const { code, of } = await examine(weir.environment)
      expect(code).toBe(1)
      expect(of('channels').map(({ status, seen }) => `${status} ${seen.replace(/ in \d+ ms$/, '')}`)).toEqual([
        `ok http://127.0.0.1:${upstream.port} (channel #1) is reached`,
        `fault ${closed} (channel #2) is not reached (ECONNREFUSED)`,
      ])
      expect(of('clock')).toMatchObject([{ status: 'ok', seen: `agrees with 127.0.0.1:${upstream.port}` }])
      expect(of('public address')).toMatchObject([{ status: 'ok', seen: `${weir.url} leads here` }])
      expect(of('mail')).toMatchObject([{ status: 'ok' }])
      expect(heard).toEqual([expect.stringMatching(/^HEAD /)])
      expect(heard.join()).not.toContain('sk-hidden-from-all')
    } finally {
      await mails.close()
    }
  })
})
