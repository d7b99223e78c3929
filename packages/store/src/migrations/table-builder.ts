import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { ColumnType } from '../dialect/column-types.ts'
import type { Engine } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'

type Table = CreateTableBuilder<string, string>

export interface MigrationContext {
  readonly db: Kysely<Schema>
  readonly engine: Engine
}

/** Every statement may meet its own result: a database without transactional DDL can stop half-way through a migration. */
const start = (db: Kysely<Schema>, name: string, suffix: string): Table => {
  const builder = db.schema.createTable(name).ifNotExists()
  return suffix === '' ? builder : builder.modifyEnd(sql.raw(suffix))
}

/** A table of numbered rows; `addId` comes first. */
export const startTable = ({ db, engine }: MigrationContext, name: string): Table => start(db, name, engine.tableSuffix)

/** A table whose key is several of its columns together. */
export const startCompositeTable = ({ db, engine }: MigrationContext, name: string): Table => start(db, name, engine.keyedTableSuffix)

/** A table whose rows are found by a text key. */
export const startKeyedTable = ({ db, engine }: MigrationContext, name: string, key: string): Table =>
  start(db, name, engine.keyedTableSuffix).addColumn(key, engine.columns.shortText, (column) => column.primaryKey().notNull())

export const addId = (builder: Table, engine: Engine): Table =>
  builder.addColumn('id', engine.columns.id, (column) =>
    engine.columns.isIdIdentity ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
  )

export const addColumns = (builder: Table, columns: Readonly<Record<string, ColumnType>>): Table =>
  Object.entries(columns).reduce((table, [name, type]) => table.addColumn(name, type, (column) => column.notNull()), builder)

export const addNullableColumns = (builder: Table, columns: Readonly<Record<string, ColumnType>>): Table =>
  Object.entries(columns).reduce((table, [name, type]) => table.addColumn(name, type), builder)
