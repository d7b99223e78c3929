import { ChannelStatus } from '@weir/contract/channel'
import type { Channel, ChannelPool, PoolSnapshot } from '@weir/relay/ports'
import type { StoreContext } from '../context.ts'
import { readRevision } from '../rows.ts'
import { toChannelTarget } from './to-channel.ts'

/** How long a change made on another node may go unseen. */
const CHECK_INTERVAL_MS = 1000

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
    const snapshot = createSnapshot(rows.map((row) => toChannelTarget(row, vault).channel))
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
