import { TokenStatus, tokenStatusAt, type TokenObject } from '@weir/contract/token'
import { writeLimitRead } from '@weir/contract/values/limit-read'
import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { LimitMoved } from '../errors.ts'
import { ASKED } from '../metering/leases/lease-statements.ts'
import type { Schema, TokensTable } from '../schema.ts'
import { deleteBudgetsOf } from './budgets.ts'
import { changedColumns, insertToken, setsLimit, tokenKeyPlace, type TokenChange, type TokenFields } from './insert-token.ts'
import { LIKE_ESCAPE, countRows, prefixPattern, type Page } from '../rows.ts'

export type TokenOrder = 'remain_quota' | 'used_quota'

/** A token that was changed, as both reads of the transaction saw it. */
export interface TokenEdit {
  readonly before: TokenObject
  readonly after: TokenObject
}

interface Traced<Outcome> {
  readonly trace?: Trace<Outcome> | undefined
}

type TracedEdit = Traced<TokenEdit | undefined>

export interface KeyReplacement extends TracedEdit {
  readonly key: string
  readonly graceSeconds: number
}

interface StatusChange extends TracedEdit {
  readonly status: number
}

/** Every call names the owner: a token of another user does not exist. */
export interface Tokens {
  list(userId: number, page: Page, order?: TokenOrder): Promise<readonly TokenObject[]>
  count(userId: number): Promise<number>
  search(userId: number, prefix: string, page: Page): Promise<readonly TokenObject[]>
  /** Of everything that the search finds, newest first. */
  matching(userId: number, prefix: string): Promise<readonly number[]>
  get(userId: number, id: number): Promise<TokenObject | undefined>
  /** `key` without `sk-`. Throws `DuplicateRow` when it exists. */
  create(userId: number, key: string, fields: TokenFields & Traced<TokenObject>): Promise<TokenObject>
  /** All or nothing. Throws `LimitMoved`. */
  update(userId: number, id: number, fields: TokenChange & TracedEdit): Promise<TokenObject | undefined>
  setStatus(userId: number, id: number, change: StatusChange): Promise<TokenObject | undefined>
  /** `key` without `sk-`. The key before works for `graceSeconds` more, and any older one ends now. Throws `DuplicateRow`. */
  replaceKey(userId: number, id: number, replacement: KeyReplacement): Promise<TokenObject | undefined>
  softDelete(userId: number, id: number, trace?: Trace<readonly TokenObject[]>): Promise<boolean>
  /** All in one transaction. The ids of those that were there; the trace is told of what they were. */
  softDeleteMany(userId: number, ids: readonly number[], trace?: Trace<readonly TokenObject[]>): Promise<readonly number[]>
}

const isNamedLike = (prefix: string) => sql<boolean>`name like ${prefixPattern(prefix)} escape ${sql.lit(LIKE_ESCAPE)}`

const limitRead = ({
  remain_quota: remainQuota,
  unlimited_quota: isUnlimited,
  limit_revision: revision,
}: Selectable<TokensTable>): string => writeLimitRead({ remainQuota, isUnlimited, revision: revision ?? 0 })

