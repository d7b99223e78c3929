import { openSource } from '../dialect/source/open-source.ts'
import type { Source } from '../dialect/source/source.ts'
import type { DatabaseAddress } from '../dsn.ts'
import { LOG_OWNER_OPTION, LOG_PLACE_OPTION, markIn, parseLogPlace, type LogPlace } from '../log-database/marks.ts'
import { movedIn } from '../log-database/moved-mark.ts'

export interface LogInspection {
  /** Where the main database says that its log is; undefined while it is in the main database itself. */
  readonly place: LogPlace | undefined
  /** Of the main database: so many are in it and not in the log yet. Undefined without a look at both. */
  readonly rowsWaiting: number | undefined
  /** Whether the database that was looked at is the one; undefined where it was not asked for. */
  readonly isRightOne: boolean | undefined
}

const lookInto = async (main: Source, place: LogPlace | undefined, log: Source): Promise<LogInspection> => {
  const owner = await markIn(log, LOG_OWNER_OPTION)
  const isRightOne = place === undefined ? owner === undefined : owner === place.id
  if (place === undefined || !isRightOne) return { place, isRightOne, rowsWaiting: undefined }
  const [row] = await main.query(`select count(*) as waiting from logs where id > ${await movedIn(log)}`)
  return { place, isRightOne, rowsWaiting: Number(row?.['waiting'] ?? 0) }
}

/** Looks at where the log is kept without writing. Throws `StoreUnavailable` where a database is away. */
export const inspectLogDatabase = async (mainAddress: DatabaseAddress, logAddress: DatabaseAddress | undefined): Promise<LogInspection> => {
  const main = await openSource(mainAddress)
  try {
    const mark = await markIn(main, LOG_PLACE_OPTION)
    const place = mark === undefined ? undefined : parseLogPlace(mark)
    if (logAddress === undefined) return { place, rowsWaiting: undefined, isRightOne: undefined }
    const log = await openSource(logAddress)
    try {
      return await lookInto(main, place, log)
    } finally {
      await log.close()
    }
  } finally {
    await main.close()
  }
}
