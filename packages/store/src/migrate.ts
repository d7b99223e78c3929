import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { StoreMissing, StoreTooNew, StoreUnavailable, WrongKey, WrongLogDatabase } from './errors.ts'
import { migrations } from './migrations/all.ts'
import { startKeyedTable, type MigrationContext } from './migrations/table-builder.ts'
import { refuseHalfRestored } from './restore-mark.ts'
import type { Schema } from './schema.ts'
import type { Keyring } from './vault.ts'

export const KEY_CHECK_OPTION = 'key_check'
const KEY_CHECK_PLACE = `options.value.${KEY_CHECK_OPTION}`
const KEY_CHECK_TEXT = 'weir'

/** Whether one of the keys is the one that the database was sealed with. */
export const opensKeyCheck = (keyring: Keyring, sealed: string): boolean => keyring.beginWith('key-check', KEY_CHECK_PLACE, sealed)

const checkKey = async (db: Kysely<Schema>, keyring: Keyring): Promise<void> => {
  const row = await db.selectFrom('options').select('value').where('name', '=', KEY_CHECK_OPTION).executeTakeFirst()
  if (row === undefined) throw new WrongKey('the database has no key check; it was not written by this program')
  if (!opensKeyCheck(keyring, row.value))
    throw new WrongKey('the root key is not the one this database was sealed with; nothing was changed')
}

export const appliedNames = async (db: Kysely<Schema>): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom('migrations').select('name').execute()).map((row) => row.name))

/** Throws `StoreMissing` for a database that was never migrated, and changes nothing. */
export const requireMigrated = async ({ kysely }: Database): Promise<void> => {
  const applied = await appliedNames(kysely).catch((cause: unknown) => {
    // Each database words a missing table in its own way; only an unreachable database is another matter.
    if (cause instanceof StoreUnavailable) throw cause
    return new Set<string>()
  })
  if (applied.size === 0) throw new StoreMissing('this database holds no data of Weir: check DATA_DIR, SQLITE_PATH and SQL_DSN')
}

export const createMigrationsTable = ({ db, engine }: MigrationContext): Promise<void> =>
  startKeyedTable({ db, engine }, 'migrations', 'name')
    .addColumn('applied_at', engine.columns.epoch, (column) => column.notNull())
    .execute()

interface Upgrade {
  readonly nowSeconds: number
  /** Throws for a database that is not the right one, before any change. */
  readonly check: (db: Kysely<Schema>) => Promise<void>
  readonly afterFirst: (db: Kysely<Schema>) => Promise<void>
}

const upgrade = async ({ engine, kysely }: Database, { nowSeconds, check, afterFirst }: Upgrade): Promise<void> => {
  await engine.underMigrationLock(kysely, async (db) => {
    await createMigrationsTable({ db, engine })
    const applied = await appliedNames(db)
    refuseHalfRestored(applied)
    const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name))
    if (unknown.length > 0)
      throw new StoreTooNew(`the database is newer than this program: it has ${unknown.join(', ')}; update the program`)
    if (applied.size > 0) await check(db)
    for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
      await migration.up({ db, engine })
      if (applied.size === 0 && migration === migrations[0]) await afterFirst(db)
      await db.insertInto('migrations').values({ name: migration.name, applied_at: nowSeconds }).execute()
    }
  })
}

/** Brings the schema up to date. Refuses, before any change, a database of a later version or of another root key. */
export const migrate = (database: Database, keyring: Keyring, nowSeconds: number): Promise<void> =>
  upgrade(database, { nowSeconds, check: (db) => checkKey(db, keyring), afterFirst: (db) => sealKeyCheck(db, keyring) })

/** The same tables without a root key: nothing in a database for the log is sealed. Refuses one that is more than that. */
export const migrateForLog = (database: Database, nowSeconds: number): Promise<void> =>
  upgrade(database, {
    nowSeconds,
    check: async (db) => {
      if ((await db.selectFrom('options').select('name').where('name', '=', KEY_CHECK_OPTION).execute()).length > 0)
        throw new WrongLogDatabase(
          'LOG_SQL_DSN names a database that holds a whole installation of Weir: name an empty one, which is for the log alone',
        )
    },
    afterFirst: () => Promise.resolve(),
  })

/** Before the first migration is recorded: a start that dies in between is repeated, not refused. */
const sealKeyCheck = async (db: Kysely<Schema>, { vault }: Keyring): Promise<void> => {
  await db.deleteFrom('options').where('name', '=', KEY_CHECK_OPTION).execute()
  const value = vault.seal('key-check', KEY_CHECK_PLACE, KEY_CHECK_TEXT)
  await db.insertInto('options').values({ name: KEY_CHECK_OPTION, value, is_sealed: true }).execute()
}
