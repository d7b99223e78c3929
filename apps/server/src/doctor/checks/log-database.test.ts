import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogType } from '@weir/contract/log'
import { parseLogDsn, type DatabaseAddress } from '@weir/store/dsn'
import { openStore } from '@weir/store/open-store'
import { checkLogDatabase } from './log-database.ts'

let root = ''
const at = (name: string): string => join(root, name)
const main = (name: string): DatabaseAddress => ({ kind: 'sqlite', path: at(name) })
const open = (name: string, logDsn: string) =>
  openStore({ dsn: '', sqlitePath: at(name), logDsn, rootKey: new Uint8Array(32), nodeId: 'node-1', clock: Date.now })

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'weir-doctor-log-'))
  const store = await open('apart.db', at('log.db'))
  await store.logs.add({ userId: 1, username: 'root', type: LogType.system, content: 'one' })
  await store.logMover?.advance()
  await store.logs.add({ userId: 1, username: 'root', type: LogType.system, content: 'two' })
  await store.close()
  await (await open('whole.db', '')).close()
})

afterAll(() => rmSync(root, { recursive: true }))

const told = async (name: string, logDsn: string) =>
  (await checkLogDatabase({ main: main(name), log: parseLogDsn(logDsn) })).map(({ status, seen }) => `${status}: ${seen}`)

describe('what the doctor says of a database for the log', () => {
  it('is nothing where there is none', async () => {
    expect(await told('whole.db', '')).toEqual([])
  })

  it('tells that it answers, and how many rows wait for it', async () => {
    expect(await told('apart.db', at('log.db'))).toEqual([`ok: ${at('log.db')} answers, 1 row waits in the main database`])
  })

  it('is a fault where it is not named, not the one, or another installation has it', async () => {
    expect(await told('apart.db', '')).toEqual([`fault: the log is in ${at('log.db')}, and LOG_SQL_DSN is not set`])
    expect(await told('apart.db', at('whole.db'))).toEqual([`fault: ${at('whole.db')} is not the one that has the log, ${at('log.db')}`])
    expect(await told('whole.db', at('log.db'))).toEqual([`fault: ${at('log.db')} has the log of another installation`])
  })

  it('is a fault where it does not answer', async () => {
    const [line = ''] = await told('apart.db', 'postgres://u:p@127.0.0.1:1/logs')
    expect(line).toStartWith('fault: PostgreSQL logs at 127.0.0.1:1 cannot be read: ')
    expect(line).toEndWith('; requests go on, and rows wait in the main database')
  })
})
