import { createHash } from 'node:crypto'
import { MAX_PASSKEYS } from '@weir/contract/sign-in/passkey'
import type { Selectable } from 'kysely'
import { inTracedTransaction, type Trace } from '../../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../../context.ts'
import { clip, isInserted, lockUser } from '../../rows.ts'
import type { PasskeysTable } from '../../tables/second-factor-tables.ts'

export interface NewPasskey {
  readonly userId: number
  readonly credentialId: string
  /** As the authenticator encodes it (COSE), in base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
}

export interface Passkey extends NewPasskey {
  /** Names the passkey in calls; the credential's own id stays between server and authenticator. */
  readonly id: string
  readonly createdAt: number
  readonly usedAt: number
}

export type PasskeyAddition = 'added' | 'exists' | 'too-many'

interface NamedPasskey {
  readonly userId: number
  readonly id: string
  readonly name: string
}

export interface Passkeys {
  /** Oldest first. */
  list(userId: number): Promise<readonly Passkey[]>
  find(credentialId: string): Promise<Passkey | undefined>
  add(passkey: NewPasskey, trace?: Trace<PasskeyAddition>): Promise<PasskeyAddition>
  /** False when it is not one of this user. */
  rename(passkey: NamedPasskey, trace?: Trace<boolean>): Promise<boolean>
  /** False when it is gone or its counter has not moved forward: then a copy of the key may be about. */
  use(id: string, counter: number): Promise<boolean>
  /** What authenticators know the account by. It tells no more than the account's number and never changes. */
  handleOf(userId: number): string
}

const idOf = (credentialId: string): string => createHash('sha256').update(credentialId).digest('hex')

const toPasskey = (row: Selectable<PasskeysTable>): Passkey => ({
  id: row.id_hash,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports.split(',').filter((transport) => transport !== ''),
  name: row.name,
  createdAt: row.created_at,
  usedAt: row.used_at,
})

export const createPasskeys = ({ kysely, clock, engine }: StoreContext): Passkeys => ({
  async list(userId) {
    const rows = kysely.selectFrom('passkeys').selectAll().where('user_id', '=', userId)
    return (await rows.orderBy('created_at').orderBy('id_hash').execute()).map(toPasskey)
  },
  async find(credentialId) {
    const row = await kysely.selectFrom('passkeys').selectAll().where('id_hash', '=', idOf(credentialId)).executeTakeFirst()
    return row && toPasskey(row)
  },
  add: ({ userId, credentialId, publicKey, counter, transports, name }, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db): Promise<PasskeyAddition> => {
      await lockUser(db, engine, userId)
      const own = await db.selectFrom('passkeys').select('id_hash').where('user_id', '=', userId).execute()
      if (own.length >= MAX_PASSKEYS) return 'too-many'
      const id = idOf(credentialId)
      const taken = await db.selectFrom('passkeys').select('id_hash').where('id_hash', '=', id).executeTakeFirst()
      if (taken !== undefined) return 'exists'
      const row = { id_hash: id, user_id: userId, credential_id: credentialId, public_key: publicKey, counter }
      const times = { created_at: nowSeconds(clock), used_at: 0 }
      const insert = db.insertInto('passkeys').values({ ...row, ...times, name, transports: clip(transports.join(','), 200) })
      return (await isInserted(() => insert.execute())) ? 'added' : 'exists'
    }),
  rename: ({ userId, id, name }, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db) => {
      const own = db.updateTable('passkeys').set({ name }).where('id_hash', '=', id).where('user_id', '=', userId)
      return (await own.executeTakeFirstOrThrow()).numUpdatedRows > 0n
    }),
  async use(id, counter) {
    const { numUpdatedRows } = await kysely
      .updateTable('passkeys')
      .set({ counter, used_at: nowSeconds(clock) })
      .where('id_hash', '=', id)
      // Many passkeys are kept on several devices and do not count at all.
      .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
  // Of no secret, so that a new root key does not part accounts from their passkeys.
  handleOf: (userId) => createHash('sha256').update(`passkey-user|${userId}`).digest('base64url'),
})
