import { randomUUID } from 'node:crypto'
import { LogType } from '@weir/contract/log'
import { RedemptionStatus, type RedemptionObject } from '@weir/contract/redemption'
import type { Selectable } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { createEntries } from '../metering/entries.ts'
import type { RedemptionsTable } from '../schema.ts'
import { insertLog } from '../new-log.ts'
import { countRows, findAmong, isFoundBy, type Page } from '../rows.ts'

export interface NewRedemptions {
  readonly creatorId: number
  readonly name: string
  readonly quota: number
  readonly keys: readonly string[]
}

export interface Redeeming {
  readonly key: string
  readonly user: { readonly id: number; readonly username: string }
  readonly requestId: string
  /** The text of the log row. */
  readonly describe: (quota: number, name: string) => string
  readonly trace?: Trace<{ readonly quota: number; readonly id: number } | 'unknown'>
}

export type RedeemOutcome = { readonly quota: number; readonly id: number } | 'unknown' | 'used' | 'disabled' | 'too-large' | 'no-account'

export interface RedemptionFields {
  readonly name?: string
  readonly quota?: number
  /** What the quota was changed from; a code that is worth something else by now stays as it is. */
  readonly expectedQuota?: number
  readonly status?: number
}

/** `used`: the code was redeemed and never changes again. `quota`: it is not worth what it was to be changed from. */
export type RedemptionChange = RedemptionObject | 'used' | { readonly quota: number } | undefined

export interface Redemptions {
  list(page: Page): Promise<readonly RedemptionObject[]>
  count(): Promise<number>
  /** By id or by the beginning of the name. */
  search(keyword: string, page: Page): Promise<readonly RedemptionObject[]>
  /** Of everything that the search finds, newest first. */
  matching(keyword: string): Promise<readonly number[]>
  get(id: number): Promise<RedemptionObject | undefined>
  /** All or none. Throws `DuplicateRow` when a key exists. */
  createMany(codes: NewRedemptions, trace?: Trace<void>): Promise<void>
  update(id: number, fields: RedemptionFields, trace?: Trace<boolean>): Promise<RedemptionChange>
  delete(id: number, trace?: Trace<boolean>): Promise<boolean>
  /** All in one transaction. Those that were there. */
  deleteMany(ids: readonly number[], trace?: Trace<readonly RedemptionObject[]>): Promise<readonly RedemptionObject[]>
  /** The status is compared and swapped first, and the credit shares its transaction: one code pays once. */
  redeem(redeeming: Redeeming): Promise<RedeemOutcome>
}

export const redemptionPlace = (secretId: string): string => `redemptions.key_cipher.${secretId}`

/** Rolls a transaction back without being an error to the caller. */
class CreditRefused extends Error {
  readonly outcome: 'too-large' | 'no-account'

  constructor(outcome: 'too-large' | 'no-user') {
    super(outcome)
    this.outcome = outcome === 'too-large' ? 'too-large' : 'no-account'
  }
}

