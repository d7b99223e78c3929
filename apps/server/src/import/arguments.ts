import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isServerAddress, parseDsn, type DatabaseAddress } from '@weir/store/dsn'
import { BadDsn } from '@weir/store/errors'
import { FAMILIES, type Family } from '@weir/store/move-in/older-data'
import { CommandError } from '../commands.ts'

const USAGE =
  'usage: weir import <address or file> [--from one-api|new-api] [--dry-run] [--logs since=2026-01-01] [--log-db <address or file>]'

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

const VALUED = ['--from', '--logs', '--log-db'] as const
type Valued = (typeof VALUED)[number]

const isValued = (text: string): text is Valued => VALUED.some((name) => name === text)

interface Words {
  readonly places: readonly string[]
  readonly values: ReadonlyMap<Valued, string>
  readonly isDryRun: boolean
}

const wordsOf = (args: readonly string[]): Words => {
  const values = new Map<Valued, string>()
  const places: string[] = []
  let isDryRun = false
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? ''
    const value = args[at + 1]
    if (argument === '--dry-run') isDryRun = true
    else if (isValued(argument) && value !== undefined) {
      values.set(argument, value)
      at += 1
    } else if (argument.startsWith('-')) throw new CommandError(`${argument} is not understood\n${USAGE}`)
    else places.push(argument)
  }
  return { places, values, isDryRun }
}

const mapped = <T>(text: string | undefined, read: (text: string) => T): T | undefined => (text === undefined ? undefined : read(text))

export const parseImportArguments = (args: readonly string[]): ImportArguments => {
  const { places, values, isDryRun } = wordsOf(args)
  const [place] = places
  if (place === undefined || places.length > 1) throw new CommandError(USAGE)
  if (values.has('--log-db') && !values.has('--logs')) throw new CommandError(`--log-db needs --logs since=2026-01-01\n${USAGE}`)
  return {
    family: mapped(values.get('--from'), familyOf),
    sinceSeconds: mapped(values.get('--logs'), sinceOf),
    isDryRun,
    source: addressOf(place),
    logSource: mapped(values.get('--log-db'), addressOf),
  }
}
