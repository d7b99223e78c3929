import { randomUUID } from 'node:crypto'
import { NEVER_EXPIRES } from '@weir/contract/values/quantity'
import { TokenStatus } from '@weir/contract/token'
import type { Kysely, Selectable } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import type { Schema, TokensTable } from '../schema.ts'
import { insertRow } from '../rows.ts'

/** The fields an owner sets. */
export interface TokenFields {
  readonly name: string
  readonly expiredTime: number
  readonly remainQuota: number
  readonly isUnlimited: boolean
  readonly models: string
  readonly subnet: string
  /** Empty for that of the user. */
  readonly group?: string
}

export const UNLIMITED_TOKEN: Omit<TokenFields, 'name'> = {
  expiredTime: NEVER_EXPIRES,
  remainQuota: 0,
  isUnlimited: true,
  models: '',
  subnet: '',
}

/** What may be spent. */
type Limit = Pick<TokenFields, 'remainQuota' | 'isUnlimited'>

/** A change of them: what is not given of the limit stays as it is. */
export interface TokenChange extends Omit<TokenFields, keyof Limit>, Partial<Limit> {
  /** The limit is set only where nobody has set another since that was read. */
  readonly limitRevision?: number
}

export const setsLimit = ({ remainQuota, isUnlimited }: TokenChange): boolean => remainQuota !== undefined || isUnlimited !== undefined

/** Names the row for the vault, so that a key copied to another row does not open there. */
export const tokenKeyPlace = (secretId: string): string => `tokens.key_cipher.${secretId}`

const plainColumns = (fields: Omit<TokenFields, keyof Limit>) => ({
  name: fields.name,
  expired_time: fields.expiredTime,
  models: fields.models,
  subnet: fields.subnet,
  token_group: fields.group ?? '',
})

const tokenColumns = (fields: TokenFields) => ({
  ...plainColumns(fields),
  remain_quota: fields.remainQuota,
  unlimited_quota: fields.isUnlimited,
})

export const changedColumns = ({ remainQuota, isUnlimited, ...fields }: TokenChange) => ({
  ...plainColumns(fields),
  ...(remainQuota !== undefined && { remain_quota: remainQuota }),
  ...(isUnlimited !== undefined && { unlimited_quota: isUnlimited }),
})

interface NewToken {
  readonly userId: number
  /** Without `sk-`. */
  readonly key: string
  readonly fields: TokenFields
}

/** Part of a transaction of the caller. Throws `DuplicateRow` when the key exists. */
export const insertToken = async (
  db: Kysely<Schema>,
  { vault, engine, clock }: StoreContext,
  { userId, key, fields }: NewToken,
): Promise<Selectable<TokensTable>> => {
  const now = nowSeconds(clock)
  const secretId = randomUUID()
  const values = {
    ...tokenColumns(fields),
    user_id: userId,
    secret_id: secretId,
    key_cipher: vault.seal('token-encrypt', tokenKeyPlace(secretId), key),
    key_hmac: vault.lookup('token-lookup', key),
    status: TokenStatus.enabled,
    created_time: now,
    accessed_time: now,
    used_quota: 0,
    deleted_at: null,
    old_key_hmac: null,
    old_key_until: null,
    old_key_cipher: null,
    limit_revision: null,
  }
  return { ...values, id: await insertRow(db, engine, { table: 'tokens', values }) }
}
