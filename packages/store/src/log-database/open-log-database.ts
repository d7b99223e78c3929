import type { LogDatabase } from '../context.ts'
import type { Database, openDatabase } from '../database.ts'
import type { DatabaseAddress } from '../dsn.ts'
import { StoreUnavailable } from '../errors.ts'
import { createLogMover, type LogMover } from './log-mover.ts'
import { hasLogElsewhere, prepareLogDatabase, type LogPair } from './prepare-log-database.ts'

interface Opening extends Omit<LogPair, 'log'> {
  readonly logAddress: DatabaseAddress
  readonly open: typeof openDatabase
}

export interface OpenLogDatabase {
  readonly database: LogDatabase
  readonly mover: LogMover
  close(): Promise<void>
}

/** Says which of the two databases it is. */
const named = (error: unknown): unknown =>
  error instanceof StoreUnavailable ? new StoreUnavailable(`LOG_SQL_DSN: ${error.message}`, { cause: error }) : error

const openNamed = (open: typeof openDatabase, address: DatabaseAddress): Database => {
  try {
    return open(address)
  } catch (error) {
    throw named(error)
  }
}

/**
 * A server starts although the database of its log is away: rows wait in the main database. It does not when the log has never been there,
 * as nobody would see then that the address is wrong.
 */
export const openLogDatabase = async ({ open, ...opening }: Opening): Promise<OpenLogDatabase> => {
  const log = openNamed(open, opening.logAddress)
  const pair: LogPair = { ...opening, log }
  let isReady = false
  const prepare = async (): Promise<void> => {
    if (isReady) return
    await prepareLogDatabase(pair)
    isReady = true
  }
  try {
    await prepare()
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || !(await hasLogElsewhere(pair.main))) {
      await log.kysely.destroy()
      throw named(error)
    }
  }
  const mover = createLogMover({ main: pair.main, log, prepare })
  return {
    database: {
      ...log,
      async catchUp() {
        await mover.advance()
      },
    },
    mover,
    async close() {
      await mover.close()
      await log.kysely.destroy()
    },
  }
}
