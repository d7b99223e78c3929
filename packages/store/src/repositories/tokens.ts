import { TokenStatus, tokenStatusAt, type TokenObject } from '@weir/contract/token'
import { writeLimitRead } from '@weir/contract/values/limit-read'
import { sql, type Kysely, type Selectable } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { LimitMoved } from '../errors.ts'
import type { Schema, TokensTable } from '../schema.ts'
import { deleteBudgetsOf } from './budgets.ts'
import { changedColumns, insertToken, setsLimit, tokenKeyPlace, type TokenChange, type TokenFields } from './insert-token.ts'
import { LIKE_ESCAPE, countRows, prefixPattern, type Page } from '../rows.ts'
import { inTransaction } from '../transaction.ts'

export interface KeyReplacement {
  readonly key: string
  readonly graceSeconds: number
}

export type TokenOrder = 'remain_quota' | 'used_quota'

/** Every call names the owner: a token of another user does not exist. */
export interface Tokens {
  list(userId: number, page: Page, order?: TokenOrder): Promise<readonly TokenObject[]>
  count(userId: number): Promise<number>
  search(userId: number, prefix: string, page: Page): Promise<readonly TokenObject[]>
  /** Of everything that the search finds, newest first. */
  matching(userId: number, prefix: string): Promise<readonly number[]>
  get(userId: number, id: number): Promise<TokenObject | undefined>
  /** `key` without `sk-`. Throws `DuplicateRow` when it exists. */
  create(userId: number, key: string, fields: TokenFields): Promise<TokenObject>
  /** All or nothing. Throws `LimitMoved`. */
  update(userId: number, id: number, fields: TokenChange): Promise<TokenObject | undefined>
  setStatus(userId: number, id: number, status: number): Promise<TokenObject | undefined>
  /** `key` without `sk-`. The key before works for `graceSeconds` more, and any older one ends now. Throws `DuplicateRow`. */
  replaceKey(userId: number, id: number, replacement: KeyReplacement): Promise<TokenObject | undefined>
  softDelete(userId: number, id: number): Promise<boolean>
  /** All in one transaction. The ids of those that were there. */
  softDeleteMany(userId: number, ids: readonly number[]): Promise<readonly number[]>
}

const isNamedLike = (prefix: string) => sql<boolean>`name like ${prefixPattern(prefix)} escape ${sql.lit(LIKE_ESCAPE)}`

const limitRead = ({
  remain_quota: remainQuota,
  unlimited_quota: isUnlimited,
  limit_revision: revision,
}: Selectable<TokensTable>): string => writeLimitRead({ remainQuota, isUnlimited, revision: revision ?? 0 })

