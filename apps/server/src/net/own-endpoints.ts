import type { Endpoint } from './blocked-endpoints.ts'

const REDIS_PORT = 6379

const redisEndpoints = (redisUrl: string): readonly Endpoint[] => {
  if (redisUrl === '') return []
  const { hostname, port } = new URL(redisUrl)
  return [{ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? REDIS_PORT : Number(port) }]
}

type Database = { readonly kind: 'sqlite' } | (Endpoint & { readonly kind: 'postgres' | 'mysql'; readonly socketPath: string | undefined })

const databaseEndpoints = (database: Database): readonly Endpoint[] =>
  database.kind === 'sqlite' || database.socketPath !== undefined ? [] : [{ host: database.host, port: database.port }]

interface OwnServices {
  readonly port: number
  readonly database: Database
  /** Where the log has one of its own. */
  readonly logDatabase?: Database | undefined
  readonly redisUrl: string
}

/** Where this server, its databases and its Redis answer: an address that a user or an admin names must not lead there. */
export const ownEndpoints = ({ port, database, logDatabase, redisUrl }: OwnServices): readonly Endpoint[] => [
  { host: '127.0.0.1', port },
  ...databaseEndpoints(database),
  ...(logDatabase === undefined ? [] : databaseEndpoints(logDatabase)),
  ...redisEndpoints(redisUrl),
]
