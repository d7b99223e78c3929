import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, it, spyOn } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transact } from '../database.ts'
import { StoreLocked } from '../errors.ts'
import { openSqlite } from './sqlite.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const openPair = () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-lock-'))
  folders.push(folder)
  const path = join(folder, 'shared.db')
  const engine = openSqlite({ path })
  const other = new Database(path)
  other.run('create table notes (text text)')
  return { engine, other }
}

/** Turns of the event loop, which a wait inside the database would hold up until it gives the lock up. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

/** Lets go of the file once other work had its turns, and tells whether the writer was still waiting then. */
const releaseAfterTurns = async (other: Database, writing: Promise<unknown>): Promise<boolean> => {
  let isWaiting = true
  void Promise.allSettled([writing]).then(() => (isWaiting = false))
  await turns(20)
  const wasWaiting = isWaiting
  other.run('commit')
  await writing
  return wasWaiting
}

describe('a file that another process has locked', () => {
  it('is waited for, while this process goes on', async () => {
    const { engine, other } = openPair()
    other.run('begin immediate')
    const writing = transact(
      engine,
      (function* () {
        yield { sql: "insert into notes values ('one')", params: [] }
      })(),
    )
    expect(await releaseAfterTurns(other, writing)).toBe(true)
    expect(other.query('select text from notes').all()).toEqual([{ text: 'one' }])
    await engine.close()
  })

  it('is waited for by single statements, too', async () => {
    const { engine, other } = openPair()
    other.run('begin immediate')
    const link = await engine.open()
    expect(await releaseAfterTurns(other, link.query("insert into notes values ('two')", []))).toBe(true)
    link.release()
    expect(other.query('select text from notes').all()).toEqual([{ text: 'two' }])
    await engine.close()
  })

  it('is tried after pauses that double, up to a twentieth of a second', async () => {
    const { engine, other } = openPair()
    other.run('begin immediate')
    const pauses: unknown[] = []
    using _sleep = spyOn(Bun, 'sleep').mockImplementation(async (ms) => {
      pauses.push(ms)
      if (pauses.length === 9) other.run('commit')
      await nextTurn()
    })
    const link = await engine.open()
    await link.query("insert into notes values ('late')", [])
    link.release()
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 50, 50, 50])
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
    let nowMs = 1_000
    using _now = spyOn(performance, 'now').mockImplementation(() => nowMs)
    using _sleep = spyOn(Bun, 'sleep').mockImplementation(async (ms) => {
      nowMs += Number(ms)
      await nextTurn()
    })
    expect(await outcomeOf(insert())).toThrow(StoreLocked)
    // The last pause of a twentieth of a second may end late.
    expect(nowMs).toBeWithin(6_000, 6_051)
    other.run('rollback')
    await insert()
    expect(other.query('select text from notes').all()).toEqual([{ text: 'three' }])
    await engine.close()
  })

  it('ST-02 is given up by all who wait for it when the first of them does, and waited for anew some time later', async () => {
    const { engine, other } = openPair()
    const insert = () =>
      transact(
        engine,
        (function* () {
          yield { sql: "insert into notes values ('four')", params: [] }
        })(),
      )
    other.run('begin immediate')
    let nowMs = 1_000
    using _now = spyOn(performance, 'now').mockImplementation(() => nowMs)
    using _sleep = spyOn(Bun, 'sleep').mockImplementation(async (ms) => {
      nowMs += Number(ms)
      await nextTurn()
    })
    const waiting = await Promise.all([1, 2, 3, 4, 5].map(() => outcomeOf(insert())))
    for (const outcome of waiting) expect(outcome).toThrow(StoreLocked)
    expect(nowMs).toBeWithin(6_000, 6_051)
    nowMs = 60_000
    expect(await outcomeOf(insert())).toThrow(StoreLocked)
    expect(nowMs).toBeWithin(65_000, 65_051)
    other.run('rollback')
    await insert()
    other.run('begin immediate')
    expect(await outcomeOf(insert())).toThrow(StoreLocked)
    expect(nowMs).toBeWithin(70_000, 70_102)
    other.run('rollback')
    await engine.close()
  })
})
