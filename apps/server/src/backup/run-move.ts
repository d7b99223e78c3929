import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { counted } from '@weir/contract/values/counted'
import type { Source } from '@weir/store/dialect/source/source'
import { describeAddress, isServerAddress, parseDsn, parseLogDsn } from '@weir/store/dsn'
import { withDumpSources } from '@weir/store/dump/open-dump-sources'
import { restoreDump } from '@weir/store/dump/restore-dump'
import { firstDifference, type TableSum } from '@weir/store/dump/table-digest'
import { dumpDatabase, sumTables } from '@weir/store/dump/write-dump'
import { BadDsn, StoreUnavailable } from '@weir/store/errors'
import { CommandError, requireDatabase, type Shown } from '../commands.ts'
import type { Config } from '../config.ts'
import { claimNode } from '../process/node-identity.ts'
import { keepDataPrivate } from '../process/private-files.ts'
import { readRootKeys } from '../process/root-key.ts'
import { concludeRestore } from './after-restore.ts'
import { filling } from './command-failure.ts'
import { leftOutLines } from './run-backup.ts'

/** As long as a server may be silent before it counts as ended. */
const LEASE_SECONDS = 120
/** The name under which commands work, which serve nothing. */
const COMMAND_NODE = 'command'

type Say = (line: string) => void

/** The configuration of a server that uses the target. */
const targetConfig = (config: Config, to: string): Config => {
  if (/^(?:sqlite3?|file):/i.test(to)) throw new CommandError(`${to}: for SQLite name the file alone, as in --to /var/lib/weir/weir.db`)
  if (!isServerAddress(to)) return { ...config, dsn: '', sqlitePath: resolve(to), logDsn: '' }
  try {
    parseDsn(to, '')
  } catch (error) {
    throw error instanceof BadDsn ? new CommandError(error.message.replace(/^SQL_DSN/, 'the address after --to')) : error
  }
  return { ...config, dsn: to, logDsn: '' }
}

const SQLITE_BEGINNING = 'SQLite format 3'

/** What SQLite says of it would be taken for a fault of the source. An empty file is an empty database. */
const refuseFile = async (path: string): Promise<void> => {
  if (!existsSync(dirname(path))) throw new CommandError(`there is no folder ${dirname(path)}`)
  if (!existsSync(path)) return
  const file = statSync(path)
  if (file.isDirectory()) throw new CommandError(`${path} is a folder: name a file`)
  if (file.size > 0 && (await Bun.file(path).slice(0, SQLITE_BEGINNING.length).text()) !== SQLITE_BEGINNING)
    throw new CommandError(`${path} is there and no SQLite database: name a file that does not exist yet`)
}

/** The source was opened before. */
const explainTarget = (error: unknown, place: string): unknown =>
  error instanceof StoreUnavailable
    ? new CommandError(`the database to move to, ${place}, cannot be used: ${error.message}: check host, user and password after --to`)
    : error

interface LiveNode {
  readonly id: string
  readonly secondsAgo: number
}

const liveNodes = async (source: Source, ownId: string): Promise<readonly LiveNode[]> => {
  if ((await source.columnsOf('nodes')).size === 0) return []
  const now = Math.floor(((await source.now()) ?? Date.now()) / 1000)
  const rows = await source.query('select node_id, seen_at from nodes order by node_id')
  return rows
    .map((row) => ({ id: String(row['node_id']), secondsAgo: now - Number(row['seen_at']) }))
    .filter(({ id, secondsAgo }) => id !== ownId && id !== COMMAND_NODE && secondsAgo <= LEASE_SECONDS)
}

const refuseServed = async (source: Source, ownId: string): Promise<void> => {
  const [node] = await liveNodes(source, ownId)
  if (node === undefined) return
  throw new CommandError(
    `the server ${node.id} has used this database ${node.secondsAgo} s ago: stop every server, and run this again when ${LEASE_SECONDS} s have passed; nothing was written`,
  )
}

const moveTo = async (
  config: Config,
  target: Config,
  { ownId, version, say }: { readonly ownId: string; readonly version: string; readonly say: Say },
): Promise<Shown> => {
  const [from, to] = [parseDsn(config.dsn, config.sqlitePath), parseDsn(target.dsn, target.sqlitePath)]
  return await withDumpSources({ main: from, log: parseLogDsn(config.logDsn) }, async (sources) => {
    await refuseServed(sources.main, ownId)
    const written: TableSum[] = []
    const leftOut: string[] = []
    const { sums } = await restoreDump({
      target: to,
      chunks: dumpDatabase(sources, { version, rootKeys: [], createdAt: new Date(), onLeftOut: (column) => leftOut.push(column) }),
      onHeader: async () => undefined,
      onTable: (sum) => {
        written.push(sum)
        if (sum.rows > 0) say(`  ${sum.table}: ${counted(sum.rows, 'row')}`)
      },
      beforeRelease: async () => {
        const difference = firstDifference(written, await sumTables(sources))
        if (difference !== undefined)
          throw new CommandError(
            `the source has changed meanwhile (${difference}): stop every server and every command on it, and run this again`,
          )
      },
    }).catch((error: unknown) => {
      throw explainTarget(error, describeAddress(to))
    })
    for (const line of leftOutLines(leftOut)) say(line)
    const rows = sums.reduce((all, sum) => all + sum.rows, 0)
    const done = `The database is at ${describeAddress(to)} now: ${counted(sums.length, 'table')}, ${counted(rows, 'row')}, each compared with the source, which is as it was.`
    const setting = to.kind === 'sqlite' ? `SQLITE_PATH=${to.path} and without SQL_DSN` : 'SQL_DSN set to the new address'
    const logSetting = config.logDsn === '' ? '' : ', without LOG_SQL_DSN or with one that names an empty database'
    return await concludeRestore(target, {
      action: 'database.move',
      object: `from ${describeAddress(from)}`,
      done,
      json: { to: describeAddress(to), tables: sums.length, rows, left_out: leftOut },
      next: `Start every server with ${setting}${logSetting}, and with the same root key.`,
    })
  })
}

/** Copies the database into an empty one of any kind. Killed at any moment, it is run again. */
export const runMove = async (
  config: Config,
  to: string | undefined,
  { version, say }: { readonly version: string; readonly say: Say },
): Promise<Shown> => {
  if (!to) throw new CommandError('name where to with --to: the address of a database server, or a file for SQLite')
  const target = targetConfig(config, to)
  requireDatabase(config)
  if (target.dsn === '') await refuseFile(target.sqlitePath)
  // Without the key the copy could not be verified, and would be of no use.
  await readRootKeys(config)
  await keepDataPrivate(config)
  const lock = claimNode(config.dataDir)
  try {
    const place = describeAddress(parseDsn(target.dsn, target.sqlitePath))
    return await filling({ target: `the database to move to, ${place},`, remedy: 'name an empty one with --to' }, () =>
      moveTo(config, target, { ownId: lock.id, version, say }),
    )
  } finally {
    lock.release()
  }
}
