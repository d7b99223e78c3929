import { existsSync } from 'node:fs'
import { counted } from '@weir/contract/values/counted'
import { describeAddress, type DatabaseAddress } from '@weir/store/dsn'
import { StoreUnavailable } from '@weir/store/errors'
import { inspectLogDatabase, type LogInspection } from '@weir/store/inspection/inspect-log-database'
import { fault, ok, reasonOf, warning, type Finding } from '../finding.ts'
import { TookTooLong, within } from '../within.ts'

const SUBJECT = 'log database'
/** As many as a busy installation writes in a few seconds. */
const MANY_ROWS = 10_000

interface Addresses {
  readonly main: DatabaseAddress
  readonly log: DatabaseAddress | undefined
}

const judge = ({ place, isRightOne, rowsWaiting }: LogInspection, log: DatabaseAddress): Finding => {
  const where = describeAddress(log)
  const waiting = counted(rowsWaiting ?? 0, 'row waits', 'rows wait')
  if (isRightOne === false)
    return place === undefined
      ? fault(SUBJECT, `${where} has the log of another installation`, 'set LOG_SQL_DSN to an empty database')
      : fault(SUBJECT, `${where} is not the one that has the log, ${place.place}`, 'set LOG_SQL_DSN to that one')
  if (place === undefined) return warning(SUBJECT, `the log is not in ${where} yet`, 'start the server, which moves it there')
  if (rowsWaiting !== undefined && rowsWaiting > MANY_ROWS)
    return warning(SUBJECT, `${where} answers, and ${waiting} in the main database`, 'see that the server runs, which moves them')
  return ok(SUBJECT, `${where} answers, ${waiting} in the main database`)
}

/** Nothing where everything is in one database, as it is told already. */
export const checkLogDatabase = async ({ main, log }: Addresses): Promise<readonly Finding[]> => {
  try {
    if (log?.kind === 'sqlite' && !existsSync(log.path))
      return [warning(SUBJECT, `there is no file ${log.path}`, 'start the server, which makes it, or set LOG_SQL_DSN as the server has it')]
    const inspection = await within(inspectLogDatabase(main, log))
    if (log !== undefined) return [judge(inspection, log)]
    if (inspection.place?.isTaken !== true) return []
    return [fault(SUBJECT, `the log is in ${inspection.place.place}, and LOG_SQL_DSN is not set`, 'set LOG_SQL_DSN as the server has it')]
  } catch (error) {
    const isKnown = error instanceof StoreUnavailable || error instanceof TookTooLong
    const where = log === undefined ? describeAddress(main) : describeAddress(log)
    return [
      fault(
        SUBJECT,
        `${where} cannot be read: ${isKnown ? error.message : reasonOf(error)}; requests go on, and rows wait in the main database`,
        'start the database server, and check address, user and password in LOG_SQL_DSN',
      ),
    ]
  }
}
