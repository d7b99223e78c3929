import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const built = async (fill: (sqlitePath: string) => Promise<void>): Promise<Uint8Array> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-template-'))
  try {
    const sqlitePath = join(folder, 'template.db')
    await fill(sqlitePath)
    // What was written last still stands in the log beside the file.
    using database = new Database(sqlitePath)
    return database.serialize()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A database that is filled once in a process and copied from then on: all migrations take ten times as long as a copy. */
export const createSqliteTemplate = (fill: (sqlitePath: string) => Promise<void>): ((sqlitePath: string) => Promise<void>) => {
  let bytes: Promise<Uint8Array> | undefined
  return async (sqlitePath) => writeFileSync(sqlitePath, await (bytes ??= built(fill)))
}