/** Throws `LimitMoved` where another limit was set since; a repeat of what was done already is no error. */
const limitColumns = (row: Selectable<TokensTable>, fields: TokenChange): Pick<Updateable<TokensTable>, 'limit_revision'> => {
  if (!setsLimit(fields)) return {}
  const revision = row.limit_revision ?? 0
  const { limitRevision = revision, remainQuota, isUnlimited } = fields
  if (limitRevision === revision) return { limit_revision: revision + 1 }
  if (row.remain_quota === remainQuota && row.unlimited_quota === isUnlimited) return {}
  throw new LimitMoved(`token ${row.id}`)
}

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

  const ownIn = (db: Kysely<Schema>, userId: number) =>
    db.selectFrom('tokens').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null)
  const own = (userId: number) => ownIn(kysely, userId)

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
      // Leases are called back by it as well: not every database can tell their owners that the token has changed.
      .set({ is_token_limited: false, called_back: ASKED })
      .where('token_id', '=', id)
      .where('user_id', '=', userId)
    // Reservations before tokens: the order in which settlements lock them.
    await running.where((eb) => eb.exists(token.where('remain_quota', '!=', remainQuota))).execute()
    const locked = await token.$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate()).executeTakeFirst()
    // A request may have been let in since then; from here on none can be.
    if (locked !== undefined && locked.remain_quota !== remainQuota) await running.where('is_token_limited', '=', true).execute()
  }

  const softDeleteMany: Tokens['softDeleteMany'] = async (userId, ids, trace) => {
    const deleted = await inTracedTransaction(context, trace, async (db) => {
      const living = ownIn(db, userId).where('id', 'in', ids).orderBy('id')
      const rows = await living.$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate()).execute()
      if (rows.length === 0) return []
      const found = rows.map(({ id }) => id)
      const end = { deleted_at: nowSeconds(clock), status: TokenStatus.disabled }
      await db.updateTable('tokens').set(end).where('id', 'in', found).execute()
      await deleteBudgetsOf(db, 'token', found)
      return rows.map(toTokenObject)
    })
    context.identitiesChanged()
    context.budgetsChanged()
    return deleted.map(({ id }) => id)
  }

  interface Edit extends TracedEdit {
    readonly userId: number
    readonly id: number
    /** Before the row is locked. */
    readonly prepare?: (db: Kysely<Schema>) => Promise<void>
    readonly columns: (row: Selectable<TokensTable>) => Updateable<TokensTable>
  }

  /** The row is locked between the two reads: nobody else's change stands in the trail as this one's. */
  const editing = async ({ userId, id, prepare, columns, trace }: Edit): Promise<TokenObject | undefined> => {
    const edit = await inTracedTransaction(context, trace, async (db): Promise<TokenEdit | undefined> => {
      await prepare?.(db)
      const one = ownIn(db, userId).where('id', '=', id)
      const row = await one.$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate()).executeTakeFirst()
      if (row === undefined) return undefined
      await db.updateTable('tokens').set(columns(row)).where('id', '=', id).execute()
      return { before: toTokenObject(row), after: toTokenObject(await one.executeTakeFirstOrThrow()) }
    })
    context.identitiesChanged()
    return edit?.after
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
    async create(userId, key, { trace, ...fields }) {
      const token = await inTracedTransaction(context, trace, async (db) =>
        toTokenObject(await insertToken(db, context, { userId, key, fields })),
      )
      context.identitiesChanged()
      return token
    },
    update: (userId, id, { trace, ...fields }) =>
      editing({
        userId,
        id,
        trace,
        prepare: async (db) => {
          if (fields.remainQuota !== undefined) await partFromLimit(db, { userId, id, remainQuota: fields.remainQuota })
        },
        columns: (row) => ({
          ...changedColumns(fields),
          ...limitColumns(row, fields),
          // What ran out is told by the limits, and these are new ones.
          status: row.status === TokenStatus.expired || row.status === TokenStatus.exhausted ? TokenStatus.enabled : row.status,
        }),
      }),
    setStatus: (userId, id, { status, trace }) => editing({ userId, id, trace, columns: () => ({ status }) }),
    replaceKey: (userId, id, { key, graceSeconds, trace }) =>
      editing({
        userId,
        id,
        trace,
        columns: (row) => ({
          old_key_hmac: graceSeconds > 0 ? row.key_hmac : null,
          old_key_cipher: graceSeconds > 0 ? row.key_cipher : null,
          old_key_until: graceSeconds > 0 ? nowSeconds(clock) + graceSeconds : null,
          key_cipher: vault.seal('token-encrypt', tokenKeyPlace(row.secret_id), key),
          key_hmac: vault.lookup('token-lookup', key),
        }),
      }),
    async softDelete(userId, id, trace) {
      return (await softDeleteMany(userId, [id], trace)).length > 0
    },
    softDeleteMany,
  }
}
