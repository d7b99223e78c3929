import type { Circuits } from '../channel-health.ts'
import type { Channel, ChannelKey, Ports } from '../ports.ts'
import { scatter } from './scatter.ts'

export interface KeyRules {
  readonly ports: Pick<Ports, 'keyTurn' | 'random'> & { readonly circuits: Pick<Circuits, 'isResting'> }
  /** As it is sent. */
  readonly model: string
  /** The same for all turns of a conversation: upstreams cache by account, so it stays with one key. */
  readonly affinity?: number | undefined
  /** The one that keeps what the call goes on from. */
  readonly keeperId?: number | undefined
}

/** A key that its upstream limits rests by itself, while the others of its channel go on. */
export const keyedModel = (model: string, keyId: number): string => `${model} #${keyId}`

const rotated = <T>(list: readonly T[], by: number): readonly T[] => {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

const keeperFirst = (keys: readonly ChannelKey[], keeperId: number): readonly ChannelKey[] =>
  keys.toSorted((a, b) => Number(b.id === keeperId) - Number(a.id === keeperId))

const inTurn = (keys: readonly ChannelKey[], { id, keyMode }: Channel, { ports, affinity, keeperId }: KeyRules): readonly ChannelKey[] => {
  if (keeperId !== undefined) return keeperFirst(keys, keeperId)
  if (affinity !== undefined) {
    const seed = scatter(affinity)
    const rank = ({ id: keyId }: ChannelKey): number => scatter(seed ^ scatter(keyId + 1))
    return keys.toSorted((a, b) => rank(a) - rank(b))
  }
  return rotated(keys, keyMode === 'random' ? Math.floor(ports.random() * keys.length) : ports.keyTurn(id))
}

/** A channel once for each of its keys, in the order they are tried: those that rest come last. Most requests need the first alone. */
export const withEachKey = function* (channel: Channel, rules: KeyRules): Generator<Channel> {
  const { keys } = channel
  if (keys === undefined) {
    yield channel
    return
  }
  const ordered = keys.length <= 1 ? keys : inTurn(keys, channel, rules)
  const resting: ChannelKey[] = []
  const as = ({ id, key, isKeyReference = false }: ChannelKey): Channel => ({ ...channel, key, isKeyReference, keyId: id })
  for (const key of ordered) {
    if (rules.ports.circuits.isResting(channel.id, keyedModel(rules.model, key.id))) resting.push(key)
    else yield as(key)
  }
  for (const key of resting) yield as(key)
}
