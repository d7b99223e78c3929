import { saturated } from '@weir/contract/values/quantity'
import { Client, DatabaseError, Pool, Query, types as pgTypes, type PoolClient, type PoolConfig, type QueryResult } from 'pg'
import type { ServerAddress } from '../dsn.ts'
import type { Row, Value } from './engine.ts'
import { POOL_SIZE } from './pool-size.ts'

const CONNECT_TIMEOUT_MS = 5000
/**
 * A node that hangs inside a transaction must not hang the others: they give up waiting, and the server ends its session. That comes before
 * the end of the second wait, so that a commit which waits for a row of it is tried again in vain by nobody.
 */
const SESSION_SETUP = "set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '8s'"

const readInteger = (text: string): number => saturated(Number(text))
/** What is too large to be exact is whole as well. */
const readNumeric = (text: string): number => (Number.isInteger(Number(text)) ? readInteger(text) : Number(text))

/** Per pool, not global: another library in the process keeps its own reading of 64-bit numbers. */
const typeReaders: NonNullable<PoolConfig['types']> = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (oid === pgTypes.builtins.INT8) return readInteger
    // SUM over bigint is numeric.
    if (oid === pgTypes.builtins.NUMERIC) return readNumeric
    return pgTypes.getTypeParser(oid, format) as (text: string) => unknown
  },
}

const optionsOf = (address: ServerAddress) => ({
  host: address.socketPath ?? address.host,
  port: address.port,
  user: address.user,
  password: address.password,
  database: address.database,
  ssl: address.tls === 'off' ? false : { rejectUnauthorized: address.tls === 'verify' },
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  application_name: 'weir',
  keepAlive: true,
  pipeline: true,
})

interface Submitted {
  readonly text: string
  readonly values: Value[]
  /** Under which the connection prepares it once. */
  readonly name: string | undefined
}

/** The driver copies a query that is given as an object property by property: up to a fifth of what a small transaction costs this process. */
export const submitQuery = (client: PoolClient, { text, values, name }: Submitted): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const query = new Query<Row, Value[]>(text, values, (error, result) => {
      if (error instanceof Error) reject(error)
      else resolve(result)
    })
    client.query(name === undefined ? query : Object.assign(query, { name }))
  })

/** One connection beside the pool, for whoever listens. */
export const openClient = (address: ServerAddress): Client => new Client({ ...optionsOf(address), query_timeout: CONNECT_TIMEOUT_MS })

/** Whoever refuses has answered. */
export const isAlive = async (address: ServerAddress): Promise<boolean> => {
  const client = openClient(address)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof DatabaseError
  } finally {
    // Not waited for: a connection that hangs would hang this too.
    client.end().catch(() => undefined)
  }
}

export const openPool = (address: ServerAddress, onConnect: (client: PoolClient) => void): Pool => {
  const pool = new Pool({ ...optionsOf(address), max: POOL_SIZE, types: typeReaders })
  // A connection that the server closes is replaced at its next use; without listeners the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    onConnect(client)
    client.on('error', () => undefined)
    // Runs before anything else on this connection; if it fails, so will the first query, and that one is reported.
    client.query(SESSION_SETUP).catch(() => undefined)
  })
  return pool
}
