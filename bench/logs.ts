import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@weir/store/database'
import { parseDsn } from '@weir/store/dsn'
import { openStore, type Store } from '@weir/store/open-store'
import { sql } from 'kysely'
import { measureDeletion } from './logs/deletion.ts'
import { fill } from './logs/fill.ts'
import { measureQuestions } from './logs/questions.ts'
import { NOW, ROWS } from './logs/rows.ts'
import { measureStatistics } from './logs/statistics.ts'
import { measureWrites } from './logs/writes.ts'

/**
 * Fills the log with a million rows over sixty days, `BENCH_ROWS` or with `--large` a hundred million, and measures what the console asks for, what it costs to add a row and
 * to delete a month. `--only=questions|statistics|writes|deletion` runs one part. `--keep=<folder>` leaves the filled databases behind, that
 * of SQLite in this folder, and the next run finds them there; the deletion then has to be asked for.
 */

const PARTS: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  questions: measureQuestions,
  statistics: measureStatistics,
  writes: measureWrites,
  deletion: measureDeletion,
}

const valueOf = (option: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${option}=`))?.slice(option.length + 3)

const kept = valueOf('keep')
const only = valueOf('only')
const parts = Object.entries(PARTS).filter(([name]) => (only === undefined ? name !== 'deletion' || kept === undefined : name === only))

interface Target {
  readonly name: string
  readonly dsn: string
  readonly sqlitePath: string
  readonly analyzeSql: string
  readonly isFilled: boolean
}

/** What the databases do by themselves while they are idle. */
const analyze = async ({ dsn, sqlitePath, analyzeSql }: Target): Promise<void> => {
  const { kysely } = openDatabase(parseDsn(dsn, sqlitePath))
  for (const table of ['logs', 'log_sums', 'log_slot_sums', 'log_blocks', 'log_places'])
    await sql.raw(`${analyzeSql} ${table}`).execute(kysely)
  await kysely.destroy()
}

const fillLog = async (target: Target, store: Store): Promise<void> => {
  const from = performance.now()
  const database = openDatabase(parseDsn(target.dsn, target.sqlitePath))
  const indexed = await fill(database, store)
  await database.kysely.destroy()
  console.log(`${target.name}: ${ROWS} rows in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  console.log(`  indexed: ${indexed.toFixed(1)} µs of this process per row`)
  await analyze(target)
}

const run = async (target: Target): Promise<void> => {
  const { dsn, sqlitePath } = target
  const store = await openStore({ dsn, sqlitePath, rootKey: new Uint8Array(32).fill(1), nodeId: 'bench', clock: () => NOW * 1000 })
  if (target.isFilled) console.log(`${target.name}: ${ROWS} rows from before`)
  else await fillLog(target, store)
  for (const [, measurePart] of parts) await measurePart(store)
  await store.close()
}

const servers = [
  { name: 'PostgreSQL', url: process.env['TEST_POSTGRES_URL'] ?? '', analyzeSql: 'vacuum analyze', dropSuffix: ' with (force)' },
  { name: 'MySQL', url: process.env['TEST_MYSQL_URL'] ?? '', analyzeSql: 'analyze table', dropSuffix: '' },
]

const admin = async (url: string, statement: string): Promise<void> => {
  const { kysely } = openDatabase(parseDsn(url, ''))
  try {
    await sql.raw(statement).execute(kysely)
  } finally {
    await kysely.destroy()
  }
}

const hasDatabase = async (url: string): Promise<boolean> => {
  const { kysely } = openDatabase(parseDsn(url, ''))
  try {
    await sql`select 1`.execute(kysely)
    return true
  } catch {
    return false
  } finally {
    await kysely.destroy()
  }
}

const folder = kept ?? mkdtempSync(join(tmpdir(), 'weir-bench-'))
if (kept !== undefined) mkdirSync(kept, { recursive: true })
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
try {
  const sqlitePath = join(folder, `logs-${ROWS}.db`)
  if (isWanted('sqlite')) await run({ name: 'SQLite', dsn: '', sqlitePath, analyzeSql: 'analyze', isFilled: existsSync(sqlitePath) })
  for (const { name, url, analyzeSql, dropSuffix } of servers) {
    if (url === '' || !isWanted(name.toLowerCase())) continue
    const database = `weir_bench_${kept === undefined ? Date.now() : ROWS}`
    const dsn = new URL(url)
    dsn.pathname = `/${database}`
    const isFilled = await hasDatabase(dsn.href)
    if (!isFilled) await admin(url, `create database ${database}`)
    await run({ name, dsn: dsn.href, sqlitePath: '', analyzeSql, isFilled })
    if (kept === undefined) await admin(url, `drop database ${database}${dropSuffix}`)
  }
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true })
}
