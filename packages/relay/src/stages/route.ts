import { mappedModel } from '@weir/dialects/model/upstream'
import type { Caller, RequestKind, Routed } from '../stage-types.ts'
import type { Channel, PoolSnapshot, Ports, Random } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { ownWireFirst, tiersOf, weightIn, withoutResting } from '../tiers.ts'

/** Index of a channel by weight. */
const pickByWeight = (weights: readonly number[], roll: number): number => {
  let mark = roll * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex((weight) => (mark -= weight) < 0)
  return index === -1 ? weights.length - 1 : index
}

const shuffleByWeight = (tier: readonly Channel[], random: Random): readonly Channel[] => {
  const left = tier.filter((channel) => weightIn(tier, channel) > 0)
  const ordered: Channel[] = []
  while (left.length > 0) {
    const weights = left.map((channel) => weightIn(tier, channel))
    ordered.push(...left.splice(pickByWeight(weights, random()), 1))
  }
  return ordered
}

/**
 * Every usable channel in the order it would be tried: the highest priority first; inside a priority those that speak the caller's wire,
 * then by weight. None appears twice.
 */
export const orderCandidates = (
  channels: readonly Channel[],
  random: Random,
  isServedAsIs: (channel: Channel) => boolean = () => true,
): readonly Channel[] =>
  channels.length <= 1 ? channels : tiersOf(channels).flatMap((tier) => ownWireFirst(shuffleByWeight(tier, random), isServedAsIs))

const pinnedCandidate = (channelId: number, pool: PoolSnapshot): readonly Channel[] => {
  const channel = pool.byId(channelId)
  if (channel === undefined) throw new RelayRefusal('invalid-channel', { params: { channel: channelId } })
  return [channel]
}

export interface RouteInput {
  readonly caller: Caller
  readonly kind: RequestKind
  readonly pool: PoolSnapshot
  readonly ports: Pick<Ports, 'random' | 'circuits' | 'providerFor'>
}

const canDo = (channel: Channel, { kind, ports }: RouteInput): boolean => {
  const provider = ports.providerFor(channel.type)
  return provider !== undefined && kind.isSupportedBy(provider)
}

const isKeeper = ({ id }: Channel, { keeper }: RequestKind): boolean => keeper === undefined || keeper.channelId === id

/** Chat is the common form: every provider is asked in it, and weights alone decide. */
const isServedAsIs = (channel: Channel, { kind, ports }: RouteInput): boolean => {
  if (kind.isServedAsIs === undefined) return true
  const provider = ports.providerFor(channel.type)
  return provider !== undefined && kind.isServedAsIs(provider, channel)
}

export const route = (input: RouteInput): Routed => {
  const { caller, pool, ports } = input
  const { model, keeper } = input.kind
  if (caller.models.length > 0 && !caller.models.includes(model)) throw new RelayRefusal('model-not-allowed', { params: { model } })
  if (keeper !== undefined && (caller.pinnedChannelId ?? keeper.channelId) !== keeper.channelId) throw keeper.refusal()
  if (caller.pinnedChannelId !== undefined) return { candidates: pinnedCandidate(caller.pinnedChannelId, pool), isPinned: true }
  const able = pool.channelsFor(caller.group, model).filter((channel) => isKeeper(channel, input.kind) && canDo(channel, input))
  if (keeper !== undefined && able.length === 0) throw keeper.refusal()
  const isResting = (channel: Channel) => ports.circuits.isOpen(channel.id, mappedModel(model, channel.modelMapping))
  const candidates = orderCandidates(withoutResting(able, isResting), ports.random, (channel) => isServedAsIs(channel, input))
  if (candidates.length === 0) throw new RelayRefusal('no-channel', { params: { model, group: caller.group } })
  return { candidates, isPinned: false }
}
