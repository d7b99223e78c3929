import { ChannelStatus } from '@weir/contract/channel'
import type { Channel, ChannelPool, PoolSnapshot } from '@weir/relay/ports'
import type { Selectable } from 'kysely'
import type { ModelList } from '../channels/model-index.ts'
import { changedSince } from '../channels/note-changes.ts'
import { pictureOf, type PoolPicture } from '../channels/pool-snapshot.ts'
import { toChannelTarget, type FurtherRow } from '../channels/to-channel.ts'
import type { StoreContext } from '../context.ts'
import { padded } from '../padded.ts'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import type { Vault } from '../vault.ts'
import { createRevisioned } from './revisioned.ts'

type Context = Pick<StoreContext, 'kysely' | 'vault' | 'clock'>

interface Known {
  readonly channel: Channel
  /** The list of its models as it is written, the same text for all that have the same list. */
  readonly listed: string
}

/** What was read at a revision or later. */
interface Read {
  readonly revision: number
  readonly known: ReadonlyMap<number, Known>
  readonly picture: PoolPicture
}

interface Rows {
  readonly channels: readonly Selectable<ChannelsTable>[]
  readonly further: readonly FurtherRow[]
}

const readRows = async ({ kysely }: Context, ids: readonly number[] | undefined): Promise<Rows> => {
  const channels = kysely.selectFrom('channels').selectAll().where('status', '=', ChannelStatus.enabled)
  const further = kysely.selectFrom('channel_keys').selectAll().orderBy('id')
  if (ids === undefined) return { channels: await channels.execute(), further: await further.execute() }
  return {
    channels: await channels.where('id', 'in', padded(ids)).execute(),
    further: await further.where('channel_id', 'in', padded(ids)).execute(),
  }
}

/** Equal lists of models become one list. */
const createLists = (known: Iterable<Known>) => {
  const lists = new Map<string, { readonly listed: string; readonly models: ModelList }>()
  for (const { listed, channel } of known) lists.set(listed, { listed, models: channel.models })
  return (channel: Channel, listed: string): Known => {
    const same = lists.get(listed)
    if (same !== undefined) return { channel: { ...channel, models: same.models }, listed: same.listed }
    lists.set(listed, { listed, models: channel.models })
    return { channel, listed }
  }
}

/** After a change of some, only those are opened again. */
const openRows = (rows: Rows, vault: Vault, kept: { readonly known: ReadonlyMap<number, Known>; readonly ids: readonly number[] }) => {
  const known = new Map(kept.known)
  const sharing = createLists(known.values())
  for (const id of kept.ids) known.delete(id)
  const furtherOf = Map.groupBy(rows.further, ({ channel_id }) => channel_id)
  for (const row of rows.channels) known.set(row.id, sharing(toChannelTarget(row, vault, furtherOf.get(row.id) ?? []).channel, row.models))
  return known
}

/** One whose every key is off serves nobody. */
const servingOf = (known: ReadonlyMap<number, Known>): readonly Channel[] =>
  [...known.values()].map(({ channel }) => channel).filter(({ keys }) => keys === undefined || keys.length > 0)

const NONE_KNOWN: ReadonlyMap<number, Known> = new Map()

export interface CachedPool extends ChannelPool {
  forget(): void
}

/** Five hundred channels are read once; after a change of one only that one is read again. */
export const createPool = (context: Context): CachedPool => {
  const { kysely, vault, clock } = context
  let latest: Read | undefined

  const readAll = async (revision: number): Promise<Read> => {
    const known = openRows(await readRows(context, undefined), vault, { known: NONE_KNOWN, ids: [] })
    return { revision, known, picture: pictureOf(servingOf(known)) }
  }

  const readChanged = async (revision: number, before: Read): Promise<Read> => {
    const ids = await changedSince(kysely, { after: before.revision, upTo: revision })
    if (ids === undefined) return readAll(revision)
    if (ids.length === 0) return { ...before, revision }
    const known = openRows(await readRows(context, ids), vault, { known: before.known, ids })
    return { revision, known, picture: pictureOf(servingOf(known), before.picture.indexes) }
  }

  const load = async (revision: number): Promise<PoolSnapshot> => {
    // A restored database may be older than what was read.
    const read = latest === undefined || latest.revision > revision ? await readAll(revision) : await readChanged(revision, latest)
    latest = read
    return read.picture.snapshot
  }
  return createRevisioned({ kysely, clock, name: 'channels', load })
}
