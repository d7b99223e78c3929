import { randomUUID } from 'node:crypto'
import { ChannelStatus, type ChannelObject } from '@weir/contract/channel'
import { NO_SECRET_OVERRIDES, type SecretOverrides } from '@weir/contract/channels/laid-overrides'
import type { KeyModeName } from '@weir/contract/channels/channel-keys'
import { changeExpected, type ExpectedChange } from '../channels/change-expected.ts'
import { toColumns, type ChannelFields, type PlainChange } from '../channels/plain-columns.ts'
import { countFacets, type ChannelFacets } from '../channels/count-facets.ts'
import { noteChanges } from '../channels/note-changes.ts'
import { matchChannels, type ChannelWish } from '../channels/match-channels.ts'
import { readListed } from '../channels/read-listed.ts'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { countRows, insertRow, type Page } from '../rows.ts'
import { configPlace, keyPlace, openSecrets, toChannelTarget, type ChannelSecrets, type ChannelTarget } from '../channels/to-channel.ts'
import { sealedColumns } from '../channels/sealed-columns.ts'
import { sealOverrides } from '../channels/secret-overrides.ts'
import { padded } from '../padded.ts'
import { forgetKeys, insertKeys, joinKeys, reviveKeys } from './channel-keys.ts'
import { furtherOf, type GivenKey } from '../channels/key-states.ts'
import { forgetTests } from '../channels/channel-tests.ts'
import { toChannelObject } from '../channels/to-object.ts'

export interface NewChannel extends ChannelFields {
  readonly key: string
  /** The key names a variable or a file; a key that only reads so is sent as it is. */
  readonly isKeyReference?: boolean
  /** Enabled unless told otherwise. */
  readonly status?: number
  /** JSON text of what the console never shows again. */
  readonly secretConfig?: string
  readonly secretOverrides?: SecretOverrides
  /** Beside the first. */
  readonly furtherKeys?: readonly GivenKey[]
  readonly keyMode?: KeyModeName
}

/** Only what is given is written. An absent key stays; one that is given takes the place of all that the channel had. */
export interface ChannelChange extends PlainChange {
  readonly key?: string
  /** Of the key that is given. */
  readonly isKeyReference?: boolean
  /** Beside the key that is given. */
  readonly furtherKeys?: readonly GivenKey[]
  /** The given keys join those of a channel that has several, instead of taking their place. */
  readonly joinsKeys?: boolean
  readonly secretConfig?: string
  readonly secretOverrides?: SecretOverrides
}

/** A channel that was changed, as both reads of the transaction saw it. */
export interface ChannelEdit {
  readonly before: ChannelObject
  readonly after: ChannelObject
}

