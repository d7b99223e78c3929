import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { inTracedTransaction, type Trace } from '../../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../../context.ts'
import { isHitAmong, lockUser } from '../../rows.ts'
import type { Schema } from '../../schema.ts'

export interface FactorState {
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly recoveryCodes: number
}

export interface TotpSecret {
  readonly secret: string
  /** The row as it was read: an activation counts for this very secret. */
  readonly sealed: string
  readonly isActive: boolean
}

/** The step whose code was shown for a secret as it was read. */
interface ShownStep extends Pick<TotpSecret, 'sealed'> {
  readonly step: number
}

/** `last`: it stays, because the account must keep one. */
export type Removal = 'removed' | 'absent' | 'last'

interface OneFactor {
  readonly isActive: (db: Transaction<Schema>) => Promise<boolean>
  readonly remove: (db: Transaction<Schema>) => Promise<boolean>
}

interface RemovalRule {
  readonly mustKeepOne: boolean
  readonly trace?: Trace<Removal>
}

export interface SecondFactors {
  isSetUp(userId: number): Promise<boolean>
  state(userId: number): Promise<FactorState>
  /** Replaces a secret that was never activated. False when one is active. */
  offerTotp(userId: number, secret: string, trace?: Trace<boolean>): Promise<boolean>
  findTotp(userId: number): Promise<TotpSecret | undefined>
  /** True once; the code of this step is used up with it. */
  activateTotp(userId: number, shown: ShownStep, trace?: Trace<boolean>): Promise<boolean>
  /** True once for each step, and never for one before a step that was used. */
  useTotpStep(userId: number, step: number): Promise<boolean>
  removeTotp(userId: number, rule: RemovalRule): Promise<Removal>
  removePasskey(userId: number, id: string, rule: RemovalRule): Promise<Removal>
  replaceRecoveryCodes(userId: number, codes: readonly string[], trace?: Trace<void>): Promise<void>
  /** True once for each code. */
  useRecoveryCode(userId: number, code: string): Promise<boolean>
  /** For a user below this role who has lost all of them. False when there was nothing to remove. */
  removeAll(userId: number, roleBelow: number, trace?: Trace<boolean>): Promise<boolean>
}

export const totpPlace = (userId: number): string => `totp_secrets.secret_cipher.${userId}`

/** How many factors the user in this column has set up. */
export const ownsFactor = (userColumn: string): RawBuilder<number> =>
  sql<number>`((select count(*) from totp_secrets where totp_secrets.user_id = ${sql.ref(userColumn)} and totp_secrets.is_active)
    + (select count(*) from passkeys where passkeys.user_id = ${sql.ref(userColumn)}))`

