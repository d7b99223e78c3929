import type { Source, SourceColumn, SourceRow } from '../dialect/source/source.ts'
import { StoreMissing } from '../errors.ts'
import { KEY_CHECK_OPTION } from '../migrate.ts'
import { refuseHalfRestored } from '../restore-mark.ts'
import { DUMP_FORMAT, renderEnd, renderHeader, renderStart, renderSum, type AppliedMigration, type DumpHeader } from './dump-line.ts'
import { dumpedTables, isNumbered, type DumpedTable } from './dumped-tables.ts'
import { writeValue } from './dump-value.ts'
import { TableDigest, type TableSum } from './table-digest.ts'

export interface DumpOptions extends Pick<DumpHeader, 'version' | 'rootKeys'> {
  readonly createdAt: Date
  /** Told after every table. */
  readonly onTable?: (sum: TableSum) => void
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

/** By name: migrations may have added them in another order elsewhere. */
const columnsOf = async (source: Source, table: DumpedTable): Promise<readonly SourceColumn[]> =>
  (await source.describe(table)).toSorted((a, b) => (a.name < b.name ? -1 : 1))

const renderRow = (table: string, columns: readonly SourceColumn[], row: SourceRow): string =>
  `[${columns.map(({ name, kind }) => writeValue(kind, row[name], `${table}.${name}`)).join(',')}]`

interface TableReader {
  readonly table: DumpedTable
  readonly columns: readonly SourceColumn[]
  readonly digest: TableDigest
}

async function* rowLines(source: Source, { table, columns, digest }: TableReader): AsyncGenerator<readonly string[]> {
  const names = columns.map(({ name }) => source.quote(name)).join(', ')
  for await (const page of source.pages(`select ${names} from ${source.quote(table)}`)) {
    const lines = page.map((row) => renderRow(table, columns, row))
    for (const line of lines) digest.add(line)
    yield lines
  }
}

/** Every table of the database, one after the other. */
async function* tableLines(source: Source, onSum: (sum: TableSum) => void): AsyncGenerator<readonly string[]> {
  for (const table of dumpedTables) {
    const columns = await columnsOf(source, table)
    // An older version had no such table.
    if (columns.length === 0) continue
    const next = isNumbered(table) ? await source.nextNumber(table) : 0n
    yield [renderStart({ table, columns, next })]
    const digest = new TableDigest()
    yield* rowLines(source, { table, columns, digest })
    const sum = digest.sumOf(table)
    onSum(sum)
    yield [renderSum(sum)]
  }
}

/** What the tables hold at one moment, without their rows. */
export const sumTables = (source: Source): Promise<readonly TableSum[]> =>
  source.readTogether(async () => {
    const sums: TableSum[] = []
    for (const table of dumpedTables) {
      const columns = await columnsOf(source, table)
      if (columns.length === 0) continue
      const digest = new TableDigest()
      // Read to the end for the sum alone.
      for await (const lines of rowLines(source, { table, columns, digest })) void lines
      sums.push(digest.sumOf(table))
    }
    return sums
  })

async function* linesOf(source: Source, options: DumpOptions): AsyncGenerator<readonly string[]> {
  const sums: TableSum[] = []
  const { version, rootKeys, createdAt } = options
  const migrations = await readMigrations(source)
  const header = { format: DUMP_FORMAT, version, createdAt: createdAt.toISOString(), migrations, rootKeys }
  const hash = new Bun.CryptoHasher('sha256')
  const hashed = (lines: readonly string[]): readonly string[] => {
    hash.update(`${lines.join('\n')}\n`)
    return lines
  }
  yield hashed([renderHeader({ ...header, keyCheck: await readKeyCheck(source) })])
  for await (const lines of tableLines(source, (sum) => {
    sums.push(sum)
    options.onTable?.(sum)
  }))
    yield hashed(lines)
  yield [renderEnd({ tables: sums.length, rows: sums.reduce((rows, sum) => rows + sum.rows, 0), sha256: hash.digest('hex') })]
}

/** The whole database as it is at one moment, some lines at a time, each with its end. Servers may write meanwhile. */
export async function* dumpDatabase(source: Source, options: DumpOptions): AsyncGenerator<string> {
  const begun = Promise.withResolvers<undefined>()
  const ended = Promise.withResolvers<undefined>()
  const snapshot = source.readTogether(async () => {
    begun.resolve(undefined)
    await ended.promise
  })
  let isWhole = false
  try {
    await Promise.race([begun.promise, snapshot])
    for await (const lines of linesOf(source, options)) yield `${lines.join('\n')}\n`
    isWhole = true
  } finally {
    ended.resolve(undefined)
    // Whoever stops taking lines has a reason of its own, which is the one to tell.
    await (isWhole ? snapshot : snapshot.catch(() => undefined))
  }
}
