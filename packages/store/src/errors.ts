/** The database cannot be reached or refuses to work right now. Safe to show to an operator: no credentials, one line. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** Another program holds the file, and was waited for as long as one may: asking again at once would only double the wait. */
export class StoreLocked extends StoreUnavailable {}

/** Two writers met; the loser was rolled back by the database and may simply try again. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict'
}

/** A unique value exists already. */
export class DuplicateRow extends Error {
  override readonly name = 'DuplicateRow'
}

/** Another has set the limit of a token since the one that was to be changed was read. */
export class LimitMoved extends Error {
  override readonly name = 'LimitMoved'
}

/** The root key is not the one this database was sealed with. */
export class WrongKey extends Error {
  override readonly name = 'WrongKey'
}

/** Values are sealed with a root key that this process does not have, beside the one it has. */
export class RootKeyMissing extends Error {
  override readonly name = 'RootKeyMissing'
}

/** The database was written by a later version; running on would damage it. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
}

/** A restore into the database began and did not end: what it holds is not whole. */
export class StoreHalfRestored extends Error {
  override readonly name = 'StoreHalfRestored'
}

/** The database was expected to hold data of this program and holds none. */
export class StoreMissing extends Error {
  override readonly name = 'StoreMissing'
}

/** LOG_SQL_DSN does not name the database that the log of this installation is in. */
export class WrongLogDatabase extends Error {
  override readonly name = 'WrongLogDatabase'
}

/** The address of the database cannot be understood. Never carries the password. */
export class BadDsn extends Error {
  override readonly name = 'BadDsn'
}

/** A number that was to be stored is beyond ±2^53 and is not exact. */
export class UnsafeInteger extends Error {
  override readonly name = 'UnsafeInteger'
}

export const checkedInteger = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw new UnsafeInteger('a number beyond ±2^53 is not exact and cannot be stored')
  return value
}

/** First line only: drivers append queries, addresses with credentials or stack traces below it. */
export const firstLine = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n', 1)[0] ?? '').replace(/\/\/[^@/\s]*@/g, '//')
}
