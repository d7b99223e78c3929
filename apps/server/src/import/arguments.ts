import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isServerAddress, parseDsn, type DatabaseAddress } from '@weir/store/dsn'
import { BadDsn } from '@weir/store/errors'
import { FAMILIES, type Family } from '@weir/store/move-in/older-data'
import { CommandError } from '../commands.ts'

/** As they are typed. */
export interface GivenImport {
  readonly source: string
  readonly from: string | undefined
  readonly isDryRun: boolean
  readonly logs: string | undefined
  readonly logDb: string | undefined
}

export interface ImportArguments {
  readonly source: DatabaseAddress
  readonly family: Family | undefined
  readonly isDryRun: boolean
  /** Undefined: no log comes over. */
  readonly sinceSeconds: number | undefined
  /** Where the log is, when it has a database of its own. */
  readonly logSource: DatabaseAddress | undefined
}

const addressOf = (text: string): DatabaseAddress => {
  if (isServerAddress(text)) {
    try {
      return parseDsn(text, '')
    } catch (error) {
      throw error instanceof BadDsn ? new CommandError(error.message.replace(/^SQL_DSN/, 'the address of the source')) : error
    }
  }
  const path = resolve(text)
  if (!existsSync(path) || !statSync(path).isFile()) throw new CommandError(`there is no file ${path}`)
  return { kind: 'sqlite', path }
}

const familyOf = (text: string): Family => {
  const family = FAMILIES.find((known) => known === text)
  if (family === undefined) throw new CommandError(`--from ${text} is not known: it is one-api or new-api`)
  return family
}

const sinceOf = (text: string): number => {
  const date = /^since=(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time)) throw new CommandError(`--logs ${text} is not understood: write --logs since=2026-01-01, a day in UTC`)
  return time / 1000
}

const mapped = <T>(text: string | undefined, read: (text: string) => T): T | undefined => (text === undefined ? undefined : read(text))

export const parseImportArguments = ({ source, from, isDryRun, logs, logDb }: GivenImport): ImportArguments => {
  if (logDb !== undefined && logs === undefined) throw new CommandError('--log-db needs --logs since=2026-01-01')
  return {
    family: mapped(from, familyOf),
    sinceSeconds: mapped(logs, sinceOf),
    isDryRun,
    source: addressOf(source),
    logSource: mapped(logDb, addressOf),
  }
}
