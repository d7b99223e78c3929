import { resolve } from 'node:path'
import { wordTable } from '@weir/contract/values/word-table'
import { BadDsn } from './errors.ts'

export interface SqliteAddress {
  readonly kind: 'sqlite'
  readonly path: string
  /** A commit is on the disk before it is answered: what it holds is deleted elsewhere afterwards. */
  readonly flushesCommits?: true
}

export interface ServerAddress {
  readonly kind: 'postgres' | 'mysql'
  readonly host: string
  readonly port: number
  /** Set instead of host and port when the server listens on a local socket. */
  readonly socketPath: string | undefined
  readonly user: string
  readonly password: string
  readonly database: string
  readonly tls: 'off' | 'verify' | 'accept-any'
}

export type DatabaseAddress = SqliteAddress | ServerAddress

const DEFAULT_PORT = { postgres: 5432, mysql: 3306 } as const

const SCHEMES = wordTable<ServerAddress['kind']>({ 'postgres:': 'postgres', 'postgresql:': 'postgres', 'mysql:': 'mysql' })

/** How operators of both databases write "encrypt": `sslmode` is PostgreSQL's word, `tls` the one of the older MySQL form. */
const TLS_WORDS = wordTable<ServerAddress['tls']>({
  '': 'off',
  false: 'off',
  disable: 'off',
  allow: 'off',
  prefer: 'off',
  preferred: 'off',
  true: 'verify',
  'verify-full': 'verify',
  'verify-ca': 'verify',
  require: 'accept-any',
  'no-verify': 'accept-any',
  'skip-verify': 'accept-any',
})

const parseTls = (params: URLSearchParams): ServerAddress['tls'] => {
  const word = params.get('sslmode') ?? params.get('ssl-mode') ?? params.get('tls') ?? ''
  const tls = TLS_WORDS[word.toLowerCase()]
  if (tls === undefined) throw new BadDsn(`SQL_DSN: "${word}" is not a known value of sslmode or tls`)
  return tls
}

const parsePort = (text: string, kind: ServerAddress['kind']): number => {
  if (text === '') return DEFAULT_PORT[kind]
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new BadDsn('SQL_DSN: the port must be a number from 1 to 65535')
  return port
}

const decode = (text: string, part: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new BadDsn(`SQL_DSN: the ${part} has a % that is not followed by two hexadecimal digits; write % itself as %25`)
  }
}

const required = (text: string, part: string): string => {
  if (text === '') throw new BadDsn(`SQL_DSN: the ${part} is missing`)
  return text
}

const parseUrl = (dsn: string): ServerAddress => {
  const scheme = dsn.slice(0, dsn.indexOf(':') + 1).toLowerCase()
  const kind = SCHEMES[scheme]
  if (kind === undefined)
    throw new BadDsn(`SQL_DSN: "${scheme}//" is not known; use postgres://, mysql:// or user:password@tcp(host:port)/database`)
  if (!URL.canParse(dsn)) throw new BadDsn(`SQL_DSN: not a valid ${scheme}// address; encode special characters of the password as %XX`)
  const url = new URL(dsn)
  const socketPath = url.searchParams.get('host') ?? url.searchParams.get('socket') ?? undefined
  const host = decode(url.hostname, 'host').replace(/^\[|\]$/g, '')
  return {
    kind,
    host: socketPath === undefined ? required(host, 'host') : host,
    port: parsePort(url.port, kind),
    socketPath,
    user: decode(url.username, 'user'),
    password: decode(url.password, 'password'),
    database: required(decode(url.pathname.slice(1), 'database name'), 'database name'),
    tls: parseTls(url.searchParams),
  }
}

/** Cuts from the right, as a password may contain any of the separators. */
const cutLast = (text: string, separator: string): readonly [string, string] | undefined => {
  const at = text.lastIndexOf(separator)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + 1)]
}

const parseEndpoint = (endpoint: string): Pick<ServerAddress, 'host' | 'port' | 'socketPath'> => {
  const match = /^(tcp|unix)\((.*)\)$/.exec(endpoint)
  if (match === null) throw new BadDsn('SQL_DSN: expected tcp(host:port) or unix(/path) between @ and /')
  const [, protocol, inner = ''] = match
  if (protocol === 'unix') return { host: 'localhost', port: DEFAULT_PORT.mysql, socketPath: required(inner, 'socket path') }
  const ipv6 = /^\[([^\]]*)\](?::(.*))?$/.exec(inner)
  const [host, port] = ipv6 === null ? (cutLast(inner, ':') ?? [inner, '']) : [ipv6[1] ?? '', ipv6[2] ?? '']
  return { host: required(host, 'host'), port: parsePort(port, 'mysql'), socketPath: undefined }
}

const parseOldMysqlForm = (dsn: string): ServerAddress => {
  const slash = cutLast(dsn, '/')
  if (slash === undefined) throw new BadDsn('SQL_DSN: expected postgres://, mysql:// or user:password@tcp(host:port)/database')
  const [left, right] = slash
  const [credentials, endpoint] = cutLast(left, '@') ?? ['', left]
  const colon = credentials.indexOf(':')
  const [database = '', params = ''] = right.split('?', 2)
  return {
    kind: 'mysql',
    ...parseEndpoint(endpoint),
    user: colon < 0 ? credentials : credentials.slice(0, colon),
    password: colon < 0 ? '' : credentials.slice(colon + 1),
    database: required(database, 'database name'),
    tls: parseTls(new URLSearchParams(params)),
  }
}

/** Whether it names a database server; a path does not. */
export const isServerAddress = (text: string): boolean => text.includes('://') || /@(tcp|unix)\(/.test(text)

/** As other programs name a file of SQLite. */
const isFileAddress = (text: string): boolean => /^(?:sqlite3?|file):/i.test(text)

/** An empty address means the embedded database at `sqlitePath`. */
export const parseDsn = (dsn: string, sqlitePath: string): DatabaseAddress => {
  const trimmed = dsn.trim()
  if (trimmed === '') return { kind: 'sqlite', path: sqlitePath }
  if (isFileAddress(trimmed)) throw new BadDsn('SQL_DSN: leave it empty for SQLite, whose file is weir.db in DATA_DIR')
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? parseUrl(trimmed) : parseOldMysqlForm(trimmed)
}

/** A path names a file of SQLite; an empty address no database at all. What has an @ is meant for a server: a file would bear its password. */
export const parseLogDsn = (dsn: string): DatabaseAddress | undefined => {
  const trimmed = dsn.trim()
  if (trimmed === '') return undefined
  if (isFileAddress(trimmed)) throw new BadDsn('LOG_SQL_DSN: for SQLite give the path of the file alone')
  if (!isServerAddress(trimmed) && !trimmed.includes('@')) return { kind: 'sqlite', path: resolve(trimmed), flushesCommits: true }
  try {
    return parseDsn(trimmed, '')
  } catch (error) {
    throw error instanceof BadDsn ? new BadDsn(error.message.replace(/^SQL_DSN/, 'LOG_SQL_DSN')) : error
  }
}

/** Without the password. */
export const describeAddress = (address: DatabaseAddress): string => {
  if (address.kind === 'sqlite') return address.path
  const { kind, host, port, socketPath, database } = address
  return `${kind === 'postgres' ? 'PostgreSQL' : 'MySQL'} ${database} at ${socketPath ?? `${host}:${port}`}`
}
