import { saturated } from '@weir/contract/values/quantity'
import { createConnection, createPool, type Pool, type TypeCastField, type TypeCastNext } from 'mysql2/promise'
import type { ServerAddress } from '../dsn.ts'
import { POOL_SIZE } from './pool-size.ts'

const CONNECT_TIMEOUT_MS = 5000

const readInteger = (text: string | null): number | null => (text === null ? null : saturated(Number(text)))

const readField = (field: TypeCastField, next: TypeCastNext): unknown => {
  if (field.type === 'LONGLONG') return readInteger(field.string())
  if (field.type === 'TINY' && field.length === 1) {
    const text = field.string()
    return text === null ? null : text === '1'
  }
  if (field.type === 'NEWDECIMAL') {
    // SUM over bigint is decimal.
    const text = field.string()
    return Number.isInteger(Number(text)) ? readInteger(text ?? '0') : Number(text)
  }
  return next()
}

const optionsOf = (address: ServerAddress) => ({
  ...(address.socketPath === undefined ? { host: address.host, port: address.port } : { socketPath: address.socketPath }),
  user: address.user,
  password: address.password,
  database: address.database,
  ...(address.tls === 'off' ? {} : { ssl: { rejectUnauthorized: address.tls === 'verify' } }),
  connectTimeout: CONNECT_TIMEOUT_MS,
})

/** Whoever refuses has answered. */
export const isAlive = async (address: ServerAddress): Promise<boolean> => {
  try {
    ;(await createConnection(optionsOf(address))).destroy()
    return true
  } catch (error) {
    return error instanceof Error && 'sqlState' in error
  }
}

export const openPool = (address: ServerAddress): Pool =>
  createPool({
    ...optionsOf(address),
    connectionLimit: POOL_SIZE,
    charset: 'utf8mb4_bin',
    supportBigNumbers: true,
    typeCast: readField,
  })
