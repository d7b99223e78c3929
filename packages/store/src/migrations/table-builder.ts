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
export const startTable = ({ db, engine }: MigrationContext, name: string): Table => {
  const builder = db.schema.createTable(name).ifNotExists()
  return engine.tableSuffix === '' ? builder : builder.modifyEnd(sql.raw(engine.tableSuffix))
}

export const addId = (builder: Table, engine: Engine): Table =>
  builder.addColumn('id', engine.columns.id, (column) =>
    engine.columns.isIdIdentity ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
  )

export const addColumns = (builder: Table, columns: Readonly<Record<string, ColumnType>>): Table =>
  Object.entries(columns).reduce((table, [name, type]) => table.addColumn(name, type, (column) => column.notNull()), builder)

export const addNullableColumns = (builder: Table, columns: Readonly<Record<string, ColumnType>>): Table =>
  Object.entries(columns).reduce((table, [name, type]) => table.addColumn(name, type), builder)
