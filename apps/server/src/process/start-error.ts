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
import { BadKeyFile } from './files/key-file.ts'

const ownCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const callOf = (error: unknown): string => (error instanceof Error && 'syscall' in error ? String(error.syscall) : '')

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

/** The same codes mean something else on a socket than on a file. */
const explainListening = (code: string, config: Config | undefined): string | undefined => {
  switch (code) {
    case 'EACCES':
      return `this account may not listen on port ${config?.port}: set PORT to 1024 or above, or give it the right (CAP_NET_BIND_SERVICE)`
    case 'EADDRNOTAVAIL':
      return `HOST="${config?.host}" is no address of this machine: set it to one, or leave it out to listen on all of them`
    default:
      return undefined
  }
}

const explainCode = (code: string, config: Config | undefined): string | undefined => {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${config?.port} is in use: stop the other program, or set PORT`
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return `there is no room left in the data folder ${config?.dataDir}: free some, or set DATA_DIR`
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

const explainWrongKey = (config: Config | undefined): string =>
  config === undefined || config.sessionSecret === ''
    ? `the key in ${config?.secretKeyFile} is not the one this database was made with: restore the right key file`
    : 'SESSION_SECRET is not the one this database was made with: set it as it was, or leave it out where a key file was used'

const DATABASE_SERVER = /^(LOG_SQL_DSN: )?(?:PostgreSQL|MySQL): /

/** What the driver says names neither the variable nor a way out. */
const explainServer = ({ message }: StoreUnavailable, config: Config | undefined): string => {
  const spoken = DATABASE_SERVER.exec(message)
  if (spoken === null) return message
  const setting = config?.dsn === '' ? 'the address' : 'SQL_DSN'
  return `${message}: start the database server, and check host, user and password in ${spoken[1] === undefined ? setting : 'LOG_SQL_DSN'}`
}

/** One line that says what stopped the start and what to do about it. Undefined for a fault of ours. */
export const explainStartError = (error: unknown, config: Config | undefined): string | undefined => {
  if (error instanceof WrongKey) return explainWrongKey(config)
  if (callOf(error) === 'listen') {
    const reason = explainListening(ownCode(error), config)
    if (reason !== undefined) return reason
  }
  const speaks = SPEAKS_FOR_ITSELF.some((kind) => error instanceof kind) && error instanceof Error
  const code = callOf(error) === 'mkdir' && ownCode(error) === 'ENOENT' ? 'ENOTDIR' : codeOf(error)
  const reason = explainCode(code, config)
  if (reason !== undefined || !speaks) return reason
  return error instanceof StoreUnavailable ? explainServer(error, config) : error.message
}
