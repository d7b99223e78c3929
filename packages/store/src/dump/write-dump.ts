import type { Source, SourceColumn, SourceRow } from '../dialect/source/source.ts'
import { StoreMissing } from '../errors.ts'
import { KEY_CHECK_OPTION } from '../migrate.ts'
import { refuseHalfRestored } from '../restore-mark.ts'
import { DUMP_FORMAT, renderEnd, renderHeader, renderStart, renderSum, type AppliedMigration, type DumpHeader } from './dump-line.ts'
import { readParts, readTogether, type DumpParts, type DumpSources } from './dump-parts.ts'
import { dumpedTables, isNumbered, type DumpedTable } from './dumped-tables.ts'
import { writeValue } from './dump-value.ts'
import { madeColumns } from './made-columns.ts'
import { TableDigest, type TableSum } from './table-digest.ts'

export interface DumpOptions extends Pick<DumpHeader, 'version' | 'rootKeys'> {
  readonly createdAt: Date
  /** Told after every table. */
  readonly onTable?: (sum: TableSum) => void
  /** Told of every column that is not of this program, as `table.column`. */
  readonly onLeftOut?: (column: string) => void
}

const readMigrations = async (source: Source): Promise<readonly AppliedMigration[]> => {
  const hasTable = (await source.columnsOf('migrations')).size > 0
  const rows = hasTable ? await source.query('select name, applied_at from migrations order by name') : []
  if (rows.length === 0) throw new StoreMissing('this database holds no data of Weir: check DATA_DIR, SQLITE_PATH and SQL_DSN')
  const migrations = rows.map((row) => ({ name: String(row['name']), appliedAt: Number(row['applied_at']) }))
  refuseHalfRestored(migrations.map(({ name }) => name))
  return migrations
}

const readKeyCheck = async (source: Source): Promise<string> => {
  const [row] = await source.query(`select value from options where name = '${KEY_CHECK_OPTION}'`)
  return String(row?.['value'] ?? '')
}

type ColumnsOf = (table: DumpedTable) => Promise<readonly SourceColumn[]>

/**
 * By name: migrations may have added them in another order elsewhere. Without those that somebody has added by hand: the tables that a
 * restore makes have no place for them.
 */
const columnsIn = async (source: Source, onLeftOut?: DumpOptions['onLeftOut']): Promise<ColumnsOf> => {
  const made = await madeColumns((await source.query('select name from migrations')).map((row) => String(row['name'])))
  return async (table) => {
    const columns = (await source.describe(table)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const isMade = ({ name }: SourceColumn): boolean => made?.get(table)?.has(name) ?? true
    for (const column of columns) if (!isMade(column)) onLeftOut?.(`${table}.${column.name}`)
    return columns.filter(isMade)
  }
}

const renderRow = (table: string, columns: readonly SourceColumn[], row: SourceRow): string =>
  `[${columns.map(({ name, kind }) => writeValue(kind, row[name], `${table}.${name}`)).join(',')}]`

interface TableReader {
  readonly table: DumpedTable
  readonly columns: readonly SourceColumn[]
  readonly digest: TableDigest
}

async function* rowLines(parts: DumpParts, { table, columns, digest }: TableReader): AsyncGenerator<readonly string[]> {
  for (const { source, where } of parts.of(table)) {
    const names = columns.map(({ name }) => source.quote(name)).join(', ')
    const condition = where === '' ? '' : ` where ${where}`
    for await (const page of source.pages(`select ${names} from ${source.quote(table)}${condition}`)) {
      const lines = page.map((row) => renderRow(table, columns, row))
      for (const line of lines) digest.add(line)
      yield lines
    }
  }
}

/** Every table of the database, one after the other. */
async function* tableLines(
  sources: DumpSources,
  { onTable, onLeftOut }: Pick<DumpOptions, 'onTable' | 'onLeftOut'>,
): AsyncGenerator<readonly string[]> {
  const parts = await readParts(sources)
  const columnsOf = await columnsIn(sources.main, onLeftOut)
  for (const table of dumpedTables) {
    const columns = await columnsOf(table)
    // An older version had no such table.
    if (columns.length === 0) continue
    const next = isNumbered(table) ? await parts.nextNumber(table) : 0n
    yield [renderStart({ table, columns, next })]
    const digest = new TableDigest()
    yield* rowLines(parts, { table, columns, digest })
    const sum = digest.sumOf(table)
    onTable?.(sum)
    yield [renderSum(sum)]
  }
}

/** What the tables hold at one moment, without their rows. */
export const sumTables = (sources: DumpSources): Promise<readonly TableSum[]> =>
  readTogether(sources, async () => {
    const sums: TableSum[] = []
    const parts = await readParts(sources)
    const columnsOf = await columnsIn(sources.main)
    for (const table of dumpedTables) {
      const columns = await columnsOf(table)
      if (columns.length === 0) continue
      const digest = new TableDigest()
      // Read to the end for the sum alone.
      for await (const lines of rowLines(parts, { table, columns, digest })) void lines
      sums.push(digest.sumOf(table))
    }
    return sums
  })

async function* linesOf(sources: DumpSources, options: DumpOptions): AsyncGenerator<readonly string[]> {
  const sums: TableSum[] = []
  const { version, rootKeys, createdAt } = options
  const migrations = await readMigrations(sources.main)
  const header = { format: DUMP_FORMAT, version, createdAt: createdAt.toISOString(), migrations, rootKeys }
  const hash = new Bun.CryptoHasher('sha256')
  const hashed = (lines: readonly string[]): readonly string[] => {
    hash.update(`${lines.join('\n')}\n`)
    return lines
  }
  yield hashed([renderHeader({ ...header, keyCheck: await readKeyCheck(sources.main) })])
  const onTable = (sum: TableSum): void => {
    sums.push(sum)
    options.onTable?.(sum)
  }
  for await (const lines of tableLines(sources, { ...options, onTable })) yield hashed(lines)
  yield [renderEnd({ tables: sums.length, rows: sums.reduce((rows, sum) => rows + sum.rows, 0), sha256: hash.digest('hex') })]
}

/** The whole database as it is at one moment, the log included, some lines at a time, each with its end. Servers may write meanwhile. */
export async function* dumpDatabase(sources: DumpSources, options: DumpOptions): AsyncGenerator<string> {
  const begun = Promise.withResolvers<undefined>()
  const ended = Promise.withResolvers<undefined>()
  const snapshot = readTogether(sources, async () => {
    begun.resolve(undefined)
    await ended.promise
  })
  let isWhole = false
  try {
    await Promise.race([begun.promise, snapshot])
    for await (const lines of linesOf(sources, options)) yield `${lines.join('\n')}\n`
    isWhole = true
  } finally {
    ended.resolve(undefined)
    // Whoever stops taking lines has a reason of its own, which is the one to tell.
    await (isWhole ? snapshot : snapshot.catch(() => undefined))
  }
}
