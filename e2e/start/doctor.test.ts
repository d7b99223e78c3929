import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { freePort } from '../../tools/test-servers/process.ts'
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
  }, 60_000)
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
})
