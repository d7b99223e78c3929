import { ChannelStatus } from '@weir/contract/channel'
import type { Channel, ChannelPool, PoolSnapshot } from '@weir/relay/ports'
import type { Selectable } from 'kysely'
import type { StoreContext } from '../context.ts'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import type { Vault } from '../vault.ts'
import { createRevisioned } from './revisioned.ts'
import { toChannelTarget, type FurtherRow } from '../channels/to-channel.ts'

type ChannelRow = Selectable<ChannelsTable>

const NOTHING: readonly Channel[] = []

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((entry, at) => entry === b[at])

/**
 * The channels of a group. Channels mostly share their lists of models, so models are looked up by list and not by channel; who serves a
 * model is worked out when it is first asked for.
 */
const createGroup = (channels: readonly Channel[]) => {
  const lists = [...new Set(channels.map(({ models }) => models))]
  const places = new Map(lists.map((models, at) => [models, at]))
  const listOf = channels.map(({ models }) => places.get(models) ?? 0)
  const holding = new Map<string, number[]>()
  lists.forEach((models, at) => {
    for (const model of models) {
      const found = holding.get(model)
      if (found === undefined) holding.set(model, [at])
      else found.push(at)
    }
  })
  const served = new Map<string, readonly Channel[]>()
  let latest: { readonly held: readonly number[]; readonly serving: readonly Channel[] } = { held: [], serving: NOTHING }

  const find = (model: string): readonly Channel[] => {
    const held = holding.get(model)
    if (held === undefined) return NOTHING
    if (!isSame(latest.held, held)) {
      const isHeld = new Uint8Array(lists.length)
      for (const at of held) isHeld[at] = 1
      latest = { held, serving: channels.filter((_, at) => isHeld[listOf[at] ?? 0] === 1) }
    }
    served.set(model, latest.serving)
    return latest.serving
  }
  return { models: [...holding.keys()].toSorted(), channelsFor: (model: string) => served.get(model) ?? find(model) }
}

/** Highest priority first, oldest first among equals. */
const createSnapshot = (channels: readonly Channel[]): PoolSnapshot => {
  const sorted = channels.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
  const byId = new Map(sorted.map((channel) => [channel.id, channel]))
  const members = Map.groupBy(
    sorted.flatMap((channel) => channel.groups.map((group) => ({ group, channel }))),
    ({ group }) => group,
  )
  const groups = new Map([...members].map(([group, serving]) => [group, createGroup(serving.map(({ channel }) => channel))]))
  return {
    channelsFor: (group, model) => groups.get(group)?.channelsFor(model) ?? NOTHING,
    modelsOf: (group) => groups.get(group)?.models ?? [],
    groups: [...groups.keys()].toSorted(),
    byId: (id) => byId.get(id),
  }
}

/** What a channel of the relay is made of: balances and times of tests change with every answer and are none of it. */
const SHOWN = [
  'type',
  'name',
  'key_cipher',
  'config_cipher',
  'secret_id',
  'is_key_reference',
  'base_url',
  'other',
  'config',
  'models',
  'group_list',
  'priority',
  'weight',
  'model_mapping',
  'system_prompt',
  'cost',
  'key_status',
  'key_mode',
  'header_override',
  'param_override',
  'proxy',
  'overrides_cipher',
] as const satisfies readonly (keyof ChannelRow)[]

/** Of its further keys: why and when one was switched is shown elsewhere. */
const SHOWN_OF_KEY = ['id', 'secret_id', 'key_cipher', 'is_key_reference', 'status'] as const satisfies readonly (keyof FurtherRow)[]

const areSameKeys = (a: readonly FurtherRow[], b: readonly FurtherRow[]): boolean =>
  a.length === b.length && a.every((key, at) => SHOWN_OF_KEY.every((column) => key[column] === b[at]?.[column]))

interface Known {
  readonly row: ChannelRow
  readonly further: readonly FurtherRow[]
  readonly channel: Channel
}

/** Five hundred channels are opened once; after a change of one only that one is opened again, and equal lists of models are one list. */
const createReader = (vault: Vault) => {
  let known: ReadonlyMap<number, Known> = new Map()

  return (rows: readonly ChannelRow[], furtherOf: ReadonlyMap<number, readonly FurtherRow[]>): readonly Channel[] => {
    const lists = new Map<string, readonly string[]>()
    const open = (row: ChannelRow): Known => {
      const before = known.get(row.id)
      const further = furtherOf.get(row.id) ?? []
      const isKnown = before !== undefined && SHOWN.every((column) => before.row[column] === row[column])
      if (isKnown && areSameKeys(before.further, further)) return before
      return { row, further, channel: toChannelTarget(row, vault, further).channel }
    }
    const sharing = ({ row, further, channel }: Known): Known => {
      const models = lists.get(row.models) ?? channel.models
      lists.set(row.models, models)
      return { row, further, channel: models === channel.models ? channel : { ...channel, models } }
    }
    const opened = rows.map((row) => sharing(open(row)))
    known = new Map(opened.map((entry) => [entry.row.id, entry]))
    // One whose every key is off serves nobody.
    return opened.map(({ channel }) => channel).filter(({ keys }) => keys === undefined || keys.length > 0)
  }
}

export interface CachedPool extends ChannelPool {
  forget(): void
}

export const createPool = ({ kysely, vault, clock }: Pick<StoreContext, 'kysely' | 'vault' | 'clock'>): CachedPool => {
  const read = createReader(vault)
  const load = async (): Promise<PoolSnapshot> => {
    const rows = await kysely.selectFrom('channels').selectAll().where('status', '=', ChannelStatus.enabled).execute()
    const keyRows = await kysely.selectFrom('channel_keys').selectAll().orderBy('id').execute()
    return createSnapshot(
      read(
        rows,
        Map.groupBy(keyRows, ({ channel_id }) => channel_id),
      ),
    )
  }
  return createRevisioned({ kysely, clock, name: 'channels', load })
}
