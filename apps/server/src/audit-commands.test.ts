import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@weir/store/open-store'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { verifyAudit } from './audit-commands.ts'
import { readConfig } from './config.ts'
import { runCommandLine } from './testing/command-line.ts'

let folder = ''
let head = ''

const file = () => join(folder, 'weir.db')
const run = async (noted?: string) => (await verifyAudit(readConfig({ DATA_DIR: folder }), noted)).text
const failureOf = (noted?: string): Promise<string> =>
  run(noted).then(
    (text) => `no failure: ${text}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

const change = (...statements: readonly string[]): void => {
  using database = new Database(file())
  for (const statement of statements) database.run(statement)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-audit-'))
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
  const store = await openStore({ dsn: '', sqlitePath: file(), rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: Date.now })
  const origin = { actorId: 1, actorName: 'root', credential: 'session', address: '::1', requestId: 'r', before: '', after: '' }
  for (const number of [1, 2, 3, 4]) await store.audit.add([{ ...origin, action: 'option.set', object: `option ${number}` }])
  head = (await store.audit.head()).hash
  await store.close()
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('SC-11 weir audit verify', () => {
  it('tells that all is in order, with the head to be noted', async () => {
    expect(await run()).toBe(`All 4 entries of the audit trail are in order.\nhead ${head}`)
    expect(await run(head)).toContain('The noted head is number 4; 0 entries have come since.')
  })

  it('goes on past entries that a server of an older version wrote during the upgrade, and tells of them', async () => {
    const now = Math.floor(Date.now() / 1000)
    change(`update migrations set applied_at = ${now - 1_000_000} where name = '0001-first'`)
    const columns = 'created_at, actor_id, actor_name, credential, address, request_id, action, object, before_text, after_text'
    const byOlderServer = `insert into audit_entries (${columns}) values (${now}, 1, 'root', 'session', '::1', 'r', 'option.set', 'option 5', '', '')`
    change(byOlderServer)
    const rest = 'during the upgrade and is not part of the chain: whether somebody has altered it cannot be told.'
    expect(await run()).toBe(
      `All 4 entries of the audit trail are in order.\nWarning: 1 more entry (id 5) was written by a server of an older version ${rest}\nhead ${head}`,
    )
    change(byOlderServer)
    expect(await run()).toContain('Warning: 2 more entries (ids 5 to 6) were written by a server')
    expect((await verifyAudit(readConfig({ DATA_DIR: folder }))).json).toEqual({
      in_order: true,
      entries: 4,
      head,
      unchained: { entries: 2, first_id: 5, last_id: 6 },
    })
    change('delete from audit_entries where id > 4', `update migrations set applied_at = (select max(applied_at) from migrations)`)
  })

  it('names the first entry that is not in order', async () => {
    change("update audit_entries set object = 'option 9' where id = 2")
    expect(await failureOf()).toContain('broken: entry 2 (number 2 of the chain) was altered')
    const forPrograms = await runCommandLine(['audit', 'verify', '--json'], { environment: { DATA_DIR: folder } })
    expect([forPrograms.exitCode, forPrograms.err]).toEqual([1, ''])
    expect(JSON.parse(forPrograms.out)).toEqual({
      in_order: false,
      entries: 4,
      head,
      broken: { kind: 'altered', id: 2, ordinal: 2 },
    })
    change("update audit_entries set object = 'option 2' where id = 2")
    change('update audit_entries set id = 99 where id = 2', 'update audit_entries set id = 2 where id = 3')
    change('update audit_entries set id = 3 where id = 99')
    expect(await failureOf()).toContain('broken: entry 2 was moved: it is number 3 of the chain and stands where number 2 belongs')
    change('update audit_entries set id = 99 where id = 2', 'update audit_entries set id = 2 where id = 3')
    change('update audit_entries set id = 3 where id = 99')
    expect(await run()).toContain('All 4 entries')
    change('delete from audit_entries where id = 4')
    expect(await failureOf()).toContain('broken: the last entries are missing: the chain ends at number 3 and had 4')
    change("update audit_chain set entry_count = 3, head_hash = (select entry_hash from audit_entries where id = 3) where name = 'head'")
    expect(await run()).toContain('All 3 entries')
    expect(await failureOf(head)).toContain(`broken: no entry has the hash ${head}`)
    change("update audit_chain set entry_count = 9 where name = 'head'", 'delete from audit_entries where id = 2')
    expect(await failureOf()).toContain('broken: entries 2 to 2 of the chain are missing: entry 3 is number 3')
    change('update audit_entries set ordinal = null where id = 1')
    expect(await failureOf()).toContain('broken: entry 1 was not written as part of the chain')
  })

  it('refuses a head that is none', async () => {
    expect(await failureOf('abc')).toBe('--head abc is no hash: it has 64 hexadecimal digits')
  })
})
