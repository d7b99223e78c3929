import { describeAddress, type DatabaseAddress } from '@weir/store/dsn'
import { StoreMissing, StoreUnavailable } from '@weir/store/errors'
import type { Inspection } from '@weir/store/inspection/inspect-store'
import { fault, ok, reasonOf, warning, type Finding } from '../finding.ts'
import { TookTooLong } from '../within.ts'

const SUBJECT = 'database'

type Schema = Pick<Inspection, 'pending' | 'unknown' | 'isHalfRestored' | 'drift'>

const checkSchema = ({ pending, unknown, isHalfRestored, drift }: Schema): Finding => {
  if (isHalfRestored)
    return fault(
      'schema',
      'a restore into this database has not ended',
      'if none is running, run weir restore or weir move again, which begins anew',
    )
  if (unknown.length > 0)
    return fault('schema', `the database is newer than this program: it has ${unknown.join(', ')}`, 'update the program')
  if (pending.length > 0)
    return warning('schema', `the database lacks ${pending.join(', ')}`, 'back up, then restart the server, which brings it up to date')
  if (drift.missing.length > 0)
    return fault(
      'schema',
      `the tables were changed by hand: they lack ${drift.missing.join(', ')}`,
      'put back what is missing, or restore your backup into an empty database',
    )
  if (drift.foreign.length > 0)
    return warning(
      'schema',
      `the tables were changed by hand: ${drift.foreign.join(', ')} is not of this program`,
      'remove it: backups leave it out, and an update may fail by it',
    )
  return ok('schema', 'up to date')
}

const WRONG_KEY = fault(
  'root key',
  'it is not the one that this database was made with',
  'restore the key file that belongs to the database, or set SECRET_KEY_FILE or SESSION_SECRET as the server has it',
)

export const checkDatabase = (place: string, inspection: Inspection): readonly Finding[] => [
  ok(SUBJECT, `${place} answers`),
  checkSchema(inspection),
  ...(inspection.isRightKey === false ? [WRONG_KEY] : []),
]

/** Why there was nothing to look at. */
export const explainNoDatabase = (address: DatabaseAddress, error: unknown): Finding => {
  const place = describeAddress(address)
  if (error instanceof StoreMissing) {
    return fault(
      SUBJECT,
      `there is no data of Weir in ${place}`,
      'start the server once, or set DATA_DIR, SQLITE_PATH and SQL_DSN as the server has them',
    )
  }
  const isKnown = error instanceof StoreUnavailable || error instanceof TookTooLong
  const remedy =
    address.kind === 'sqlite'
      ? 'run this command with the account of the server; a damaged file is restored from your backup'
      : 'start the database server, and check address, user and password in SQL_DSN'
  return fault(SUBJECT, `${place} cannot be read: ${isKnown ? error.message : reasonOf(error)}`, remedy)
}
