import { randomUUID } from 'node:crypto'
import { KeyStatus, keyModeOf, type ChannelKeyObject, type KeyModeName } from '@weir/contract/channels/channel-keys'
import type { Kysely } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { noteChanges } from '../channels/note-changes.ts'
import type { Schema } from '../schema.ts'
import { furtherKeyPlace } from '../channels/to-channel.ts'
import { padded } from '../padded.ts'
import {
  createKeyStates,
  statusOf,
  type AllSwitched,
  type GivenKey,
  type KeySwitch,
  type Removed,
  type Revived,
  type Switched,
} from '../channels/key-states.ts'

/** A key whose state a person decides. */
export interface KeyChoice {
  readonly channelId: number
  readonly keyId: number
  readonly to: 'on' | 'off'
}

export interface KeyStates {
  readonly mode: KeyModeName
  readonly statuses: readonly ChannelKeyObject['status'][]
}

export interface ChannelKeys {
  /** Undefined when the channel is not there. */
  of(channelId: number): Promise<{ readonly mode: KeyModeName; readonly keys: readonly ChannelKeyObject[] } | undefined>
  /** The states of the keys of those channels that have several, from the first. */
  severalOf(channelIds: readonly number[]): Promise<ReadonlyMap<number, KeyStates>>
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
  /** A person's, over all of several keys. Undefined when there is no such channel, or it has one key. */
  switchAll(channelId: number, to: 'on' | 'off', trace?: Trace<AllSwitched | undefined>): Promise<AllSwitched | undefined>
  /** How many keys that had gone off by themselves were removed; one stays. Undefined when the channel is not there. */
  removeFailed(channelId: number, trace?: Trace<number | undefined>): Promise<number | undefined>
  /** A machine's: only what went off by itself comes back by itself, these keys and the channel with them. */
  revive(channelId: number, keyIds: readonly number[]): Promise<Revived>
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

/** Without the keys themselves. */
const readSeveral = async (db: Db, channelIds: readonly number[]): Promise<ReadonlyMap<number, KeyStates>> => {
  if (channelIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('channel_keys')
    .innerJoin('channels', 'channels.id', 'channel_keys.channel_id')
    .select(['channels.id', 'channels.key_mode', 'channels.key_status', 'channel_keys.status'])
    .where('channel_keys.channel_id', 'in', padded(channelIds))
    .orderBy('channel_keys.id')
    .execute()
  const several = new Map<number, KeyStates>()
  for (const { id, key_mode: mode, key_status: first, status } of rows) {
    const { statuses } = several.get(id) ?? { statuses: [statusOf(first)] }
    several.set(id, { mode: keyModeOf(mode), statuses: [...statuses, statusOf(status)] })
  }
  return several
}

/** How many the channel did not have; undefined when it is not there. */
export const joinKeys = async (
  db: Db,
  context: Pick<StoreContext, 'vault' | 'clock'>,
  { channelId, keys }: { readonly channelId: number; readonly keys: readonly GivenKey[] },
): Promise<number | undefined> => {
  const found = await createKeyStates(context).all(db, channelId)
  if (found === undefined) return undefined
  const known = new Set(found.keys.map(({ key }) => key))
  const fresh = keys.filter(({ key }, at) => !known.has(key) && keys.findIndex((each) => each.key === key) === at)
  await insertKeys(db, context, { channelId, keys: fresh })
  return fresh.length
}

export const createChannelKeys = (context: StoreContext): ChannelKeys => {
  const { kysely } = context
  const { find, all, revive, switchOff, switchOn, removeIn, switchAll, removeFailed } = createKeyStates(context)

  /** The revision row is the lock: of two that switch off the last two keys, the second sees what the first has done. */
  const changing = async <T>(channelId: number, work: (db: Db) => Promise<T>, trace?: Trace<T>): Promise<T> => {
    const value = await inTracedTransaction(context, trace, async (db) => {
      await noteChanges(db, [channelId])
      return await work(db)
    })
    context.channelsChanged()
    return value
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
    severalOf: (channelIds) => readSeveral(kysely, channelIds),
    async open(channelId, keyId) {
      const key = (await all(kysely, channelId))?.keys.find(({ id }) => id === keyId)
      return key && { key: key.key, isKeyReference: key.isKeyReference }
    },
    async all(channelId) {
      const found = await all(kysely, channelId)
      if (found === undefined) return undefined
      return { mode: keyModeOf(found.row.key_mode), keys: found.keys.map(({ key, isKeyReference }) => ({ key, isKeyReference })) }
    },
    add: (channelId, given, trace) => changing(channelId, (db) => joinKeys(db, context, { channelId, keys: given }), trace),
    setMode: (channelId, mode, trace) =>
      changing(
        channelId,
        async (db) => {
          const row = await find(db, channelId)
          if (row === undefined) return undefined
          await db.updateTable('channels').set({ key_mode: mode }).where('id', '=', channelId).execute()
          return keyModeOf(row.key_mode)
        },
        trace,
      ),
    remove: async (channelId, keyId, trace) => (await changing(channelId, (db) => removeIn(db, { channelId, keyId }), trace)).outcome,
    switch: async ({ to, ...at }, trace) => {
      const off = { status: KeyStatus.disabled, reason: '' } as const
      return (await changing(at.channelId, (db) => (to === 'on' ? switchOn(db, at) : switchOff(db, at, off)), trace)).outcome
    },
    switchAll: (channelId, to, trace) => changing(channelId, (db) => switchAll(db, channelId, to), trace),
    removeFailed: (channelId, trace) => changing(channelId, (db) => removeFailed(db, channelId), trace),
    revive: (channelId, keyIds) => changing(channelId, (db) => revive(db, channelId, keyIds)),
    disable: async (channelId, keyId, reason) =>
      (await changing(channelId, (db) => switchOff(db, { channelId, keyId }, { status: KeyStatus.autoDisabled, reason }))).outcome,
  }
}
