import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transact } from '../database.ts'
import { StoreLocked } from '../errors.ts'
import { openSqlite } from './sqlite.ts'

const HELD_MS = 400
/** Far less than the lock is held, far more than a busy machine is late. */
const LATE_MS = 200

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const openPair = () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-lock-'))
  folders.push(folder)
  const path = join(folder, 'shared.db')
  const engine = openSqlite(path)
  const other = new Database(path)
  other.run('create table notes (text text)')
  return { engine, other }
}

/** How late a timer of 1 ms came at worst. */
const watchLoop = () => {
  let worst = 0
  let last = performance.now()
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - last)
    last = performance.now()
  }, 1)
  return () => {
    clearInterval(timer)
    return worst
  }
}

describe('a file that another process has locked', () => {
  it('is waited for, while this process goes on', async () => {
    const { engine, other } = openPair()
    other.run('begin immediate')
    setTimeout(() => other.run('commit'), HELD_MS)
    const stop = watchLoop()
    const startedAt = performance.now()
    await transact(
      engine,
      (function* () {
        yield { sql: "insert into notes values ('one')", params: [] }
      })(),
    )
    const waited = performance.now() - startedAt
    expect(stop()).toBeLessThan(LATE_MS)
    expect(waited).toBeGreaterThan(HELD_MS / 2)
    expect(other.query('select text from notes').all()).toEqual([{ text: 'one' }])
    await engine.close()
  })

  it('is waited for by single statements, too', async () => {
    const { engine, other } = openPair()
    other.run('begin immediate')
    setTimeout(() => other.run('commit'), HELD_MS)
    const link = await engine.open()
    await link.query("insert into notes values ('two')", [])
    link.release()
    expect(other.query('select text from notes').all()).toEqual([{ text: 'two' }])
    await engine.close()
  })

  it('is given up after five seconds, and used again when it is free', async () => {
    const { engine, other } = openPair()
    const insert = () =>
      transact(
        engine,
        (function* () {
          yield { sql: "insert into notes values ('three')", params: [] }
        })(),
      )
    other.run('begin immediate')
    await expect(insert()).rejects.toBeInstanceOf(StoreLocked)
    other.run('rollback')
    await insert()
    expect(other.query('select text from notes').all()).toEqual([{ text: 'three' }])
    await engine.close()
  }, 20_000)
})
