import { randomUUID } from 'node:crypto'
import { ChannelStatus } from '@weir/contract/channel'
import { KeyStatus, keyModeOf, type ChannelKeyObject, type KeyModeName } from '@weir/contract/channels/channel-keys'
import type { Kysely, Selectable } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { bumpRevision } from '../rows.ts'
import type { Schema } from '../schema.ts'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import { FIRST_KEY, furtherKeyPlace, keyPlace, openFurther, openSecrets } from '../channels/to-channel.ts'

export interface GivenKey {
  readonly key: string
  readonly isKeyReference: boolean
}

/** `channel`: it was the last one that was on, and the channel went off with it. `sole`: the state of an only key is the channel's. */
export type KeySwitch = 'absent' | 'sole' | 'unchanged' | 'key' | 'channel'

/** A key whose state a person decides. */
export interface KeyChoice {
  readonly channelId: number
  readonly keyId: number
  readonly to: 'on' | 'off'
}

/** What became of a key, and the state that it had. */
export interface Switched {
  readonly outcome: KeySwitch
  readonly before: number | undefined
}

export interface Removed {
  readonly outcome: 'absent' | 'last' | 'removed'
  readonly before: number | undefined
}

export interface ChannelKeys {
  /** Undefined when the channel is not there. */
  of(channelId: number): Promise<{ readonly mode: KeyModeName; readonly keys: readonly ChannelKeyObject[] } | undefined>
  /** The key itself, for a test. */
  open(channelId: number, keyId: number): Promise<GivenKey | undefined>
  /** Every key itself, for a copy of the channel. */
  all(channelId: number): Promise<{ readonly mode: KeyModeName; readonly keys: readonly GivenKey[] } | undefined>
  /** How many the channel did not have; undefined when it is not there. */
  add(channelId: number, keys: readonly GivenKey[], trace?: Trace<number | undefined>): Promise<number | undefined>
  /** The mode before; undefined when the channel is not there. */
  setMode(channelId: number, mode: KeyModeName, trace?: Trace<KeyModeName | undefined>): Promise<KeyModeName | undefined>
  remove(channelId: number, keyId: number, trace?: Trace<Removed>): Promise<Removed['outcome']>
  /** A person's decision. */
  switch(choice: KeyChoice, trace?: Trace<Switched>): Promise<KeySwitch>
  /** A machine's: a key that is not on any more is left alone. */
  disable(channelId: number, keyId: number, reason: string): Promise<KeySwitch>
}

type Db = Kysely<Schema>

/** Fewer characters would be too large a part of a short key. */
const HINTED_LENGTH = 16
const HINT_LENGTH = 4

const hintOf = ({ key, isKeyReference }: GivenKey): string => {
  if (isKeyReference) return key
  return key.length < HINTED_LENGTH ? '' : key.slice(-HINT_LENGTH)
}

const statusOf = (status: number | null): ChannelKeyObject['status'] =>
  Object.values(KeyStatus).find((known) => known === status) ?? KeyStatus.enabled

/** The state of an only key is the channel's. */
const SOLE = { status: KeyStatus.enabled, reason: '', changedAt: 0 } as const

const firstState = (row: Selectable<ChannelsTable>) => ({
  status: statusOf(row.key_status),
  reason: row.key_reason ?? '',
  changedAt: row.key_changed_at ?? 0,
})

/** Whoever switches a channel on gives the keys that went off by themselves another try. */
export const reviveKeys = async (db: Db, channelIds: readonly number[]): Promise<void> => {
  if (channelIds.length === 0) return
  const on = KeyStatus.enabled
  const off = KeyStatus.autoDisabled
  await db
    .updateTable('channels')
    .set({ key_status: on, key_reason: '' })
    .where('id', 'in', channelIds)
    .where('key_status', '=', off)
    .execute()
  await db
    .updateTable('channel_keys')
    .set({ status: on, reason: '' })
    .where('channel_id', 'in', channelIds)
    .where('status', '=', off)
    .execute()
}

