import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { NEW_API_ROWS } from '@weir/store/testing/older/new-api-rows'
import { makeOlderDatabase, type OlderRows } from '@weir/store/testing/older/older-database'
import { ONE_API_ROWS } from '@weir/store/testing/older/one-api-rows'
import { eventually } from '../../../../tools/testing/eventually.ts'
import { verifyLedger } from '../ledger-check.ts'
import { readConfig } from '../config.ts'
import { runCommandLine } from '../testing/command-line.ts'

const MAIN = resolve(import.meta.dirname, '../main.ts')
const MANY = 30_000

let folder = ''
let source = ''

const config = () => readConfig({ DATA_DIR: join(folder, 'data') })
const run = async (...args: readonly string[]) => {
  const { out: text, exitCode } = await runCommandLine(['import', ...args], { environment: { DATA_DIR: join(folder, 'data') } })
  return { text, areSumsEqual: exitCode === 0 }
}

const query = (sql: string, path = join(folder, 'data/weir.db')): readonly unknown[] => {
  const database = new Database(path, { readonly: true })
  database.run('PRAGMA busy_timeout = 30000')
  try {
    return database.query<unknown[], []>(sql).values().flat()
  } finally {
    database.close()
  }
}

const manyLogs = (): OlderRows => ({
  ...ONE_API_ROWS,
  logs: Array.from({ length: MANY }, (_, index) => ({
    id: index + 1,
    user_id: 2,
    created_at: 1_780_000_000 + index,
    type: 2,
    username: 'alice',
    model_name: 'gpt-4o',
    quota: 2,
    prompt_tokens: 1,
    completion_tokens: 1,
  })),
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-import-'))
  source = join(folder, 'one-api.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('weir import', () => {
  it('reports rows, sums and reasons, and the ledger is in order afterwards', async () => {
    await makeOlderDatabase(source, 'one-api', ONE_API_ROWS)
    const { text, areSumsEqual } = await run(source, '--logs', 'since=2026-01-01')
    expect(areSumsEqual).toBe(true)
    expect(text).toContain(
      [
        'The accounts have come over. Everyone signs in again, with the same password.',
        '',
        '  rows of one-api  there  here',
        '  users                8     8',
        '  tokens               4     3',
        '  channels             4     4',
        '  redemptions          2     2',
        '  options              6     3',
        '  logs                 2     2',
        '',
        '  units                                     there              here',
        '  balances of accounts           9507199254741938  9507199254741938  equal',
        '  forfeited by deleted accounts                33                33  equal',
        '  used by accounts                           1162              1162  equal',
        '  left on tokens                              540               540  equal',
        '  unused codes                                600               600  equal',
      ].join('\n'),
    )
    expect(text).toContain('  left out  tokens 3: its account 77 is gone')
    expect(text).not.toMatch(/topsecret|sk-upstream|shh|Ab3Ab3/)
    expect((await verifyLedger(config())).text).toBe('All balances agree with the ledger.')
    expect(query('select sum(requests), sum(quota) from log_sums where kind = (select min(kind) from log_sums) and grain = 86400')).toEqual(
      [1, 150],
    )
    expect(query("select actor_name, object from audit_entries where action = 'import'")).toEqual(['command', 'one-api'])
    expect(query("select count(*) from channels where config like '%topsecret%'")).toEqual([0])
  })

  it('leaves every byte of the source as it was, and a trial leaves nothing anywhere', async () => {
    await makeOlderDatabase(source, 'one-api', ONE_API_ROWS)
    const before = readFileSync(source)
    const { text } = await run(source, '--dry-run', '--logs', 'since=2026-01-01')
    expect(text).toStartWith('This would come over. Nothing was written.')
    expect(text).toContain('  balances of accounts           9507199254741938  9507199254741938  equal')
    expect(readdirSync(folder)).toEqual(['one-api.db'])
    await run(source)
    expect(readFileSync(source).equals(before)).toBe(true)
    expect(query('pragma journal_mode', source)).toEqual(['delete'])
    expect((await run(source, '--dry-run')).text).toStartWith('The accounts are here already. Nothing was written.')
  })

  it('takes the log from a database of its own', async () => {
    await makeOlderDatabase(source, 'one-api', { ...ONE_API_ROWS, logs: [] })
    const logs = join(folder, 'logs.db')
    await makeOlderDatabase(logs, 'one-api', { logs: ONE_API_ROWS['logs'] ?? [] })
    await expect(run(source, '--log-db', logs)).rejects.toThrow('--log-db needs --logs')
    expect((await run(source, '--logs', 'since=2020-01-01', '--log-db', logs)).text).toContain('  logs                 3     3')
    expect(query('select content from logs order by id')).toEqual(['old', 'new', '充值'])
  })

  it('tells by its tables which program a source is of', async () => {
    await makeOlderDatabase(source, 'new-api', NEW_API_ROWS)
    await expect(run(source, '--from', 'one-api')).rejects.toThrow('--from says one-api, but the tables are those of new-api')
    expect((await run(source)).text).toContain('rows of new-api')
  })

  it('takes a code for over by the clock of this machine', async () => {
    const now = Math.floor(Date.now() / 1000)
    const [first = {}] = NEW_API_ROWS['redemptions'] ?? []
    const redemptions = [
      { ...first, id: 8, key: 'a'.repeat(32), status: 1, expired_time: now - 3600 },
      { ...first, id: 9, key: 'b'.repeat(32), status: 1, expired_time: now + 3600 },
    ]
    await makeOlderDatabase(source, 'new-api', { ...NEW_API_ROWS, redemptions })
    const { text } = await run(source, '--dry-run')
    expect(text).toContain('redemptions 8: its time is over; the code is disabled')
    expect(text).toContain('redemptions 9: codes do not expire here: it stays good after its time')
  })

  it('refuses what it does not know in one clear line, and makes no database', async () => {
    await expect(run()).rejects.toThrow("missing required argument 'source'")
    await expect(run(join(folder, 'none.db'))).rejects.toThrow(`there is no file ${folder}/none.db`)
    writeFileSync(join(folder, 'text.db'), 'this is a letter and no database, however long it gets'.repeat(100))
    await expect(run(join(folder, 'text.db'))).rejects.toThrow('the source cannot be')
    new Database(join(folder, 'other.db'), { create: true }).run('create table t (id integer)')
    await expect(run(join(folder, 'other.db'))).rejects.toThrow('no database of one-api or new-api: it has no table users, tokens')
    await expect(run('mongodb://user:secret@host/name')).rejects.toThrow('the address of the source: "mongodb://" is not known')
    await makeOlderDatabase(source, 'one-api', ONE_API_ROWS)
    await expect(run(source, '--logs', 'since=yesterday')).rejects.toThrow('write --logs since=2026-01-01')
    await expect(run(source, '--from', 'two-api')).rejects.toThrow('--from two-api is not known')
    await expect(run(source, '--fast')).rejects.toThrow("unknown option '--fast'")
    const newer = new Database(source)
    newer.run('alter table users rename column quota to wallet')
    newer.close()
    await expect(run(source)).rejects.toThrow('the source has no users.quota: its version is not known here')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('refuses its own database, and an installation that is in use', async () => {
    await makeOlderDatabase(source, 'one-api', ONE_API_ROWS)
    await run(source)
    await expect(run(join(folder, 'data/weir.db'))).rejects.toThrow('this is a database of Weir itself')
    const other = join(folder, 'other.db')
    await makeOlderDatabase(other, 'new-api', NEW_API_ROWS)
    await expect(run(other)).rejects.toThrow('the source has changed since or is another one')
    expect(query('select count(*) from users')).toEqual([8])
  })

  it('ends with the code 1 when a sum differs', async () => {
    const rich = { id: 9, username: 'rich', password: '', role: 1, status: 1, quota: 9_007_199_254_740_993n, used_quota: 0 }
    await makeOlderDatabase(source, 'one-api', { ...ONE_API_ROWS, users: [...(ONE_API_ROWS['users'] ?? []), rich] })
    const child = Bun.spawn([process.execPath, MAIN, 'import', source], {
      env: { ...process.env, DATA_DIR: join(folder, 'data') },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    expect(await new Response(child.stdout).text()).toContain('DIFFERENT')
    expect(await child.exited).toBe(1)
  })

  it('is whole after it was killed in the middle and run again', async () => {
    await makeOlderDatabase(source, 'one-api', manyLogs())
    const child = Bun.spawn([process.execPath, MAIN, 'import', source, '--logs', 'since=2026-01-01'], {
      env: { ...process.env, DATA_DIR: join(folder, 'data') },
      stdout: 'ignore',
      stderr: 'ignore',
    })
    const target = join(folder, 'data/weir.db')
    const hasBegun = (): true | undefined => {
      if (!existsSync(target) || query("select 1 from sqlite_master where name = 'log_sum_state'").length === 0) return undefined
      return query("select through_id from log_sum_state where name = 'imported'").length > 0 ? true : undefined
    }
    await eventually('the first rows of the log', hasBegun)
    child.kill('SIGKILL')
    await child.exited
    const { text, areSumsEqual } = await run(source, '--logs', 'since=2026-01-01')
    expect(areSumsEqual).toBe(true)
    expect(text).toStartWith('The accounts were here already and are as they were.')
    expect(query('select count(*), sum(quota), count(distinct created_at) from logs')).toEqual([MANY, 2 * MANY, MANY])
    expect(query('select count(*) from users')).toEqual([8])
    expect((await verifyLedger(config())).text).toBe('All balances agree with the ledger.')
  })
})
