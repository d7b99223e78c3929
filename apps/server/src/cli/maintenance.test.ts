import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeOlderDatabase } from '@weir/store/testing/older/older-database'
import { ONE_API_ROWS } from '@weir/store/testing/older/one-api-rows'
import { openCommandFolder, runCommandLine, type CommandFolder } from '../testing/command-line.ts'

let stand: CommandFolder

beforeEach(async () => {
  stand = await openCommandFolder()
})
afterEach(() => stand.remove())

const place = (name: string): string => join(stand.folder, name)

const SOUND = { in_order: true, differences: [], double_charges: [], wrong_charges: [], wrong_corrections: [], oversized: [] }

/** As many rows as a backup of the folder has. */
const rowsNow = async (name: string): Promise<number> => ((await stand.json(['backup', place(name)])) as { readonly rows: number }).rows

describe('backups for programs', () => {
  it('tell the file, its tables and rows, and whether the key is in it', async () => {
    await stand.run('code add winter 5')
    const before = await rowsNow('first.backup')
    // Three codes, and one entry of the audit trail.
    await stand.run('code add spring 5 --count 3')
    const file = place('second.backup')
    expect(await stand.json(['backup', file, '--with-key'])).toEqual({
      file,
      tables: 43,
      rows: before + 4,
      with_key: true,
      encrypted: false,
      left_out: [],
    })
    expect(await stand.json(['backup', '--verify', file])).toEqual({
      whole: true,
      file,
      tables: 43,
      rows: before + 4,
      created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      version: '1.2.3',
      root_key: 'inside',
    })
    expect(await stand.json(['backup', '--verify', place('first.backup')])).toMatchObject({ rows: before, root_key: 'fits' })
  })

  it('tell a damaged one as a result, with exit code 1', async () => {
    const file = place('cut.backup')
    await stand.run(['backup', file])
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length - 5))
    const { out, err, exitCode } = await stand.run(['backup', '--verify', file, '--json'])
    expect([exitCode, err]).toEqual([1, ''])
    expect(JSON.parse(out)).toEqual({ whole: false, file, problem: 'the backup is damaged or cut off' })
    writeFileSync(file, 'a letter')
    expect(await stand.json(['backup', '--verify', file])).toEqual({ whole: false, file, problem: `${file} is no backup of Weir` })
  })
})

describe('restore and move for programs', () => {
  it('tell what was written and the state of the ledger', async () => {
    const file = place('weir.backup')
    const rows = await rowsNow('weir.backup')
    writeFileSync(place('secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
    const environment = { DATA_DIR: stand.folder, SQLITE_PATH: place('restored.db') }
    const { out, exitCode } = await runCommandLine(['restore', file, '--json'], { environment })
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toEqual({ created_at: expect.any(String), version: '1.2.3', tables: 43, rows, ledger: SOUND })
    // The restore has one entry of the audit trail, and the restored database no node.
    const moved = await runCommandLine(['move', '--to', place('moved.db'), '--json'], { environment })
    expect(moved.err).toContain('  users: 3 rows')
    expect(JSON.parse(moved.out)).toEqual({ to: place('moved.db'), tables: 43, rows: expect.any(Number), left_out: [], ledger: SOUND })
  })

  it('tell a ledger that was not in order in the source, with exit code 1', async () => {
    await stand.inStore(async ({ users }) => {
      await users.create({ username: 'carol', passwordHash: 'hash', displayName: '', role: 1, startQuota: 7 })
    })
    {
      using database = new Database(place('weir.db'))
      database.run("update users set quota = 70 where username = 'carol'")
    }
    const file = place('weir.backup')
    await stand.run(['backup', file])
    const environment = { DATA_DIR: stand.folder, SQLITE_PATH: place('restored.db') }
    const { out, exitCode } = await runCommandLine(['restore', file, '--json'], { environment })
    expect(exitCode).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      tables: 43,
      ledger: {
        in_order: false,
        differences: [{ user_id: 4, username: 'carol', quota: 70, expected_quota: 7, used_quota: 0, expected_used_quota: 0 }],
      },
    })
  })
})

describe('import for programs', () => {
  it('tells rows, sums with all their digits, and every row that was changed or left out', async () => {
    const source = place('one-api.db')
    await makeOlderDatabase(source, 'one-api', ONE_API_ROWS)
    const environment = { DATA_DIR: place('data') }
    const { out, exitCode } = await runCommandLine(['import', source, '--dry-run', '--json'], { environment })
    expect(exitCode).toBe(0)
    const report = JSON.parse(out) as { readonly notes: readonly object[] }
    expect(report).toMatchObject({
      family: 'one-api',
      dry_run: true,
      was_there: false,
      rows: [
        { table: 'users', there: 8, here: 8 },
        { table: 'tokens', there: 4, here: 3 },
        { table: 'channels', there: 4, here: 4 },
        { table: 'redemptions', there: 2, here: 2 },
        { table: 'options', there: 6, here: 3 },
      ],
      sums: [
        { name: 'balances of accounts', there: '9507199254741938', here: '9507199254741938', equal: true },
        { name: 'forfeited by deleted accounts', there: '33', here: '33', equal: true },
        { name: 'used by accounts', there: '1162', here: '1162', equal: true },
        { name: 'left on tokens', there: '540', here: '540', equal: true },
        { name: 'unused codes', there: '600', here: '600', equal: true },
      ],
    })
    expect(report.notes).toContainEqual({ kind: 'left out', table: 'tokens', id: 3, reason: 'its account 77 is gone' })
  })
})

describe('keys and ways in for programs', () => {
  it('tell the stage, and keep what happens meanwhile from the result', async () => {
    expect(await stand.json('rotate-key --status')).toEqual({ stage: 'none', waiting_for: [], is_old_key_left: false })
    {
      using database = new Database(place('weir.db'))
      database.run('delete from nodes')
    }
    const { out, err } = await stand.run('rotate-key --json')
    expect(JSON.parse(out)).toEqual({ stage: 'present', waiting_for: [], is_old_key_left: false })
    expect(err).toContain('the new root key is announced to every server')
    expect(await stand.json('migrate')).toEqual({ up_to_date: true })
    expect(await stand.json('passwd alice', ['Correct-Horse-7'])).toEqual({ id: 2, username: 'alice' })
  })
})
