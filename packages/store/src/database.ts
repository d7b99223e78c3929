import { Kysely } from 'kysely'
import type { Engine, Link } from './dialect/engine.ts'
import { createLinkDialect } from './dialect/link-dialect.ts'
import { openMysql } from './dialect/mysql.ts'
import { openPostgres } from './dialect/postgres.ts'
import { openSqlite } from './dialect/sqlite.ts'
import type { DatabaseAddress } from './dsn.ts'
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

/** A transaction of hand-written statements, for the paths where building a query costs more than running it. */
export const transact = async <T>(engine: Engine, work: (link: Link) => Promise<T>): Promise<T> => {
  const link = await engine.open()
  try {
    await link.query(engine.beginSql, [])
    const value = await work(link)
    await link.query('commit', [])
    return value
  } catch (error) {
    await link.query('rollback', []).catch(() => undefined)
    throw error
  } finally {
    link.release()
  }
}
