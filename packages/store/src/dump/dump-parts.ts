import { literal, type Source } from '../dialect/source/source.ts'
import { WrongLogDatabase } from '../errors.ts'
import { LOG_OWNER_OPTION, LOG_PLACE_OPTION, markIn, parseLogPlace } from '../log-database/marks.ts'
import { movedIn } from '../log-database/moved-mark.ts'
import { LOG_STATES } from '../log-database/take-figures.ts'
import type { DumpedTable } from './dumped-tables.ts'

/** What a dump is read from. */
export interface DumpSources {
  readonly main: Source
  /** Where LOG_SQL_DSN names one. */
  readonly log?: Source | undefined
}

/** Some rows of a table. */
export interface TablePart {
  readonly source: Source
  /** A condition in SQL; empty for all of them. */
  readonly where: string
}

export interface DumpParts {
  of(table: DumpedTable): readonly TablePart[]
  /** What the next row of a numbered table is given. */
  nextNumber(table: DumpedTable): Promise<bigint>
}

/** The database that has the log, if it is another one. */
const logSourceOf = async ({ main, log }: DumpSources): Promise<Source | undefined> => {
  const mark = await markIn(main, LOG_PLACE_OPTION)
  const place = mark === undefined ? undefined : parseLogPlace(mark)
  if (place === undefined || !place.isTaken) return undefined
  if (log === undefined)
    throw new WrongLogDatabase(`the log of this installation is in ${place.place}: set LOG_SQL_DSN to it, or the backup would lack it`)
  if ((await markIn(log, LOG_OWNER_OPTION)) !== place.id)
    throw new WrongLogDatabase(`LOG_SQL_DSN names another database than the one that has the log of this installation, ${place.place}`)
  return log
}

/**
 * Where the rows of each table are. Together they are those of one database with everything: which database the log is in is no part of a dump.
 * The main database is looked at first: a row that is moved afterwards is in both pictures, and taken from the log.
 */
export const readParts = async (sources: DumpSources): Promise<DumpParts> => {
  const { main } = sources
  const log = await logSourceOf(sources)
  const options: TablePart = { source: main, where: `name <> ${literal(LOG_PLACE_OPTION)}` }
  if (log === undefined)
    return {
      of: (table) => [table === 'options' ? options : { source: main, where: '' }],
      nextNumber: (table) => main.nextNumber(table),
    }
  const moved = await movedIn(log)
  const states = LOG_STATES.map(literal).join(', ')
  const apart: Partial<Record<DumpedTable, readonly TablePart[]>> = {
    options: [options],
    logs: [
      { source: log, where: '' },
      { source: main, where: `id > ${moved}` },
    ],
    log_sum_state: [
      { source: log, where: `name in (${states})` },
      { source: main, where: `name not in (${states})` },
    ],
    log_sums: [{ source: log, where: '' }],
    log_slot_sums: [{ source: log, where: '' }],
    log_blocks: [{ source: log, where: '' }],
    log_places: [{ source: log, where: '' }],
  }
  return {
    of: (table) => apart[table] ?? [{ source: main, where: '' }],
    async nextNumber(table) {
      const next = await main.nextNumber(table)
      return table === 'logs' && next <= moved ? moved + 1n : next
    },
  }
}

/** Everything that `work` reads of a database is of one moment. */
export const readTogether = <T>({ main, log }: DumpSources, work: () => Promise<T>): Promise<T> =>
  main.readTogether(() => (log === undefined ? work() : log.readTogether(work)))