/** Those of channels that are gone. */
export const forgetKeys = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('channel_keys')
    .where('channel_id', 'not in', (from) => from.selectFrom('channels').select('id'))
    .execute()
}

export const furtherOf = (db: Db, channelId: number) =>
  db.selectFrom('channel_keys').selectAll().where('channel_id', '=', channelId).orderBy('id').execute()

export const insertKeys = async (
  db: Db,
  { vault, clock }: Pick<StoreContext, 'vault' | 'clock'>,
  { channelId, keys }: { readonly channelId: number; readonly keys: readonly GivenKey[] },
): Promise<void> => {
  for (const { key, isKeyReference } of keys) {
    const secretId = randomUUID()
    await db
      .insertInto('channel_keys')
      .values({
        channel_id: channelId,
        secret_id: secretId,
        key_cipher: vault.seal('channel-encrypt', furtherKeyPlace(secretId), key),
        key_hmac: vault.lookup('channel-lookup', key),
        is_key_reference: isKeyReference,
        status: KeyStatus.enabled,
        reason: '',
        changed_at: nowSeconds(clock),
      })
      .execute()
  }
}

export const createChannelKeys = (context: StoreContext): ChannelKeys => {
  const { kysely, vault, clock } = context

  const find = (db: Db, id: number) => db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

  /** The revision row is the lock: of two that switch off the last two keys, the second sees what the first has done. */
  const changing = async <T>(work: (db: Db) => Promise<T>, trace?: Trace<T>): Promise<T> => {
    const value = await inTracedTransaction(context, trace, async (db) => {
      await bumpRevision(db, 'channels')
      return await work(db)
    })
    context.channelsChanged()
    return value
  }

  const all = async (db: Db, id: number) => {
    const row = await find(db, id)
    if (row === undefined) return undefined
    const first: GivenKey = { key: openSecrets(row, vault).key, isKeyReference: row.is_key_reference === true }
    const further = await furtherOf(db, id)
    const keys = [
      { ...first, id: FIRST_KEY, ...(further.length === 0 ? SOLE : firstState(row)) },
      ...further.map((each) => {
        const { key, isKeyReference = false } = openFurther(each, vault)
        return { id: each.id, key, isKeyReference, status: statusOf(each.status), reason: each.reason, changedAt: each.changed_at }
      }),
    ]
    return { row, keys, further }
  }

  type AllKeys = NonNullable<Awaited<ReturnType<typeof all>>>

  const setStatus = async (db: Db, at: { readonly channelId: number; readonly keyId: number }, to: { status: number; reason: string }) => {
    const { channelId, keyId } = at
    const changed = nowSeconds(clock)
    if (keyId === FIRST_KEY) {
      const columns = { key_status: to.status, key_reason: to.reason, key_changed_at: changed }
      await db.updateTable('channels').set(columns).where('id', '=', channelId).execute()
      return
    }
    const update = db.updateTable('channel_keys').set({ ...to, changed_at: changed })
    await update.where('id', '=', keyId).where('channel_id', '=', channelId).execute()
  }

  /** The channel goes off with its last key: by itself where the key did, else by the same hand. False when another one is on. */
  const endChannel = async (db: Db, { row, keys }: AllKeys, end: { readonly keyId: number; readonly status: number }): Promise<boolean> => {
    if (keys.some(({ id, status }) => id !== end.keyId && status === KeyStatus.enabled)) return false
    const update = db.updateTable('channels').set({ status: end.status }).where('id', '=', row.id)
    await update.where('status', '=', ChannelStatus.enabled).execute()
    return row.status === ChannelStatus.enabled
  }

  interface KeyPlace {
    readonly channelId: number
    readonly keyId: number
  }

  const switchOff = async (db: Db, at: KeyPlace, off: { readonly status: 2 | 3; readonly reason: string }): Promise<Switched> => {
    const found = await all(db, at.channelId)
    const key = found?.keys.find(({ id }) => id === at.keyId)
    if (found === undefined || key === undefined) return { outcome: 'absent', before: undefined }
    const before = key.status
    if (found.keys.length === 1) return { outcome: 'sole', before }
    const isMachine = off.status === KeyStatus.autoDisabled
    if (before === off.status || (isMachine && before !== KeyStatus.enabled)) return { outcome: 'unchanged', before }
    await setStatus(db, at, off)
    return { outcome: (await endChannel(db, found, { keyId: at.keyId, status: off.status })) ? 'channel' : 'key', before }
  }

  const switchOn = async (db: Db, at: KeyPlace): Promise<Switched> => {
    const key = (await all(db, at.channelId))?.keys.find(({ id }) => id === at.keyId)
    if (key === undefined) return { outcome: 'absent', before: undefined }
    await setStatus(db, at, { status: KeyStatus.enabled, reason: '' })
    return { outcome: 'key', before: key.status }
  }

  const removeIn = async (db: Db, { channelId, keyId }: KeyPlace): Promise<Removed> => {
    const found = await all(db, channelId)
    const before = found?.keys.find(({ id }) => id === keyId)?.status
    if (found === undefined || before === undefined) return { outcome: 'absent', before }
    const [next] = found.further
    if (next === undefined) return { outcome: 'last', before }
    await endChannel(db, found, { keyId, status: ChannelStatus.disabled })
    if (keyId !== FIRST_KEY) {
      await db.deleteFrom('channel_keys').where('id', '=', keyId).where('channel_id', '=', channelId).execute()
      return { outcome: 'removed', before }
    }
    const { key, isKeyReference = false } = openFurther(next, vault)
    await db
      .updateTable('channels')
      .set({
        key_cipher: vault.seal('channel-encrypt', keyPlace(found.row.secret_id), key),
        key_hmac: vault.lookup('channel-lookup', key),
        is_key_reference: isKeyReference,
        key_status: next.status,
        key_reason: next.reason,
        key_changed_at: next.changed_at,
      })
      .where('id', '=', channelId)
      .execute()
    await db.deleteFrom('channel_keys').where('id', '=', next.id).execute()
    return { outcome: 'removed', before }
  }

  return {
    async of(channelId) {
      const found = await all(kysely, channelId)
      if (found === undefined) return undefined
      const keys = found.keys.map(({ id, status, reason, changedAt, ...given }) => ({
        id,
        hint: hintOf(given),
        is_reference: given.isKeyReference,
        status,
        reason,
        changed_time: changedAt,
      }))
      return { mode: keyModeOf(found.row.key_mode), keys }
    },
    async open(channelId, keyId) {
      const key = (await all(kysely, channelId))?.keys.find(({ id }) => id === keyId)
      return key && { key: key.key, isKeyReference: key.isKeyReference }
    },
    async all(channelId) {
      const found = await all(kysely, channelId)
      if (found === undefined) return undefined
      return { mode: keyModeOf(found.row.key_mode), keys: found.keys.map(({ key, isKeyReference }) => ({ key, isKeyReference })) }
    },
    add: (channelId, given, trace) =>
      changing(async (db) => {
        const found = await all(db, channelId)
        if (found === undefined) return undefined
        const known = new Set(found.keys.map(({ key }) => key))
        const fresh = given.filter(({ key }, at) => !known.has(key) && given.findIndex((each) => each.key === key) === at)
        await insertKeys(db, context, { channelId, keys: fresh })
        return fresh.length
      }, trace),
    setMode: (channelId, mode, trace) =>
      changing(async (db) => {
        const row = await find(db, channelId)
        if (row === undefined) return undefined
        await db.updateTable('channels').set({ key_mode: mode }).where('id', '=', channelId).execute()
        return keyModeOf(row.key_mode)
      }, trace),
    remove: async (channelId, keyId, trace) => (await changing((db) => removeIn(db, { channelId, keyId }), trace)).outcome,
    switch: async ({ to, ...at }, trace) =>
      (await changing((db) => (to === 'on' ? switchOn(db, at) : switchOff(db, at, { status: KeyStatus.disabled, reason: '' })), trace))
        .outcome,
    disable: async (channelId, keyId, reason) =>
      (await changing((db) => switchOff(db, { channelId, keyId }, { status: KeyStatus.autoDisabled, reason }))).outcome,
  }
}
