import { constants, copyFileSync, chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseDsn, type DatabaseAddress } from '@weir/store/dsn'
import { backUpSqlite } from '@weir/store/dialect/sqlite-backup'
import { CommandError } from './commands.ts'
import type { Config } from './config.ts'

const USAGE = 'usage: weir backup <file> [--with-key]'

const keyPlace = ({ sessionSecret, secretKeyFile }: Config): string => (sessionSecret === '' ? secretKeyFile : 'SESSION_SECRET')

/** The tools of a database server know it better than any copy made from outside. */
const otherTool = (kind: Exclude<DatabaseAddress['kind'], 'sqlite'>, config: Config): string => {
  const command =
    kind === 'postgres'
      ? 'pg_dump --format=custom --file=weir.dump <database>'
      : 'mysqldump --single-transaction --quick --result-file=weir.sql <database>'
  return `weir backup copies SQLite only. Back up the database of SQL_DSN, while the server runs, with\n  ${command}\nand keep the root key (${keyPlace(config)}) as well`
}

const parseArguments = (args: readonly string[]): { readonly file: string; readonly isWithKey: boolean } => {
  const files = args.filter((argument) => argument !== '--with-key')
  const [file] = files
  if (file === undefined || files.length > 1 || file.startsWith('-')) throw new CommandError(USAGE)
  return { file: resolve(file), isWithKey: args.includes('--with-key') }
}

const refuseExisting = (path: string): void => {
  if (existsSync(path)) throw new CommandError(`${path} exists already; nothing was written`)
}

const keyFileOf = (file: string): string => `${file}.key`

const copyKey = (from: string, to: string): void => {
  copyFileSync(from, to, constants.COPYFILE_EXCL)
  chmodSync(to, 0o600)
}

/** The key is copied first, and must be the same afterwards: a rotation in between would leave a copy that it does not open. */
const copyWithKey = (key: string, file: string, copyDatabase: () => void): void => {
  copyKey(key, keyFileOf(file))
  copyDatabase()
  if (readFileSync(key).equals(readFileSync(keyFileOf(file)))) return
  rmSync(file)
  throw new CommandError('the root key was replaced meanwhile; nothing was kept. Run weir backup again')
}

const isFileError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)

/** A copy of the database from one moment, taken while servers run. */
export const backUp = (config: Config, args: readonly string[]): string => {
  const address = parseDsn(config.dsn, config.sqlitePath)
  if (address.kind !== 'sqlite') throw new CommandError(otherTool(address.kind, config))
  const { file, isWithKey } = parseArguments(args)
  const keyFile = keyFileOf(file)
  if (isWithKey && config.sessionSecret !== '')
    throw new CommandError('the root key comes from SESSION_SECRET; there is no key file to copy')
  if (!existsSync(address.path)) throw new CommandError(`there is no database at ${address.path}`)
  if (!existsSync(dirname(file))) throw new CommandError(`there is no folder ${dirname(file)}`)
  refuseExisting(file)
  if (isWithKey) refuseExisting(keyFile)
  try {
    const copyDatabase = (): void => backUpSqlite(address.path, file)
    if (isWithKey) copyWithKey(config.secretKeyFile, file, copyDatabase)
    else copyDatabase()
  } catch (error) {
    if (isWithKey) rmSync(keyFile, { force: true })
    throw isFileError(error) ? new CommandError(`${file} cannot be written (${error.code})`) : error
  }
  const keyLine = isWithKey
    ? `The root key is in ${keyFile}. Whoever has both files can read every secret.`
    : `Keep the root key (${keyPlace(config)}) as well, in another place: neither is of use without the other.`
  return `The database is copied to ${file}.\n${keyLine}`
}
