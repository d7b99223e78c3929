import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createRedemptions, redeemCode } from '@weir/contract/redemption'
import { createToken, replaceTokenKey } from '@weir/contract/token'
import { ApiClient } from '../harness/api-client.ts'
import { command, environmentWith, repository, type Environment } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, openaiClient, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const ACCESS_TOKEN = 'access-token-of-root-0123456789'

let stand: Stand
let oldKey = ''
let replacedKey = ''
let codes: readonly string[] = []

const environment = (): Environment => ({ DATA_DIR: stand.weir.dataDir })
const keyFile = (): string => join(stand.weir.dataDir, 'secret.key')

/** Runs the command until it says this, and ends it as a power cut would. Undefined: to its end. */
const rotateUntil = async (word: string | undefined): Promise<string> => {
  const child = Bun.spawn([...command, 'rotate-key'], {
    cwd: repository,
    env: environmentWith(environment()),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stderr) {
    said += decoder.decode(chunk, { stream: true })
    if (word === undefined || !said.includes(word)) continue
    child.kill('SIGKILL')
    break
  }
  const code = await child.exited
  if (word === undefined && code !== 0) throw new Error(said)
  return `${said}${await new Response(child.stdout).text()}`
}

/** Relays, signs in and makes tokens without a pause. Every round must succeed. */
const useUntilStopped = () => {
  const state = { isStopped: false, rounds: 0, made: [] as string[] }
  const round = async (): Promise<void> => {
    const { url } = stand.weir
    const root = await ApiClient.signIn(url)
    const made = await root.call(createToken, { body: { name: 'between', unlimited_quota: true } })
    state.made.push(made.key)
    for (const key of [stand.token.key, replacedKey, made.key])
      await openaiClient(url, `sk-${key}`).chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }] })
    const self = await fetch(`${url}/api/user/self`, { headers: { authorization: ACCESS_TOKEN } })
    if (!((await self.json()) as { success: boolean }).success) throw new Error('the access token is refused')
    state.rounds += 1
  }
  const loop = async (): Promise<void> => {
    while (!state.isStopped) await round()
  }
  const running = loop()
  return {
    state,
    stop: async () => {
      state.isStopped = true
      await running
    },
  }
}

/** AES-256-GCM under a key for the purpose; the first byte and the place are authenticated. */
const opens = (hex: string, ...[purpose, place, sealed]: readonly [string, string, string]): boolean => {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `weir/v1/${purpose}`, 32))
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13)).setAAD(Buffer.from(`${bytes[0]}|${place}`))
  decipher.setAuthTag(bytes.subarray(13, 29)).update(bytes.subarray(29))
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}

/** How many sealed texts of the database the key opens. */
const openedBy = (hex: string): number => {
  const database = new Database(join(stand.weir.dataDir, 'weir.db'), { readonly: true })
  const rowsOf = <T>(sql: string): readonly T[] => database.query<T, []>(sql).all()
  type Row = { readonly secret_id: string; readonly key_cipher: string }
  try {
    const tokens = rowsOf<Row>(
      'select secret_id, key_cipher from tokens union all select secret_id, old_key_cipher from tokens where old_key_cipher is not null',
    )
    const channels = rowsOf<Row>('select secret_id, key_cipher from channels')
    const redemptions = rowsOf<Row>(`select secret_id, key_cipher from redemptions where key_cipher <> ''`)
    const checks = rowsOf<{ readonly value: string }>(`select value from options where name = 'key_check'`)
    return [
      ...tokens.map((row) => opens(hex, 'token-encrypt', `tokens.key_cipher.${row.secret_id}`, row.key_cipher)),
      ...channels.map((row) => opens(hex, 'channel-encrypt', `channels.key_cipher.${row.secret_id}`, row.key_cipher)),
      ...redemptions.map((row) => opens(hex, 'code-encrypt', `redemptions.key_cipher.${row.secret_id}`, row.key_cipher)),
      ...checks.map((row) => opens(hex, 'key-check', 'options.value.key_check', row.value)),
    ].filter(Boolean).length
  } finally {
    database.close()
  }
}

