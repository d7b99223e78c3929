import { Database, SQLiteError } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnavailable, firstLine } from '../errors.ts'

const LOCK_PATIENCE_MS = 30_000
const OWNER_ONLY = 0o600

const createEmpty = (path: string): void => closeSync(openSync(path, 'wx', OWNER_ONLY))

const flush = (path: string): void => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const copyInto = (source: string, target: string): void => {
  const database = new Database(source, { readwrite: true, create: false })
  try {
    database.run(`PRAGMA busy_timeout = ${LOCK_PATIENCE_MS}`)
    // One read transaction over the file and its log: what other processes commit meanwhile is not in the copy, not even in part.
    database.run('VACUUM INTO ?', [target])
  } finally {
    database.close()
  }
}

const refuseDamaged = (path: string): void => {
  const copy = new Database(path, { readonly: true })
  try {
    const [row] = copy.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all()
    if (row?.quick_check !== 'ok') throw new StoreUnavailable(`the copy is damaged: ${row?.quick_check ?? 'no answer'}`)
  } finally {
    copy.close()
  }
}

/**
 * A consistent copy of a database that other processes may be writing to. Throws EEXIST when the target is there. The copy gets its name at
 * the end: what a killed backup leaves is an empty file, and never one that looks whole.
 */
export const backUpSqlite = (source: string, target: string): void => {
  createEmpty(target)
  const partial = `${target}.partial`
  try {
    rmSync(partial, { force: true })
    createEmpty(partial)
    copyInto(source, partial)
    refuseDamaged(partial)
    flush(partial)
    renameSync(partial, target)
    flush(dirname(target))
  } catch (error) {
    rmSync(partial, { force: true })
    rmSync(target, { force: true })
    throw error instanceof SQLiteError ? new StoreUnavailable(`SQLite: ${firstLine(error)}`, { cause: error }) : error
  }
}