export const createSecondFactors = ({ kysely, vault, clock, engine }: StoreContext): SecondFactors => {
  const codeText = (userId: number, code: string): string => `${userId}|${code}`
  const openTotp = (userId: number, sealed: string): string => vault.open('totp-encrypt', totpPlace(userId), sealed)
  const findRow = (userId: number, db: Kysely<Schema> = kysely) =>
    db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

  const countFactors = async (db: Kysely<Schema>, userId: number): Promise<number> => {
    const row = await db.selectFrom('users').select(ownsFactor('users.id').as('factors')).where('id', '=', userId).executeTakeFirst()
    return Number(row?.factors ?? 0)
  }

  /** Recovery codes stand in for a factor; without one they must not open anything later. */
  const dropIdleCodes = async (db: Kysely<Schema>, userId: number): Promise<void> => {
    if ((await countFactors(db, userId)) === 0) await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  }

  /** Of two that take away the last two factors at once, the second sees what the first has left. */
  const removeOne = (userId: number, factor: OneFactor, { mustKeepOne, trace }: RemovalRule): Promise<Removal> =>
    inTracedTransaction({ kysely, clock }, trace, async (db): Promise<Removal> => {
      await lockUser(db, engine, userId)
      const isActive = await factor.isActive(db)
      if (isActive && mustKeepOne && (await countFactors(db, userId)) === 1) return 'last'
      const isRemoved = await factor.remove(db)
      await dropIdleCodes(db, userId)
      return isRemoved ? 'removed' : 'absent'
    })

  return {
    isSetUp: async (userId) => (await countFactors(kysely, userId)) > 0,
    async state(userId) {
      const totp = await kysely.selectFrom('totp_secrets').select('is_active').where('user_id', '=', userId).executeTakeFirst()
      const passkeys = await kysely.selectFrom('passkeys').select('id_hash').where('user_id', '=', userId).execute()
      const codes = await kysely.selectFrom('recovery_codes').select('code_hmac').where('user_id', '=', userId).execute()
      return { hasTotp: totp?.is_active === true, passkeys: passkeys.length, recoveryCodes: codes.length }
    },
    offerTotp: (userId, secret, trace) =>
      inTracedTransaction({ kysely, clock }, trace, async (db) => {
        const fresh = { secret_cipher: vault.seal('totp-encrypt', totpPlace(userId), secret), last_step: 0, created_at: nowSeconds(clock) }
        // Of two that find no secret, the second sees the first's.
        await lockUser(db, engine, userId)
        const idle = db.updateTable('totp_secrets').set(fresh).where('user_id', '=', userId).where('is_active', '=', false)
        if ((await idle.executeTakeFirstOrThrow()).numUpdatedRows > 0n) return true
        if ((await findRow(userId, db)) !== undefined) return false
        await db
          .insertInto('totp_secrets')
          .values({ user_id: userId, is_active: false, ...fresh })
          .execute()
        return true
      }),
    async findTotp(userId) {
      const row = await findRow(userId)
      if (row === undefined) return undefined
      return { secret: openTotp(userId, row.secret_cipher), sealed: row.secret_cipher, isActive: row.is_active }
    },
    activateTotp: (userId, { sealed, step }, trace) =>
      inTracedTransaction({ kysely, clock }, trace, async (db) => {
        const activate = async (cipher: string): Promise<boolean> => {
          const { numUpdatedRows } = await db
            .updateTable('totp_secrets')
            .set({ is_active: true, last_step: step })
            .where('user_id', '=', userId)
            .where('is_active', '=', false)
            .where('secret_cipher', '=', cipher)
            .executeTakeFirstOrThrow()
          return numUpdatedRows > 0n
        }
        if (await activate(sealed)) return true
        // The same secret may have been sealed under a new root key meanwhile.
        const row = await findRow(userId, db)
        if (row === undefined || row.secret_cipher === sealed || openTotp(userId, row.secret_cipher) !== openTotp(userId, sealed))
          return false
        return await activate(row.secret_cipher)
      }),
    async useTotpStep(userId, step) {
      const { numUpdatedRows } = await kysely
        .updateTable('totp_secrets')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('is_active', '=', true)
        .where('last_step', '<', step)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    removeTotp: (userId, rule) =>
      removeOne(
        userId,
        {
          isActive: async (db) => {
            const row = await db.selectFrom('totp_secrets').select('is_active').where('user_id', '=', userId).executeTakeFirst()
            return row?.is_active === true
          },
          remove: async (db) =>
            (await db.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirstOrThrow()).numDeletedRows > 0n,
        },
        rule,
      ),
    removePasskey: (userId, id, rule) =>
      removeOne(
        userId,
        {
          isActive: async (db) => {
            const own = db.selectFrom('passkeys').select('id_hash').where('id_hash', '=', id).where('user_id', '=', userId)
            return (await own.executeTakeFirst()) !== undefined
          },
          remove: async (db) => {
            const own = db.deleteFrom('passkeys').where('id_hash', '=', id).where('user_id', '=', userId)
            return (await own.executeTakeFirstOrThrow()).numDeletedRows > 0n
          },
        },
        rule,
      ),
    replaceRecoveryCodes: (userId, codes, trace) =>
      inTracedTransaction({ kysely, clock }, trace, async (db) => {
        await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
        const rows = codes.map((code) => ({ code_hmac: vault.lookup('recovery-code-hmac', codeText(userId, code)), user_id: userId }))
        await db.insertInto('recovery_codes').values(rows).execute()
      }),
    useRecoveryCode: (userId, code) =>
      isHitAmong(vault.lookups('recovery-code-hmac', codeText(userId, code)), async (lookup) => {
        const own = kysely.deleteFrom('recovery_codes').where('code_hmac', '=', lookup).where('user_id', '=', userId)
        return (await own.executeTakeFirstOrThrow()).numDeletedRows
      }),
    removeAll: (userId, roleBelow, trace) =>
      inTracedTransaction({ kysely, clock }, trace, async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('users')
          // Ends the sessions that were opened with the factors; and locks the row, so that the role stays what it is.
          .set((eb) => ({ auth_version: eb('auth_version', '+', 1) }))
          .where('id', '=', userId)
          .where('role', '<', roleBelow)
          .where(ownsFactor('users.id'), '>', 0)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
        await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
        await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
        return true
      }),
  }
}
