import type { Channel, PoolSnapshot } from '@weir/relay/ports'
import { indexModels, type ModelIndex } from './model-index.ts'

const NOTHING: readonly Channel[] = []

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((entry, at) => entry === b[at])

/**
 * The channels of a group. Channels mostly share their lists of models, so models are looked up by list and not by channel; who serves a
 * model is worked out when it is first asked for.
 */
const createGroup = (channels: readonly Channel[], before: ModelIndex | undefined) => {
  const index = indexModels(new Set(channels.map(({ models }) => models)), before)
  const { places, end, holding, models } = index
  const listOf = channels.map((channel) => places.get(channel.models) ?? 0)
  const served = new Map<string, readonly Channel[]>()
  let latest: { readonly held: readonly number[]; readonly serving: readonly Channel[] } = { held: [], serving: NOTHING }

  const find = (model: string): readonly Channel[] => {
    const held = holding.get(model)
    if (held === undefined) return NOTHING
    if (!isSame(latest.held, held)) {
      const isHeld = new Uint8Array(end)
      for (const at of held) isHeld[at] = 1
      latest = { held, serving: channels.filter((_, at) => isHeld[listOf[at] ?? 0] === 1) }
    }
    served.set(model, latest.serving)
    return latest.serving
  }
  return { index, models, channelsFor: (model: string) => served.get(model) ?? find(model) }
}

/** By group. */
type Indexes = ReadonlyMap<string, ModelIndex>

/** Channels as the relay asks for them, and what helps to make the next such picture. */
export interface PoolPicture {
  readonly snapshot: PoolSnapshot
  readonly indexes: Indexes
}

/** Highest priority first, oldest first among equals. */
export const pictureOf = (channels: readonly Channel[], before: Indexes = new Map()): PoolPicture => {
  const sorted = channels.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
  const byId = new Map(sorted.map((channel) => [channel.id, channel]))
  const members = Map.groupBy(
    sorted.flatMap((channel) => channel.groups.map((group) => ({ group, channel }))),
    ({ group }) => group,
  )
  const groups = new Map(
    [...members].map(([group, serving]) => [
      group,
      createGroup(
        serving.map(({ channel }) => channel),
        before.get(group),
      ),
    ]),
  )
  const snapshot: PoolSnapshot = {
    channelsFor: (group, model) => groups.get(group)?.channelsFor(model) ?? NOTHING,
    modelsOf: (group) => groups.get(group)?.models ?? [],
    groups: [...groups.keys()].toSorted(),
    byId: (id) => byId.get(id),
  }
  return { snapshot, indexes: new Map([...groups].map(([group, { index }]) => [group, index])) }
}
