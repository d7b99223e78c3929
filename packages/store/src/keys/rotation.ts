import { nowSeconds, type StoreContext } from '../context.ts'
import { bumpRevision } from '../rows.ts'
import { inTransaction } from '../transaction.ts'
import type { Generation, Keyring } from '../vault.ts'
import { openRootKey } from '../vault/derived-keys.ts'
import { CARRIED_COLUMNS, carryColumn } from './carry-lookups.ts'
import { confirmationOf, readGenerations } from './generations.ts'
import { resealChannelKeys, resealChannels, resealRedemptions, resealTokens } from './reseal-keys.ts'
import type { ResealCount } from './reseal-rows.ts'
import { resealRequestBodies, resealStoredResponses } from './reseal-responses.ts'
import { resealAlertTargets, resealOptions, resealRetiredKeys, resealTotpSecrets } from './reseal-secrets.ts'

/** How far the newest root key has come. `none`: no key was ever replaced. */
export type RotationStage = 'none' | Exclude<Generation['state'], 'retired'>

export interface WaitingNode {
  readonly nodeId: string
  readonly seenAt: number
}

export interface TableCount extends ResealCount {
  readonly table: string
}

/** The steps of replacing the root key, each of which may be repeated. Servers run all the while. */
export interface KeyRotation {
  stage(): Promise<RotationStage>
  keyIdOf(rootKey: Uint8Array): string
  /** The key that everything is sealed with; undefined while it is replaced, or was never replaced. */
  presentKeyId(): Promise<string | undefined>
  /** Of the keys this process holds, the one that is to follow; undefined when there is none. */
  nextKeyId(): Promise<string | undefined>
  /** Until when a key of a token is accepted that cannot be carried over; 0 when there is none. */
  blockedUntil(): Promise<number>
  /** Names the next key to all nodes. Repeated with another key while nothing is sealed with the one before. */
  announce(keyId: string): Promise<void>
  /** From now on nodes seal with the next key, if it is still this one. */
  startSealing(keyId: string): Promise<void>
  /** Live nodes that do not act on the present stage yet. */
  waitingFor(): Promise<readonly WaitingNode[]>
  /** Looks at every sealed value once. Nothing is left of the old key when a whole pass finds neither `resealed` nor `changed`. */
  reseal(onTable: (count: TableCount) => void): Promise<void>
  /** The old key is no longer needed. */
  retireOld(): Promise<void>
}

const LEASE_SECONDS = 120
const FIRST_GENERATION = 1

export const createKeyRotation = (context: StoreContext & { readonly keyring: Keyring }): KeyRotation => {
  const { kysely, keyring, clock, nodeId } = context

  const newest = async (): Promise<Generation | undefined> => (await readGenerations(kysely)).at(-1)
  const refresh = async (): Promise<void> => keyring.use(await readGenerations(kysely))

  /** The table is small and this is rare: whoever comes second waits, and then sees what the first has written. */
  const change = async (work: (generations: readonly Generation[], db: typeof kysely) => Promise<void>): Promise<void> => {
    await inTransaction(kysely, async (db) => {
      // The revision row is the lock.
      await bumpRevision(db, 'options')
      await work(await readGenerations(db), db)
    })
    await refresh()
  }

  const tables: readonly (readonly [string, () => Promise<ResealCount>])[] = [
    ['tokens', () => resealTokens(context)],
    ['channels', () => resealChannels(context)],
    ['channel_keys', () => resealChannelKeys(context)],
    ['redemptions', () => resealRedemptions(context)],
    ['options', () => resealOptions(context)],
    ['totp_secrets', () => resealTotpSecrets(context)],
    ['stored_responses', () => resealStoredResponses(context)],
    ['request_bodies', () => resealRequestBodies(context)],
    ['alert_targets', () => resealAlertTargets(context)],
    ['root_keys', () => resealRetiredKeys(context)],
    ...CARRIED_COLUMNS.map((column) => [column.table, () => carryColumn(context, column)] as const),
  ]

  return {
    keyIdOf: (rootKey) => openRootKey(rootKey).id,
    async stage() {
      const { state } = (await newest()) ?? { state: 'none' as const }
      return state === 'retired' ? 'none' : state
    },
    async presentKeyId() {
      const last = await newest()
      return last?.state === 'present' ? last.keyId : undefined
    },
    async nextKeyId() {
      const generations = await readGenerations(kysely)
      const last = generations.at(-1)
      const isBegun = last?.state === 'announced' || last?.state === 'sealing'
      if (isBegun && keyring.holds(last.keyId)) return last.keyId
      if (last?.state === 'sealing') return undefined
      return keyring.unknownTo(generations).find((id) => generations.length > 0 || id !== keyring.writer())
    },
    async blockedUntil() {
      const row = await kysely
        .selectFrom('tokens')
        .select((eb) => eb.fn.max('old_key_until').as('until'))
        .where('old_key_hmac', 'is not', null)
        .where('old_key_cipher', 'is', null)
        .where('old_key_until', '>', nowSeconds(clock))
        .executeTakeFirst()
      return Number(row?.until ?? 0)
    },
    announce: (keyId) =>
      change(async (generations, db) => {
        const last = generations.at(-1)
        if (last?.state === 'sealing' || last?.keyId === keyId) return
        if (last?.state === 'announced') await db.deleteFrom('root_keys').where('generation', '=', last.generation).execute()
        const before = last?.state === 'announced' ? generations.at(-2) : last
        if (before === undefined) {
          const first = { generation: FIRST_GENERATION, key_id: keyring.writer(), state: 'present', lookup_keys: '' }
          await db.insertInto('root_keys').values(first).execute()
        }
        const generation = (before?.generation ?? FIRST_GENERATION) + 1
        await db.insertInto('root_keys').values({ generation, key_id: keyId, state: 'announced', lookup_keys: '' }).execute()
      }),
    startSealing: (keyId) =>
      change(async (generations, db) => {
        const last = generations.at(-1)
        if (last?.state !== 'announced' || last.keyId !== keyId) return
        await db.updateTable('root_keys').set({ state: 'sealing' }).where('generation', '=', last.generation).execute()
      }),
    async waitingFor() {
      const last = await newest()
      if (last === undefined) return []
      const rows = await kysely
        .selectFrom('nodes')
        .select(['node_id', 'seen_at'])
        .where('node_id', '!=', nodeId)
        .where('seen_at', '>=', nowSeconds(clock) - LEASE_SECONDS)
        .where((eb) => eb.or([eb('key_state', 'is', null), eb('key_state', '!=', confirmationOf(last))]))
        .orderBy('node_id')
        .execute()
      return rows.map((row) => ({ nodeId: row.node_id, seenAt: row.seen_at }))
    },
    async reseal(onTable) {
      await refresh()
      for (const [table, reseal] of tables) onTable({ table, ...(await reseal()) })
    },
    retireOld: () =>
      change(async (generations, db) => {
        const last = generations.at(-1)
        const old = generations.at(-2)
        if (last?.state !== 'sealing' || old === undefined) return
        const lookupKeys = keyring.sealLookupKeys(old)
        await db
          .updateTable('root_keys')
          .set({ state: 'retired', lookup_keys: lookupKeys })
          .where('generation', '=', old.generation)
          .execute()
        await db.updateTable('root_keys').set({ state: 'present' }).where('generation', '=', last.generation).execute()
      }),
  }
}
