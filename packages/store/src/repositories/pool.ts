import { ChannelStatus } from '@weir/contract/channel'
import type { Channel, ChannelPool, PoolSnapshot } from '@weir/relay/ports'
import type { StoreContext } from '../context.ts'
import { createRevisioned } from './revisioned.ts'
import { toChannelTarget } from './to-channel.ts'

const NOTHING: readonly Channel[] = []

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
    groups: [...byGroup.keys()].toSorted(),
    byId: (id) => byId.get(id),
  }
}

export interface CachedPool extends ChannelPool {
  forget(): void
}

export const createPool = ({ kysely, vault, clock }: Pick<StoreContext, 'kysely' | 'vault' | 'clock'>): CachedPool => {
  const load = async (): Promise<PoolSnapshot> => {
    const rows = await kysely.selectFrom('channels').selectAll().where('status', '=', ChannelStatus.enabled).execute()
    const further = Map.groupBy(await kysely.selectFrom('channel_keys').selectAll().orderBy('id').execute(), (row) => row.channel_id)
    const channels = rows.map((row) => toChannelTarget(row, vault, further.get(row.id)).channel)
    return createSnapshot(channels.filter(({ keys }) => keys === undefined || keys.length > 0))
  }
  return createRevisioned({ kysely, clock, name: 'channels', load })
}