export interface Channels {
  list(page: Page): Promise<readonly ChannelObject[]>
  count(): Promise<number>
  /** The ids of those that match, newest first. */
  matching(wish: ChannelWish): Promise<readonly number[]>
  facets(wish: ChannelWish): Promise<ChannelFacets>
  /** Those of the ids that are there, newest first. */
  among(ids: readonly number[]): Promise<readonly ChannelObject[]>
  all(): Promise<readonly ChannelObject[]>
  get(id: number): Promise<ChannelObject | undefined>
  /** Of those that are there. */
  names(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** The secret part, to be merged with a change; never for an answer. */
  secretsOf(id: number): Promise<ChannelSecrets | undefined>
  /** For a test or a balance lookup, whatever its status: the pool holds the enabled ones alone. */
  target(id: number): Promise<ChannelTarget | undefined>
  /** All or none. */
  createMany(channels: readonly NewChannel[], trace?: Trace<readonly number[]>): Promise<readonly number[]>
  update(id: number, change: ChannelChange, trace?: Trace<ChannelEdit | undefined>): Promise<ChannelObject | undefined>
  /** False when the status was no longer `from`: a person's decision is never overwritten by a machine's. */
  changeStatus(id: number, from: number, to: number): Promise<boolean>
  /** All in one transaction: each becomes what is wanted where it is still what is expected. The ids of those that were. */
  changeMany(changes: readonly ExpectedChange[], trace?: Trace<readonly number[]>): Promise<readonly number[]>
  delete(id: number, trace?: Trace<boolean>): Promise<boolean>
  /** The ids of those that were there. */
  deleteMany(ids: readonly number[], trace?: Trace<readonly number[]>): Promise<readonly number[]>
  deleteDisabled(trace?: Trace<number>): Promise<number>
}

export const createChannels = (context: StoreContext): Channels => {
  const { kysely, vault, engine, clock } = context

  interface Changing<T> {
    readonly work: (db: typeof kysely) => Promise<T>
    /** Those that the relay has to know anew. */
    readonly changed: (result: T) => readonly number[]
    readonly trace?: Trace<T> | undefined
  }

  const changing = async <T>({ work, changed, trace }: Changing<T>): Promise<T> => {
    const value = await inTracedTransaction(context, trace, async (transaction) => {
      const result = await work(transaction)
      await noteChanges(transaction, changed(result))
      return result
    })
    context.channelsChanged()
    return value
  }

  const toRow = (channel: NewChannel) => {
    const secretId = randomUUID()
    return {
      type: channel.type,
      secret_id: secretId,
      key_cipher: vault.seal('channel-encrypt', keyPlace(secretId), channel.key),
      key_hmac: vault.lookup('channel-lookup', channel.key),
      status: channel.status ?? ChannelStatus.enabled,
      name: channel.name,
      weight: channel.weight,
      created_time: nowSeconds(clock),
      test_time: 0,
      response_time: 0,
      base_url: channel.baseUrl,
      other: channel.other,
      balance: 0,
      balance_updated_time: 0,
      models: channel.models,
      group_list: channel.group,
      tag: channel.tag ?? '',
      used_quota: 0,
      model_mapping: channel.modelMapping,
      priority: channel.priority,
      config: channel.config,
      config_cipher: vault.seal('channel-encrypt', configPlace(secretId), channel.secretConfig ?? ''),
      system_prompt: channel.systemPrompt,
      cost: channel.cost ?? '',
      header_override: channel.headerOverride ?? '',
      param_override: channel.paramOverride ?? '',
      proxy: channel.proxy ?? '',
      overrides_cipher: sealOverrides(vault, secretId, channel.secretOverrides ?? NO_SECRET_OVERRIDES),
      is_key_reference: channel.isKeyReference ?? false,
      key_mode: channel.keyMode ?? null,
    }
  }

  /** What belongs to channels that are gone. */
  const forgetRest = async (db: typeof kysely): Promise<void> => {
    await forgetTests(db)
    await forgetKeys(db)
  }

  /** Without the first of the given keys where it has joined others; else that is written with the rest of the change. */
  const takeKeys = async (db: typeof kysely, channelId: number, change: ChannelChange): Promise<ChannelChange> => {
    const { key, isKeyReference = false, furtherKeys = [], joinsKeys = false, ...rest } = change
    if (key === undefined) return rest
    if (joinsKeys && (await furtherOf(db, channelId)).length > 0) {
      await joinKeys(db, context, { channelId, keys: [{ key, isKeyReference }, ...furtherKeys] })
      return rest
    }
    await db.deleteFrom('channel_keys').where('channel_id', '=', channelId).execute()
    await insertKeys(db, context, { channelId, keys: furtherKeys })
    return change
  }

  const find = (id: number) => kysely.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()
  const newestFirst = () => kysely.selectFrom('channels').selectAll().orderBy('id', 'desc')

  const get = async (id: number): Promise<ChannelObject | undefined> => {
    const row = await find(id)
    return row === undefined ? undefined : toChannelObject(row)
  }

  const listed = ({ keyword = '' }: ChannelWish) => readListed(context, keyword)

  const among = async (ids: readonly number[]): Promise<readonly ChannelObject[]> =>
    ids.length === 0 ? [] : (await newestFirst().where('id', 'in', ids).execute()).map(toChannelObject)

  return {
    async list({ offset, limit }) {
      return (await newestFirst().limit(limit).offset(offset).execute()).map(toChannelObject)
    },
    count: () => countRows(kysely.selectFrom('channels').select((eb) => eb.fn.countAll().as('count'))),
    matching: async (wish) => matchChannels(await listed(wish), wish).map(({ id }) => id),
    facets: async (wish) => countFacets(await listed(wish), wish),
    among,
    async all() {
      return (await newestFirst().execute()).map(toChannelObject)
    },
    get,
    async names(ids) {
      const wanted = [...new Set(ids)].filter((id) => id > 0)
      if (wanted.length === 0) return new Map()
      const rows = await kysely.selectFrom('channels').select(['id', 'name']).where('id', 'in', padded(wanted)).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    async secretsOf(id) {
      const row = await find(id)
      return row && openSecrets(row, vault)
    },
    async target(id) {
      const row = await find(id)
      if (row === undefined) return undefined
      // One key is enough: the first that is on.
      const { channel, secrets } = toChannelTarget(row, vault, await furtherOf(kysely, id))
      const { keys: _keys, keyMode: _mode, ...single } = channel
      return { channel: single, secrets }
    },
    createMany: (channels, trace) =>
      changing({
        trace,
        changed: (ids) => ids,
        work: async (db) => {
          const ids: number[] = []
          for (const channel of channels) {
            const channelId = await insertRow(db, engine, { table: 'channels', values: toRow(channel) })
            await insertKeys(db, context, { channelId, keys: channel.furtherKeys ?? [] })
            ids.push(channelId)
          }
          return ids
        },
      }),
    async update(id, change, trace) {
      const edit = await changing({
        trace,
        changed: () => [id],
        work: async (db): Promise<ChannelEdit | undefined> => {
          // As for every other change of keys, the revision row is the lock: a key that is added twice at once is there once.
          if (change.joinsKeys === true) await noteChanges(db, [id])
          const own = db.selectFrom('channels').selectAll().where('id', '=', id)
          const row = await own.$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate()).executeTakeFirst()
          if (row === undefined) return undefined
          const rest = await takeKeys(db, id, change)
          const columns = { ...toColumns(rest), ...sealedColumns(vault, row.secret_id, rest) }
          if (Object.keys(columns).length > 0) await db.updateTable('channels').set(columns).where('id', '=', id).execute()
          if (change.status === ChannelStatus.enabled && row.status !== ChannelStatus.enabled) await reviveKeys(db, [id])
          return { before: toChannelObject(row), after: toChannelObject(await own.executeTakeFirstOrThrow()) }
        },
      })
      return edit?.after
    },
    changeStatus: (id, from, to) =>
      changing({
        changed: () => [id],
        work: async (db) => {
          const update = db.updateTable('channels').set({ status: to }).where('id', '=', id).where('status', '=', from)
          const isChanged = (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n
          if (isChanged && to === ChannelStatus.enabled) await reviveKeys(db, [id])
          return isChanged
        },
      }),
    changeMany: (changes, trace) =>
      changing({
        trace,
        changed: (ids) => ids,
        work: async (db) => {
          const changed = await changeExpected(db, changes)
          const on = changes.filter(({ id, after }) => after.status === ChannelStatus.enabled && changed.includes(id))
          await reviveKeys(
            db,
            on.map(({ id }) => id),
          )
          return changed
        },
      }),
    delete: (id, trace) =>
      changing({
        trace,
        changed: () => [id],
        work: async (db) => {
          const { numDeletedRows } = await db.deleteFrom('channels').where('id', '=', id).executeTakeFirstOrThrow()
          await forgetRest(db)
          return numDeletedRows > 0n
        },
      }),
    deleteMany: (ids, trace) =>
      changing({
        trace,
        changed: (found) => found,
        work: async (db) => {
          const rows = await db.selectFrom('channels').select('id').where('id', 'in', ids).orderBy('id').execute()
          await db.deleteFrom('channels').where('id', 'in', ids).execute()
          await forgetRest(db)
          return rows.map(({ id }) => id)
        },
      }),
    deleteDisabled: (trace) =>
      changing({
        trace,
        // The relay knows the enabled ones alone.
        changed: () => [],
        work: async (db) => {
          const { numDeletedRows } = await db.deleteFrom('channels').where('status', '!=', ChannelStatus.enabled).executeTakeFirstOrThrow()
          await forgetRest(db)
          return Number(numDeletedRows)
        },
      }),
  }
}
