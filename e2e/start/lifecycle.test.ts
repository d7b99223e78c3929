import { afterAll, afterEach, describe, expect, it } from 'bun:test'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listAudit } from '@weir/contract/audit'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { temporaryFolder } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, selfOf } from '../harness/stand.ts'
import { Weir, type WeirOptions } from '../harness/weir.ts'

/** Of the processor, from the start to the end: the tests share theirs, so that the clock on the wall says little. */
const SECOND_LIFE_LIMIT_MS = 3000

const servers: Weir[] = []
const folders: string[] = []

const start = async (options: WeirOptions = {}): Promise<Weir> => {
  const weir = await Weir.start(options)
  servers.push(weir)
  return weir
}

afterEach(async () => {
  for (const weir of servers.splice(0)) await weir.close()
})

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const COMMON = 'this password is too common and easily guessed, choose another one'

describe('a server', () => {
  it('ends with 0 on an interrupt and on a request to end', async () => {
    const codes = [await (await start()).stop('SIGINT'), await (await start()).stop('SIGTERM')]
    expect(codes).toEqual([0, 0])
  })

  it('says where it is, who can sign in and where the data lie', async () => {
    const weir = await start()
    const { port } = new URL(weir.url)
    expect(weir.output).toMatch(/^Weir \d+\.\d+\.\d+ is ready at /)
    expect(weir.output).toContain(`http://localhost:${port}`)
    expect(weir.output).toContain('root with the password 123456, from this machine only. Change it now')
    expect(weir.output).toContain(join(weir.dataDir, 'weir.db'))
  })

  it('keeps its data and its key to its own account', async () => {
    const weir = await start()
    expect(statSync(join(weir.dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it('starts again quickly and remembers everything', async () => {
    const dataDir = temporaryFolder()
    folders.push(dataDir)
    const first = await start({ dataDir })
    const client = await ApiClient.signIn(first.url)
    await first.stop()
    const port = Number(new URL(first.url).port)
    const second = await start({ dataDir, port })
    expect(await selfOf(client)).toMatchObject({ username: 'root' })
    await second.stop()
    expect(second.cpuMs).toBeLessThan(SECOND_LIFE_LIMIT_MS)
  })

  it('lets a running stream end before it ends itself', async () => {
    const stand = await openStand()
    try {
      const content = ask({ events: 3, waits: 'between-events', text: 'one two three' })
      const messages = [{ role: 'user' as const, content }]
      const stream = await stand.openai.chat.completions.create({ model: MODEL, messages, stream: true })
      const ended = stand.weir.stop()
      await eventually('the server is no longer ready', async () => {
        const { status } = await fetch(`${stand.weir.url}/readyz`)
        return status === 503 ? true : undefined
      })
      stand.fake.gate.open()
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toBe('one two three')
      expect(await ended).toBe(0)
    } finally {
      await closeStand(stand)
    }
  })
})

describe('the password of root', () => {
  it('comes from INITIAL_ROOT_PASSWORD on the first start and never again', async () => {
    const dataDir = temporaryFolder()
    folders.push(dataDir)
    const first = await start({ dataDir, environment: { INITIAL_ROOT_PASSWORD: 'first password' } })
    expect(first.output).toContain('root, with the password from INITIAL_ROOT_PASSWORD')
    await ApiClient.signIn(first.url, 'root', 'first password')
    await first.stop()
    const second = await start({ dataDir, environment: { INITIAL_ROOT_PASSWORD: 'second password' } })
    await ApiClient.signIn(second.url, 'root', 'first password')
    expect(ApiClient.signIn(second.url, 'root', 'second password')).rejects.toThrow('Wrong username or password')
  })

  it('is set on the server with a command that ends every session', async () => {
    const weir = await start()
    const before = await ApiClient.signIn(weir.url)
    const command = await runWeir(['passwd', 'root'], weir.environment, 'a better password\n')
    expect([command.code, command.stdout]).toEqual([0, 'The password of root is changed and every session of the account has ended.\n'])
    expect(selfOf(before)).rejects.toThrow('401')
    expect(ApiClient.signIn(weir.url)).rejects.toThrow('Wrong username or password')
    const after = await ApiClient.signIn(weir.url, 'root', 'a better password')
    expect(await selfOf(after)).toMatchObject({ username: 'root' })
    expect(await after.call(listAudit, { query: {} })).toMatchObject([
      { actor_name: 'command', action: 'user.set-password', object: 'user 1' },
    ])
  })

  it('is not set for a name nobody has, nor to one that registration would refuse', async () => {
    const weir = await start()
    const nobody = await runWeir(['passwd', 'nobody'], weir.environment, 'a better password\n')
    expect([nobody.code, nobody.stderr]).toEqual([1, 'weir: there is no user nobody\n'])
    const refused = {
      short: 'a password has 8 to 128 characters',
      '123456789': COMMON,
      'P@ssw0rd': COMMON,
      [`${'é'.repeat(129)}`]: 'a password has 8',
    }
    for (const [password, reason] of Object.entries(refused)) {
      const { code, stderr } = await runWeir(['passwd', 'root'], weir.environment, `${password}\n`)
      expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
    }
    await ApiClient.signIn(weir.url)
  })
})
