import { type Kysely } from 'kysely'
import { openDatabase, type Database } from '../database.ts'
import type { Engine, Value } from '../dialect/engine.ts'
import { openSource } from '../dialect/source/open-source.ts'
import type { DatabaseAddress } from '../dsn.ts'
import { StoreTooNew, StoreUnavailable, firstLine } from '../errors.ts'
import { insertRows } from '../insert-rows.ts'
import { appliedNames, createMigrationsTable } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import { isRestoreMark, restoreMarkOf } from '../restore-mark.ts'
import type { Schema } from '../schema.ts'
import { BadDump } from './bad-dump.ts'
import type { DumpHeader, TableStart } from './dump-line.ts'
import { dumpedTables, findDumpedTable, isNumbered } from './dumped-tables.ts'
import { readDump, type DumpConsumer, type DumpContent } from './read-dump.ts'
import { firstDifference, type TableSum } from './table-digest.ts'
import { sumTables } from './write-dump.ts'

/** The target holds something already. Nothing was written. */
export class RestoreTargetOccupied extends Error {
  override readonly name = 'RestoreTargetOccupied'
  /** One of those it has. */
  readonly table: string

  constructor(table: string) {
    super(`the target has the table ${table}`)
    this.table = table
  }
}

/** What was written is not what the dump holds. The target stays refused until a restore succeeds. */
export class RestoreFailed extends Error {
  override readonly name = 'RestoreFailed'
}

/** Where a database cannot make tables inside a transaction, every few rows are one of their own. */
const together = async (db: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<void>): Promise<void> => {
  if (db.isTransaction) await work(db)
  else await db.transaction().execute(work)
}

/** What an earlier restore left half done goes; anything else is somebody's. The mark stands before the first table goes. */
const claimTarget = async ({ engine }: Database, db: Kysely<Schema>, mark: string): Promise<void> => {
  const names = await engine.tableNames(db)
  const applied = names.has('migrations') ? await appliedNames(db) : new Set<string>()
  const isHalf = [...applied].some(isRestoreMark)
  const present = dumpedTables.filter((table) => names.has(table))
  if (!isHalf && (applied.size > 0 || present.length > 0)) throw new RestoreTargetOccupied(present[0] ?? 'migrations')
  await createMigrationsTable({ db, engine })
  await db.insertInto('migrations').values({ name: mark, applied_at: 0 }).execute()
  await db.deleteFrom('migrations').where('name', '!=', mark).execute()
  for (const table of present) await db.schema.dropTable(table).execute()
}

/** The tables as they were when the dump was written; the next start of a server brings them up to date. */
const createTables = async ({ engine }: Database, db: Kysely<Schema>, header: DumpHeader): Promise<void> => {
  const wanted = new Set(header.migrations.map(({ name }) => name))
  for (const migration of migrations) if (wanted.has(migration.name)) await migration.up({ db, engine })
  const names = await engine.tableNames(db)
  // Migrations write rows of their own.
  for (const table of dumpedTables) if (names.has(table)) await db.deleteFrom(table).execute()
}

class DumpLoader implements DumpConsumer {
  readonly #engine: Engine
  readonly #db: Kysely<Schema>
  readonly #onTable: (sum: TableSum) => void
  #start: TableStart | undefined

  constructor(engine: Engine, db: Kysely<Schema>, onTable: (sum: TableSum) => void) {
    this.#engine = engine
    this.#db = db
    this.#onTable = onTable
  }

  header(): Promise<void> {
    return Promise.resolve()
  }

  table(start: TableStart): Promise<void> {
    if (findDumpedTable(start.table) === undefined)
      throw new BadDump(`the backup has a table ${start.table}, which this program does not know`)
    this.#start = start
    return Promise.resolve()
  }

  async rows(rows: readonly (readonly Value[])[]): Promise<void> {
    const { table = '', columns = [] } = this.#start ?? {}
    const names = columns.map(({ name }) => name)
    try {
      await together(this.#db, (db) =>
        insertRows(db, this.#engine, {
          table,
          columns: names,
          rows: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
        }),
      )
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause
      throw new RestoreFailed(`a row of ${table} cannot be written: ${firstLine(cause)}`, { cause })
    }
  }

  async tableEnd(sum: TableSum): Promise<void> {
    const table = findDumpedTable(sum.table)
    const next = this.#start?.next ?? 0n
    if (table !== undefined && isNumbered(table) && next > 0n) await this.#engine.numberFrom(this.#db, table, next)
    this.#onTable(sum)
  }
}

const refuseTooNew = ({ migrations: applied, version }: DumpHeader): void => {
  const unknown = applied.map(({ name }) => name).filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new StoreTooNew(
      `the backup was written by version ${version}, which is newer than this program: it has ${unknown.join(', ')}; update the program`,
    )
}

const requireSame = async (address: DatabaseAddress, expected: readonly TableSum[]): Promise<void> => {
  const source = await openSource(address)
  try {
    const difference = firstDifference(expected, await sumTables({ main: source }))
    if (difference !== undefined) throw new RestoreFailed(`what was written differs from what was read: ${difference}`)
  } finally {
    await source.close()
  }
}

/** From now on servers may start on it. */
const release = async ({ engine, kysely }: Database, mark: string, header: DumpHeader): Promise<void> =>
  await engine.underMigrationLock(kysely, (locked) =>
    together(locked, async (db) => {
      const { numDeletedRows } = await db.deleteFrom('migrations').where('name', '=', mark).executeTakeFirstOrThrow()
      if (numDeletedRows !== 1n) throw new RestoreFailed('another weir restore or weir move into this database has begun meanwhile')
      // They serve the database that was copied; what they held here is to be given back.
      await db.deleteFrom('nodes').execute()
      for (const { name, appliedAt } of header.migrations)
        await db.insertInto('migrations').values({ name, applied_at: appliedAt }).execute()
    }),
  )

export interface RestoreOptions {
  readonly target: DatabaseAddress
  readonly chunks: AsyncIterable<Uint8Array | string>
  /** Before anything is written; what it throws leaves the target as it was. */
  readonly onHeader: (header: DumpHeader) => Promise<void>
  readonly onTable: (sum: TableSum) => void
  /** After everything was read, and before servers may start on it. */
  readonly beforeRelease?: () => Promise<void>
}

/**
 * Fills an empty database. Killed at any moment it leaves one that is empty, or one that every server refuses and the next restore empties:
 * the mark goes with the last step, after every table was read back and compared.
 */
export const restoreDump = async ({ target, chunks, onHeader, onTable, beforeRelease }: RestoreOptions): Promise<DumpContent> => {
  const mark = restoreMarkOf(crypto.randomUUID())
  const database = openDatabase(target)
  const { engine, kysely } = database
  try {
    const content = await engine.underMigrationLock(kysely, async (locked) => {
      const loader = new DumpLoader(engine, locked, onTable)
      return await readDump(chunks, {
        header: async (header) => {
          refuseTooNew(header)
          await onHeader(header)
          await claimTarget(database, locked, mark)
          await createTables(database, locked, header)
        },
        table: (start) => loader.table(start),
        rows: (rows) => loader.rows(rows),
        tableEnd: (sum) => loader.tableEnd(sum),
      })
    })
    await requireSame(target, content.sums)
    await beforeRelease?.()
    await release(database, mark, content.header)
    return content
  } finally {
    await kysely.destroy()
  }
}
