import { randomUUID } from 'node:crypto'
import type { Clock } from '@weir/relay/ports'
import { nowSeconds } from '../context.ts'
import type { Database } from '../database.ts'
import { openSource } from '../dialect/source/open-source.ts'
import { describeAddress, type DatabaseAddress } from '../dsn.ts'
import { StoreUnavailable, WrongLogDatabase } from '../errors.ts'
import { finishDeletion } from '../log-index/delete-days.ts'
import { createLogIndex } from '../log-index/log-index.ts'
import { migrateForLog } from '../migrate.ts'
import { inTransaction } from '../transaction.ts'
import {
  forgetLogPlace,
  LOG_OWNER_OPTION,
  readLogOwner,
  readLogPlace,
  replaceLogPlace,
  writeLogPlace,
  writeMark,
  type LogPlace,
} from './marks.ts'
import { readMoved } from './moved-mark.ts'
import { emptyFigures, takeFigures } from './take-figures.ts'

export interface LogPair {
  readonly main: Database
  readonly mainAddress: DatabaseAddress
  readonly log: Database
  readonly logAddress: DatabaseAddress
  readonly clock: Clock
}

const wrong = (place: LogPlace): WrongLogDatabase =>
  new WrongLogDatabase(
    `LOG_SQL_DSN names another database than the one that has the log of this installation, ${place.place}: set it to that`,
  )

/** What the main database says of its log, after this installation has claimed an empty database for it. */
const claim = async ({ main, log, logAddress }: LogPair): Promise<LogPlace> => {
  const owner = await readLogOwner(log.kysely)
  const known = await readLogPlace(main.kysely)
  if (known === undefined && owner !== undefined)
    throw new WrongLogDatabase(
      'LOG_SQL_DSN names a database with the log of another installation, or of this one before it was restored or moved: name an empty one',
    )
  if (known === undefined)
    await writeLogPlace(main.kysely, { id: owner ?? randomUUID(), place: describeAddress(logAddress), isTaken: false })
  const place = known ?? (await readLogPlace(main.kysely))
  if (place === undefined) throw new StoreUnavailable('the main database has lost what was just written to it')
  if (owner === undefined && !place.isTaken) await writeMark(log.kysely, LOG_OWNER_OPTION, place.id)
  if ((await readLogOwner(log.kysely)) !== place.id) throw wrong(place)
  return place
}

/** Once: rows follow one after the other. */
const take = async (pair: LogPair, place: LogPlace): Promise<void> => {
  const { main, mainAddress, log, clock } = pair
  // What a deletion has left half done is finished where its rows are.
  await finishDeletion(main)
  // Rows that no rollup includes would be in no figure until the last of the older ones has been moved.
  await createLogIndex({ ...main, clock }).advance()
  const source = await openSource(mainAddress)
  try {
    await takeFigures(source, log)
  } finally {
    await source.close()
  }
  await inTransaction(main.kysely, async (db) => {
    await replaceLogPlace(db, { ...place, isTaken: true })
    await emptyFigures(db)
  })
}

/** A main database that was copied back as a file would give ids again that rows of the log bear already. */
const numberBeyondMoved = async ({ main, mainAddress, log }: LogPair): Promise<void> => {
  const moved = BigInt((await readMoved(log.kysely)) ?? 0)
  const source = await openSource(mainAddress)
  try {
    if ((await source.nextNumber('logs')) <= moved) await main.engine.numberFrom(main.kysely, 'logs', moved + 1n)
  } finally {
    await source.close()
  }
}

/** Makes the database ready for rows. Whatever it was stopped in is gone on with by the next call, of any process. */
export const prepareLogDatabase = async (pair: LogPair): Promise<void> => {
  await migrateForLog(pair.log, nowSeconds(pair.clock))
  const place = await claim(pair)
  if (!place.isTaken) await take(pair, place)
  await numberBeyondMoved(pair)
}

/** Without LOG_SQL_DSN: throws when the log lies elsewhere. */
export const requireOwnLog = async ({ kysely }: Database): Promise<void> => {
  const place = await readLogPlace(kysely)
  if (place === undefined) return
  if (place.isTaken)
    throw new WrongLogDatabase(
      `the log of this installation is in ${place.place}: set LOG_SQL_DSN to it. weir move --to <empty database>, run with LOG_SQL_DSN set, brings both together again`,
    )
  // Nothing has gone there yet.
  await forgetLogPlace(kysely)
}

/** Whether rows may lie there: then a server starts although it is away. */
export const hasLogElsewhere = async ({ kysely }: Database): Promise<boolean> => (await readLogPlace(kysely))?.isTaken === true
