import { Database } from 'bun:sqlite'
import { SQL } from 'bun'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, type Environment } from './product.ts'

/** A database of its own for one suite, with the data folder of the server that uses it. */
export interface FreshDatabase {
  readonly dataDir: string
  readonly environment: Environment
  /** Reads past the product: what is really in the tables. */
  count(table: string): Promise<number>
  /** The rows of a query, past the product. */
  read(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Changes the tables past the product. */
  run(statement: string): Promise<void>
  drop(): Promise<void>
}

export interface DatabaseKind {
  readonly name: string
  fresh(): Promise<FreshDatabase>
}

const freshSqlite = (): Promise<FreshDatabase> => {
  const dataDir = temporaryFolder()
  return Promise.resolve({
    dataDir,
    environment: {},
    count: (table) => {
      using file = new Database(join(dataDir, 'weir.db'), { readonly: true })
      return Promise.resolve(file.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()?.n ?? 0)
    },
    read: (statement) => {
      using file = new Database(join(dataDir, 'weir.db'), { readonly: true })
      return Promise.resolve(file.query<Record<string, unknown>, []>(statement).all())
    },
    run: (statement) => {
      using file = new Database(join(dataDir, 'weir.db'))
      file.run('pragma busy_timeout = 30000')
      file.run(statement)
      return Promise.resolve()
    },
    drop: () => Promise.resolve(rmSync(dataDir, { recursive: true, force: true })),
  })
}

const query = async (url: string, statement: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const sql = new SQL(url, { max: 1 })
  try {
    return (await sql.unsafe(statement)) as readonly Readonly<Record<string, unknown>>[]
  } finally {
    await sql.close()
  }
}

const freshOnServer = async (url: string, dropSuffix: string): Promise<FreshDatabase> => {
  const name = `weir_e2e_${crypto.randomUUID().replaceAll('-', '')}`
  await query(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const dataDir = temporaryFolder()
  return {
    dataDir,
    environment: { SQL_DSN: own.href },
    count: async (table) => Number((await query(own.href, `select count(*) as n from ${table}`))[0]?.['n']),
    read: (statement) => query(own.href, statement),
    run: async (statement) => {
      await query(own.href, statement)
    },
    drop: async () => {
      rmSync(dataDir, { recursive: true, force: true })
      await query(url, `drop database ${name}${dropSuffix}`)
    },
  }
}

const serverKind = (name: string, url: string | undefined, dropSuffix: string): readonly DatabaseKind[] =>
  url === undefined || url === '' ? [] : [{ name, fresh: () => freshOnServer(url, dropSuffix) }]

/** SQLite always; the others where their address is set. */
export const databases: readonly DatabaseKind[] = [
  { name: 'SQLite', fresh: freshSqlite },
  ...serverKind('PostgreSQL', process.env['TEST_POSTGRES_URL'], ' with (force)'),
  ...serverKind('MariaDB', process.env['TEST_MYSQL_URL'], ''),
]
