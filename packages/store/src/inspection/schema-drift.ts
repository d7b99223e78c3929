import type { Source } from '../dialect/source/source.ts'
import { madeColumns } from '../dump/made-columns.ts'

/** Where tables are not what the migrations make of them, as `table.column`. Somebody has changed them by hand. */
export interface SchemaDrift {
  readonly missing: readonly string[]
  readonly foreign: readonly string[]
}

/** None, where the migrations are not those of this program. */
export const findDrift = async (source: Source, applied: readonly string[]): Promise<SchemaDrift> => {
  const [missing, foreign]: [string[], string[]] = [[], []]
  for (const [table, made] of (await madeColumns(applied)) ?? []) {
    const found = await source.columnsOf(table)
    missing.push(...[...made].filter((column) => !found.has(column)).map((column) => `${table}.${column}`))
    foreign.push(...[...found].filter((column) => !made.has(column)).map((column) => `${table}.${column}`))
  }
  return { missing, foreign }
}