export const createRedemptions = (context: StoreContext): Redemptions => {
  const { kysely, vault, clock, engine } = context
  const entries = createEntries(context)

  const toObject = (row: Selectable<RedemptionsTable>): RedemptionObject => ({
    id: row.id,
    user_id: row.user_id,
    key: row.key_cipher === '' ? '' : vault.open('code-encrypt', redemptionPlace(row.secret_id), row.key_cipher),
    status: row.status,
    name: row.name,
    quota: row.quota,
    created_time: row.created_time,
    redeemed_time: row.redeemed_time,
    count: 0,
  })

  const newestFirst = () => kysely.selectFrom('redemptions').selectAll().orderBy('id', 'desc')

  const get = async (id: number): Promise<RedemptionObject | undefined> => {
    const row = await newestFirst().where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : toObject(row)
  }

  const whyNot = async (key: string): Promise<'unknown' | 'used' | 'disabled'> => {
    const row = await findAmong(vault.lookups('code-lookup', key), (keyHmac) =>
      kysely.selectFrom('redemptions').select('status').where('key_hmac', '=', keyHmac).executeTakeFirst(),
    )
    if (row === undefined) return 'unknown'
    return row.status === RedemptionStatus.used ? 'used' : 'disabled'
  }

  const redeem = ({ key, user, requestId, describe, trace }: Redeeming): Promise<RedeemOutcome> =>
    inTracedTransaction(context, trace, async (db) => {
      const now = nowSeconds(clock)
      const keyHmac = await findAmong(vault.lookups('code-lookup', key), async (lookup) => {
        const { numUpdatedRows } = await db
          .updateTable('redemptions')
          .set({ status: RedemptionStatus.used, redeemed_time: now, redeemed_by: user.id, key_cipher: '' })
          .where('key_hmac', '=', lookup)
          .where('status', '=', RedemptionStatus.unused)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 0n ? undefined : lookup
      })
      if (keyHmac === undefined) return 'unknown'
      const code = await db
        .selectFrom('redemptions')
        .select(['id', 'name', 'quota'])
        .where('key_hmac', '=', keyHmac)
        .executeTakeFirstOrThrow()
      const credit = { userId: user.id, amount: code.quota, kind: 'redeem', note: `code ${code.id}`, requestId: `code-${code.id}` } as const
      const outcome = await entries.add(db, credit)
      if (outcome !== 'booked') throw new CreditRefused(outcome)
      await insertLog(db, now, {
        userId: user.id,
        username: user.username,
        type: LogType.topUp,
        quota: code.quota,
        content: describe(code.quota, code.name),
        requestId,
        detail: { redemption: code.id },
      })
      return { quota: code.quota, id: code.id }
    })

  return {
    async list({ offset, limit }) {
      return (await newestFirst().limit(limit).offset(offset).execute()).map(toObject)
    },
    count: () => countRows(kysely.selectFrom('redemptions').select((eb) => eb.fn.countAll().as('count'))),
    async search(keyword, { offset, limit }) {
      return (
        await newestFirst()
          .where(isFoundBy(keyword, ['name']))
          .limit(limit)
          .offset(offset)
          .execute()
      ).map(toObject)
    },
    async matching(keyword) {
      const rows = await kysely
        .selectFrom('redemptions')
        .select('id')
        .where(isFoundBy(keyword, ['name']))
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ id }) => id)
    },
    get,
    async createMany({ creatorId, name, quota, keys }, trace) {
      const rows = keys.map((key) => {
        const secretId = randomUUID()
        return {
          user_id: creatorId,
          secret_id: secretId,
          key_cipher: vault.seal('code-encrypt', redemptionPlace(secretId), key),
          key_hmac: vault.lookup('code-lookup', key),
          status: RedemptionStatus.unused,
          name,
          quota,
          created_time: nowSeconds(clock),
          redeemed_time: 0,
          redeemed_by: 0,
        }
      })
      await inTracedTransaction(context, trace, async (db) => {
        await db.insertInto('redemptions').values(rows).execute()
      })
    },
    async update(id, { expectedQuota, ...change }, trace) {
      const isChanged = await inTracedTransaction(context, trace, async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('redemptions')
          .set({ id, ...change })
          .where('id', '=', id)
          .where('status', '!=', RedemptionStatus.used)
          .$if(expectedQuota !== undefined, (update) => update.where('quota', '=', expectedQuota ?? 0))
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n
      })
      const code = await get(id)
      if (isChanged || code === undefined) return code
      return code.status === RedemptionStatus.used ? 'used' : { quota: code.quota }
    },
    delete: (id, trace) =>
      inTracedTransaction(context, trace, async (db) => {
        const { numDeletedRows } = await db.deleteFrom('redemptions').where('id', '=', id).executeTakeFirstOrThrow()
        return numDeletedRows > 0n
      }),
    deleteMany: (ids, trace) =>
      inTracedTransaction(context, trace, async (db) => {
        const chosen = db.selectFrom('redemptions').selectAll().where('id', 'in', ids).orderBy('id')
        const rows = await chosen.$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate()).execute()
        await db.deleteFrom('redemptions').where('id', 'in', ids).execute()
        return rows.map(toObject)
      }),
    async redeem(redeeming) {
      try {
        const outcome = await redeem(redeeming)
        return outcome === 'unknown' ? await whyNot(redeeming.key) : outcome
      } catch (error) {
        if (error instanceof CreditRefused) return error.outcome
        throw error
      }
    },
  }
}