export const createTokens = (context: StoreContext): Tokens => {
  const { kysely, vault, clock, engine } = context

  const toTokenObject = (row: Selectable<TokensTable>): TokenObject => ({
    id: row.id,
    user_id: row.user_id,
    key: vault.open('token-encrypt', tokenKeyPlace(row.secret_id), row.key_cipher),
    status: tokenStatusAt(row, nowSeconds(clock)),
    name: row.name,
    created_time: row.created_time,
    accessed_time: row.accessed_time,
    expired_time: row.expired_time,
    remain_quota: row.remain_quota,
    unlimited_quota: row.unlimited_quota,
    used_quota: row.used_quota,
    models: row.models,
    subnet: row.subnet,
    group: row.token_group ?? '',
    limit_read: limitRead(row),
  })

  const own = (userId: number) => kysely.selectFrom('tokens').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null)

  const get = async (userId: number, id: number): Promise<TokenObject | undefined> => {
    const row = await own(userId).where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : toTokenObject(row)
  }

  /** The owner sets what may be spent from now on; what running requests give back belongs to the limit before. */
  const partFromLimit = async (
    transaction: Kysely<Schema>,
    { userId, id, remainQuota }: { readonly userId: number; readonly id: number; readonly remainQuota: number },
  ): Promise<void> => {
    const token = transaction.selectFrom('tokens').select('remain_quota').where('id', '=', id).where('deleted_at', 'is', null)
    const running = transaction
      .updateTable('reservations')
      .set({ is_token_limited: false })
      .where('token_id', '=', id)
      .where('user_id', '=', userId)
    // Reservations before tokens: the order in which settlements lock them.
    await running.where((eb) => eb.exists(token.where('remain_quota', '!=', remainQuota))).execute()
    const locked = await token.$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate()).executeTakeFirst()
    // A request may have been let in since then; from here on none can be.
    if (locked !== undefined && locked.remain_quota !== remainQuota) await running.where('is_token_limited', '=', true).execute()
  }

  const write = async (userId: number, id: number, fields: TokenChange): Promise<boolean> => {
    const isChanged = await inTransaction(kysely, async (transaction) => {
      if (fields.remainQuota !== undefined) await partFromLimit(transaction, { userId, id, remainQuota: fields.remainQuota })
      const { limitRevision, ...change } = fields
      const update = transaction
        .updateTable('tokens')
        .set((eb) => ({
          ...changedColumns(change),
          ...(setsLimit(change) && { limit_revision: eb(eb.fn.coalesce('limit_revision', eb.lit(0)), '+', 1) }),
          // What ran out is told by the limits, and these are new ones.
          status: eb
            .case()
            .when('status', 'in', [TokenStatus.expired, TokenStatus.exhausted])
            .then(TokenStatus.enabled)
            .else(eb.ref('status'))
            .end(),
        }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
      const expected = update.$if(limitRevision !== undefined, (query) =>
        query.where((eb) => eb(eb.fn.coalesce('limit_revision', eb.lit(0)), '=', limitRevision ?? 0)),
      )
      const isWritten = (await expected.executeTakeFirstOrThrow()).numUpdatedRows > 0n
      if (isWritten || limitRevision === undefined) return isWritten
      const living = transaction.selectFrom('tokens').select('id').where('id', '=', id).where('user_id', '=', userId)
      if ((await living.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined) throw new LimitMoved(`token ${id}`)
      return false
    })
    context.identitiesChanged()
    return isChanged
  }

  const softDeleteMany = async (userId: number, ids: readonly number[]): Promise<readonly number[]> => {
    const deleted = await inTransaction(kysely, async (db) => {
      const living = db
        .selectFrom('tokens')
        .select('id')
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
      const locked = living.orderBy('id').$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate())
      const found = (await locked.execute()).map(({ id }) => id)
      if (found.length === 0) return found
      const end = { deleted_at: nowSeconds(clock), status: TokenStatus.disabled }
      await db.updateTable('tokens').set(end).where('id', 'in', found).execute()
      await deleteBudgetsOf(db, 'token', found)
      return found
    })
    context.identitiesChanged()
    context.budgetsChanged()
    return deleted
  }

  return {
    async list(userId, { offset, limit }, order) {
      const rows = await own(userId)
        .$if(order === 'remain_quota', (query) => query.orderBy('unlimited_quota', 'desc'))
        .$if(order !== undefined, (query) => query.orderBy(order ?? 'id', 'desc'))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toTokenObject)
    },
    count: (userId) =>
      countRows(
        kysely
          .selectFrom('tokens')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('user_id', '=', userId)
          .where('deleted_at', 'is', null),
      ),
    async search(userId, prefix, { offset, limit }) {
      const rows = await own(userId).where(isNamedLike(prefix)).orderBy('id', 'desc').limit(limit).offset(offset).execute()
      return rows.map(toTokenObject)
    },
    async matching(userId, prefix) {
      const rows = await own(userId).clearSelect().select('id').where(isNamedLike(prefix)).orderBy('id', 'desc').execute()
      return rows.map(({ id }) => id)
    },
    get,
    async create(userId, key, fields) {
      const row = await insertToken(kysely, context, { userId, key, fields })
      context.identitiesChanged()
      return toTokenObject(row)
    },
    async update(userId, id, fields) {
      const isChanged = await write(userId, id, fields).catch(async (error: unknown) => {
        const now = error instanceof LimitMoved ? await get(userId, id) : undefined
        if (now?.remain_quota !== fields.remainQuota || now?.unlimited_quota !== fields.isUnlimited) throw error
        // A repeat of what was done already is no error.
        const { remainQuota: _quota, isUnlimited: _unlimited, limitRevision: _revision, ...rest } = fields
        return write(userId, id, rest)
      })
      return isChanged ? get(userId, id) : undefined
    },
    async setStatus(userId, id, status) {
      await kysely
        .updateTable('tokens')
        .set({ status })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute()
      context.identitiesChanged()
      return get(userId, id)
    },
    async replaceKey(userId, id, { key, graceSeconds }) {
      const row = await own(userId).where('id', '=', id).executeTakeFirst()
      if (row === undefined) return undefined
      const hasGrace = graceSeconds > 0
      await kysely
        .updateTable('tokens')
        .set((eb) => ({
          // Before the new key: MySQL assigns from left to right and would otherwise keep the new key as the old one.
          old_key_hmac: hasGrace ? eb.ref('key_hmac') : null,
          old_key_cipher: hasGrace ? eb.ref('key_cipher') : null,
          old_key_until: hasGrace ? nowSeconds(clock) + graceSeconds : null,
          key_cipher: vault.seal('token-encrypt', tokenKeyPlace(row.secret_id), key),
          key_hmac: vault.lookup('token-lookup', key),
        }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute()
      context.identitiesChanged()
      return get(userId, id)
    },
    async softDelete(userId, id) {
      return (await softDeleteMany(userId, [id])).length > 0
    },
    softDeleteMany,
  }
}