beforeAll(async () => {
  stand = await openStand({ environment: { INITIAL_ROOT_ACCESS_TOKEN: ACCESS_TOKEN } })
  oldKey = readFileSync(keyFile(), 'utf8').trim()
  const replaced = await stand.root.call(createToken, { body: { name: 'replaced', unlimited_quota: true } })
  replacedKey = replaced.key
  await stand.root.call(replaceTokenKey, { params: { id: replaced.id }, body: { grace_seconds: 3600 } })
  codes = await stand.root.call(createRedemptions, { body: { name: 'gift', quota: 10, count: 100 } })
}, 180_000)

afterAll(() => closeStand(stand))

describe('weir rotate-key', () => {
  it('replaces the root key under a server at work, killed at several moments', async () => {
    // Three tokens' ciphers, one of them the replaced key's, a channel, a hundred codes and the check.
    expect(openedBy(oldKey)).toBe(3 + 1 + 100 + 1)
    const caller = useUntilStopped()
    const statuses: string[] = []
    for (const word of ['announced', 'waiting for', 'sealing every value', 'tokens:', 'redemptions:']) {
      expect(await rotateUntil(word)).toContain(word)
      statuses.push((await runWeir(['rotate-key', '--status'], environment())).stdout)
      // The last rows may be sealed before the signal arrives: then there is nothing left to kill.
      if (statuses.at(-1)?.startsWith('Everything is sealed')) break
    }
    const killed = statuses.filter((status) => status.includes('Run weir rotate-key to go on')).length
    expect(killed).toBeGreaterThanOrEqual(3)
    expect(killed).toBeGreaterThanOrEqual(statuses.length - 1)
    // Killed after the last row, only the file is left to be done.
    const isFileLeft = readFileSync(keyFile(), 'utf8').trim().includes('\n')
    if (killed === statuses.length || isFileLeft)
      expect(await rotateUntil(undefined)).toContain('Everything is sealed with the new root key')
    await caller.stop()
    expect(caller.state.rounds).toBeGreaterThan(3)

    const newKey = readFileSync(keyFile(), 'utf8').trim()
    expect(newKey).toMatch(/^[0-9a-f]{64}$/)
    expect(newKey).not.toBe(oldKey)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(openedBy(oldKey)).toBe(0)
    expect(openedBy(newKey)).toBe(3 + 1 + 100 + 1 + caller.state.made.length)
    expect((await runWeir(['rotate-key', '--status'], environment())).stdout).toBe('Everything is sealed with the present root key.\n')
  }, 600_000)

  it('leaves accounts, tokens, codes, balances and backups in order, also after a restart', async () => {
    await stand.weir.stop()
    const again = await Weir.start({ dataDir: stand.weir.dataDir })
    try {
      const root = await ApiClient.signIn(again.url)
      for (const key of [stand.token.key, replacedKey])
        await openaiClient(again.url, `sk-${key}`).chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }] })
      expect(await root.call(redeemCode, { body: { key: codes[0] ?? '' } })).toBe(10)
      const self = await fetch(`${again.url}/api/user/self`, { headers: { authorization: ACCESS_TOKEN } })
      expect(await self.json()).toMatchObject({ success: true })
      expect((await runWeir(['ledger', 'verify'], environment())).stdout).toBe('All balances agree with the ledger.\n')
      const copy = join(stand.weir.dataDir, 'copy.backup')
      expect((await runWeir(['backup', copy, '--with-key'], environment())).code).toBe(0)
      const [header] = gunzipSync(readFileSync(copy)).toString().split('\n')
      expect(header).toContain(`"rootKeys":["${readFileSync(keyFile(), 'utf8').trim()}"]`)
    } finally {
      await again.stop()
    }
  }, 180_000)

  it('says what to do where the key comes from the environment', async () => {
    const { code, stderr } = await runWeir(['rotate-key'], { ...environment(), SESSION_SECRET: 's'.repeat(32) })
    expect(code).toBe(1)
    expect(stderr).toContain('start every server with SESSION_SECRET_NEXT set to a new secret')
    expect((await runWeir(['rotate-key', 'now'], environment())).stderr).toStartWith("weir: too many arguments for 'rotate-key'")
  }, 180_000)
})
