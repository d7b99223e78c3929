import { Kysely } from 'kysely'
import type { Engine, Link, Result, Value } from './dialect/engine.ts'
import { createLinkDialect } from './dialect/link-dialect.ts'
import { openMysql } from './dialect/mysql.ts'
import { openPostgres } from './dialect/postgres.ts'
import { openSqlite } from './dialect/sqlite.ts'
import type { DatabaseAddress } from './dsn.ts'
import { StoreLocked } from './errors.ts'
import type { Schema } from './schema.ts'

export interface Database {
  readonly engine: Engine
  readonly kysely: Kysely<Schema>
}

const openEngine = (address: DatabaseAddress): Engine => {
  switch (address.kind) {
    case 'sqlite':
      return openSqlite(address.path)
    case 'postgres':
      return openPostgres(address)
    case 'mysql':
      return openMysql(address)
  }
}

export const openDatabase = (address: DatabaseAddress): Database => {
  const engine = openEngine(address)
  return { engine, kysely: new Kysely<Schema>({ dialect: createLinkDialect(engine) }) }
}

export interface Step {
  readonly sql: string
  readonly params: readonly Value[]
}

/**
 * Hand-written statements, for the paths where building a query costs more than running it. Each is asked for with `yield` and answered with
 * its result, so that the same text runs where an answer is awaited and where it is there at once.
 */
export type Program<T> = Generator<Step, T, Result>

function* untilCommit<T>(program: Program<T>): Program<T> {
  try {
    const value = yield* program
    yield { sql: 'commit', params: [] }
    return value
  } catch (error) {
    try {
      yield { sql: 'rollback', params: [] }
    } catch {
      // The first error is the one worth telling; a connection that cannot roll back is thrown away by its link.
    }
    throw error
  }
}

const runNow = <T>(queryNow: NonNullable<Link['queryNow']>, program: Program<T>): T => {
  let next = program.next()
  while (next.done !== true) {
    let result: Result
    try {
      result = queryNow(next.value.sql, next.value.params)
    } catch (error) {
      next = program.throw(error)
      continue
    }
    next = program.next(result)
  }
  return next.value
}

const runAwaiting = async <T>(link: Link, program: Program<T>): Promise<T> => {
  let next = program.next()
  while (next.done !== true) {
    let result: Result
    try {
      result = await link.query(next.value.sql, next.value.params)
    } catch (error) {
      next = program.throw(error)
      continue
    }
    next = program.next(result)
  }
  return next.value
}

/** At once where the file is free; otherwise the wait lets the process go on. */
const begin = async (link: Link, sql: string): Promise<void> => {
  try {
    link.queryNow?.(sql, [])
    if (link.queryNow !== undefined) return
  } catch (error) {
    if (!(error instanceof StoreLocked)) throw error
  }
  await link.query(sql, [])
}

/** All or nothing. */
export const transact = async <T>(engine: Engine, program: Program<T>): Promise<T> => {
  const link = await engine.open()
  try {
    await begin(link, engine.beginSql)
    const whole = untilCommit(program)
    return link.queryNow === undefined ? await runAwaiting(link, whole) : runNow(link.queryNow, whole)
  } finally {
    link.release()
  }
}
