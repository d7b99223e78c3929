import {
  BadDsn,
  RootKeyMissing,
  StoreHalfRestored,
  StoreMissing,
  StoreTooNew,
  StoreUnavailable,
  WrongKey,
  WrongLogDatabase,
} from '@weir/store/errors'
import { ConfigError, type Config } from '../config.ts'
import { DataDirInUse } from './node-identity.ts'
import { BadKeyFile } from './key-file.ts'

const ownCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The store wraps what its driver says; for the embedded database the operator is told which file is meant. */
const codeOf = (error: unknown): string => {
  const inner = error instanceof StoreUnavailable ? ownCode(error.cause) : ''
  return inner.startsWith('SQLITE_') ? inner : ownCode(error)
}

const SPEAKS_FOR_ITSELF = [
  ConfigError,
  BadKeyFile,
  DataDirInUse,
  BadDsn,
  RootKeyMissing,
  StoreHalfRestored,
  StoreMissing,
  StoreTooNew,
  StoreUnavailable,
  WrongLogDatabase,
]

const explainCode = (code: string, config: Config | undefined): string | undefined => {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${config?.port} is in use: stop the other program, or set PORT`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return `the data folder ${config?.dataDir} cannot be written: check its owner and rights, or set DATA_DIR`
    case 'SQLITE_NOTADB':
      return `${config?.sqlitePath} is not a SQLite database`
    default:
      return undefined
  }
}

/** One line that says what stopped the start and what to do about it. Undefined for a fault of ours. */
export const explainStartError = (error: unknown, config: Config | undefined): string | undefined => {
  if (error instanceof WrongKey)
    return `the key in ${config?.secretKeyFile} is not the one this database was made with: restore the right key file`
  const speaks = SPEAKS_FOR_ITSELF.some((kind) => error instanceof kind) && error instanceof Error
  return explainCode(codeOf(error), config) ?? (speaks ? error.message : undefined)
}
