import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { openDatabase } from '../database.ts'
import { parseDsn } from '../dsn.ts'
import type { Schema } from '../schema.ts'
import { createSqliteTemplate } from './sqlite-template.ts'

export type DatabaseName = 'SQLite' | 'PostgreSQL' | 'MySQL'

export interface FreshDatabase {
  readonly dsn: string
  readonly sqlitePath: string
  drop(): Promise<void>
}

export interface TestDatabases {
  readonly name: DatabaseName
  readonly empty: () => Promise<FreshDatabase>
  /** With all tables: a copy of one that is migrated once in a process, which takes a fifth of the time. */
  readonly migrated: () => Promise<FreshDatabase>
}

type Migrate = (database: Pick<FreshDatabase, 'dsn' | 'sqlitePath'>) => Promise<void>

const newSqlite = (): FreshDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-store-'))
  return { dsn: '', sqlitePath: join(folder, 'test.db'), drop: async () => rmSync(folder, { recursive: true }) }
}

export const sqliteDatabases = (migrate: Migrate): TestDatabases => {
  const copyTemplate = createSqliteTemplate((sqlitePath) => migrate({ dsn: '', sqlitePath }))
  return {
    name: 'SQLite',
    empty: async () => newSqlite(),
    migrated: async () => {
      const database = newSqlite()
      await copyTemplate(database.sqlitePath)
      return database
    },
  }
}

interface ServerKind {
  readonly name: DatabaseName
  readonly dropSuffix: string
  readonly copy: (admin: Kysely<Schema>, source: string, target: string) => Promise<void>
}

const run = async (admin: Kysely<Schema>, statement: string): Promise<void> => {
  await sql.raw(statement).execute(admin)
}

export const postgres: ServerKind = {
  name: 'PostgreSQL',
  dropSuffix: ' with (force)',
  copy: async (admin, source, target) => {
    // A connection that was closed a moment ago would still hold the source.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${source}`.execute(admin)
    await run(admin, `create database ${target} template ${source}`)
  },
}

export const mysql: ServerKind = {
  name: 'MySQL',
  dropSuffix: '',
  copy: async (admin, source, target) => {
    await run(admin, `create database ${target}`)
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = ${source}`.execute(admin)
    for (const { name } of rows) {
      await run(admin, `create table ${target}.${name} like ${source}.${name}`)
      await run(admin, `insert into ${target}.${name} select * from ${source}.${name}`)
    }
  },
}

export const serverDatabases = (kind: ServerKind, adminDsn: string, migrate: Migrate): TestDatabases => {
  const administer = async (work: (admin: Kysely<Schema>) => Promise<void>): Promise<void> => {
    const { kysely } = openDatabase(parseDsn(adminDsn, ''))
    try {
      await kysely.connection().execute(work)
    } finally {
      await kysely.destroy()
    }
  }
  const create = async (
    work: (admin: Kysely<Schema>, name: string) => Promise<void>,
  ): Promise<FreshDatabase & { readonly name: string }> => {
    const name = `weir_${crypto.randomUUID().replaceAll('-', '')}`
    await administer((admin) => work(admin, name))
    const url = new URL(adminDsn)
    url.pathname = `/${name}`
    const drop = () => administer((admin) => run(admin, `drop database ${name}${kind.dropSuffix}`))
    return { name, dsn: url.href, sqlitePath: '', drop }
  }
  const empty = () => create((admin, name) => run(admin, `create database ${name}`))
  const openTemplate = async (): Promise<string> => {
    const template = await empty()
    await migrate(template)
    return template.name
  }
  let template: Promise<string> | undefined
  return {
    name: kind.name,
    empty,
    migrated: async () => {
      const source = await (template ??= openTemplate())
      return create((admin, name) => kind.copy(admin, source, name))
    },
  }
}
