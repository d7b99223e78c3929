import { ChannelStatus } from '@weir/contract/channel'
import { KeyStatus, type ChannelKeyObject } from '@weir/contract/channels/channel-keys'
import type { Kysely, Selectable } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import type { Schema } from '../schema.ts'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import { FIRST_KEY, keyPlace, openFurther, openSecrets } from './to-channel.ts'

type Db = Kysely<Schema>

export interface GivenKey {
  readonly key: string
  readonly isKeyReference: boolean
}

/** `channel`: it was the last one that was on, and the channel went off with it. `sole`: the state of an only key is the channel's. */
export type KeySwitch = 'absent' | 'sole' | 'unchanged' | 'key' | 'channel'

/** What became of a key, and the state that it had. */
export interface Switched {
  readonly outcome: KeySwitch
  readonly before: number | undefined
}

export interface Removed {
  readonly outcome: 'absent' | 'last' | 'removed'
  readonly before: number | undefined
}

interface KeyPlace {
  readonly channelId: number
  readonly keyId: number
}

/** What came back by itself. */
export interface Revived {
  readonly keyIds: readonly number[]
  readonly isChannelBack: boolean
}

/** Of a channel that has several. */
export interface AllSwitched {
  readonly before: readonly { readonly id: number; readonly status: number }[]
  /** The channel went off with its last key. */
  readonly endsChannel: boolean
}

export const statusOf = (status: number | null): ChannelKeyObject['status'] =>
  Object.values(KeyStatus).find((known) => known === status) ?? KeyStatus.enabled

/** The state of an only key is the channel's. */
const SOLE = { status: KeyStatus.enabled, reason: '', changedAt: 0 } as const

const firstState = (row: Selectable<ChannelsTable>) => ({
  status: statusOf(row.key_status),
  reason: row.key_reason ?? '',
  changedAt: row.key_changed_at ?? 0,
})

export const furtherOf = (db: Db, channelId: number) =>
  db.selectFrom('channel_keys').selectAll().where('channel_id', '=', channelId).orderBy('id').execute()

/** What is done to the keys of a channel, as part of a transaction of the caller. */
export const createKeyStates = ({ vault, clock }: Pick<StoreContext, 'vault' | 'clock'>) => {
  const find = (db: Db, id: number) => db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

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

  const setStatus = async (db: Db, at: KeyPlace, to: { status: number; reason: string }) => {
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

  /** Undefined when the channel is not there or has one key, whose state is the channel's. */
  const switchAll = async (db: Db, channelId: number, to: 'on' | 'off'): Promise<AllSwitched | undefined> => {
    const found = await all(db, channelId)
    if (found === undefined || found.keys.length === 1) return undefined
    let endsChannel = false
    for (const { id: keyId } of found.keys) {
      const at = { channelId, keyId }
      const { outcome } = await (to === 'on' ? switchOn(db, at) : switchOff(db, at, { status: KeyStatus.disabled, reason: '' }))
      endsChannel ||= outcome === 'channel'
    }
    return { before: found.keys.map(({ id, status }) => ({ id, status })), endsChannel }
  }

  /** How many of those that went off by themselves; one key stays whatever it is. */
  const removeFailed = async (db: Db, channelId: number): Promise<number | undefined> => {
    const found = await all(db, channelId)
    if (found === undefined) return undefined
    const failed = found.keys.filter(({ status }) => status === KeyStatus.autoDisabled).toReversed()
    let removed = 0
    // From the end: the place of the first is taken by the next, whose number goes with it.
    for (const { id: keyId } of failed) if ((await removeIn(db, { channelId, keyId })).outcome === 'removed') removed++
    return removed
  }

  /** Of these keys, those that went off by themselves; and the channel with them, where it did. */
  const revive = async (db: Db, channelId: number, passed: readonly number[]): Promise<Revived> => {
    const found = await all(db, channelId)
    const back = found?.keys.filter(({ id, status }) => passed.includes(id) && status === KeyStatus.autoDisabled) ?? []
    for (const { id: keyId } of back) await switchOn(db, { channelId, keyId })
    const isUsable = found?.keys.some(({ id, status }) => passed.includes(id) && status !== KeyStatus.disabled) === true
    const isChannelBack = isUsable && found?.row.status === ChannelStatus.autoDisabled
    if (isChannelBack) await db.updateTable('channels').set({ status: ChannelStatus.enabled }).where('id', '=', channelId).execute()
    return { keyIds: back.map(({ id }) => id), isChannelBack }
  }

  return { find, all, revive, switchOff, switchOn, removeIn, switchAll, removeFailed }
}
