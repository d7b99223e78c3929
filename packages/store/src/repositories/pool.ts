import { ChannelStatus } from '@weir/contract/channel'
import { parseJsonObject } from '@weir/contract/values/json'
import { splitList } from '@weir/contract/values/quantity'
import type { Channel, ChannelPool, PoolSnapshot } from '@weir/relay/ports'
import type { Selectable } from 'kysely'
import type { StoreContext } from '../context.ts'
import type { ChannelsTable } from '../schema.ts'
import type { Vault } from '../vault.ts'
import { configPlace, keyPlace } from './channels.ts'
import { readRevision } from '../rows.ts'

/** How long a change made on another node may go unseen. */
const CHECK_INTERVAL_MS = 1000

const NOTHING: readonly Channel[] = []

/** Text that is not a JSON object of strings counts as empty: one bad row must not take every channel down. */
const parseStrings = (text: string): Readonly<Record<string, string>> => {
  const entries = Object.entries(parseJsonObject(text) ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const toChannel = (row: Selectable<ChannelsTable>, vault: Vault): Channel => ({
  id: row.id,
  type: row.type,
  name: row.name,
  key: vault.open('channel-encrypt', keyPlace(row.secret_id), row.key_cipher),
  baseUrl: row.base_url,
  other: row.other,
  config: {
    ...parseStrings(row.config),
    ...parseStrings(vault.open('channel-encrypt', configPlace(row.secret_id), row.config_cipher)),
  },
  models: splitList(row.models),
  groups: splitList(row.group_list),
  priority: row.priority,
  weight: row.weight,
  modelMapping: parseStrings(row.model_mapping),
  systemPrompt: row.system_prompt,
})

/** Highest priority first, oldest first among equals. */
const createSnapshot = (channels: readonly Channel[]): PoolSnapshot => {
  const sorted = channels.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
  const byId = new Map(sorted.map((channel) => [channel.id, channel]))
  const byGroup = new Map<string, Map<string, Channel[]>>()
  for (const channel of sorted) {
    for (const group of channel.groups) {
      const byModel = byGroup.get(group) ?? new Map<string, Channel[]>()
      byGroup.set(group, byModel)
      for (const model of channel.models) {
        const serving = byModel.get(model)
        if (serving === undefined) byModel.set(model, [channel])
        else serving.push(channel)
      }
    }
  }
  const modelsByGroup = new Map([...byGroup].map(([group, byModel]) => [group, [...byModel.keys()].toSorted()]))
  return {
    channelsFor: (group, model) => byGroup.get(group)?.get(model) ?? NOTHING,
    modelsOf: (group) => modelsByGroup.get(group) ?? [],
    byId: (id) => byId.get(id),
  }
}

export interface CachedPool extends ChannelPool {
  forget(): void
}

export const createPool = ({ kysely, vault, clock }: Pick<StoreContext, 'kysely' | 'vault' | 'clock'>): CachedPool => {
  let current: { readonly snapshot: PoolSnapshot; readonly revision: number } | undefined
  let checkAt = 0
  let running: Promise<PoolSnapshot> | undefined
  // What a refresh read before a change of this process is not kept after it.
  let generation = 0

  const refresh = async (): Promise<PoolSnapshot> => {
    const startedAt = clock()
    const startedIn = generation
    const before = current
    // Read before the rows: a change in between is then seen as a new revision at the next check.
    const revision = await readRevision(kysely, 'channels')
    if (before !== undefined && before.revision === revision && startedIn === generation) {
      checkAt = startedAt + CHECK_INTERVAL_MS
      return before.snapshot
    }
    const rows = await kysely.selectFrom('channels').selectAll().where('status', '=', ChannelStatus.enabled).execute()
    const snapshot = createSnapshot(rows.map((row) => toChannel(row, vault)))
    if (startedIn === generation) {
      current = { snapshot, revision }
      checkAt = startedAt + CHECK_INTERVAL_MS
    }
    return snapshot
  }

  const start = (): Promise<PoolSnapshot> => {
    const refreshing: Promise<PoolSnapshot> = refresh().finally(() => {
      if (running === refreshing) running = undefined
    })
    running = refreshing
    return refreshing
  }

  return {
    snapshot() {
      if (current !== undefined && clock() < checkAt) return current.snapshot
      return running ?? start()
    },
    forget() {
      generation += 1
      checkAt = 0
      running = undefined
    },
  }
}
