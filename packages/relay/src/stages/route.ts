import { mappedModel } from '@weir/dialects/model/upstream'
import type { Caller, Job, Routed } from '../stage-types.ts'
import type { Channel, PoolSnapshot, Ports, Random } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'

/** Index of a channel by weight. All weights zero means equal; a zero beside a positive weight is drained. */
const pickByWeight = (channels: readonly Channel[], roll: number): number => {
  const total = channels.reduce((sum, channel) => sum + channel.weight, 0)
  if (total === 0) return Math.floor(roll * channels.length)
  let mark = roll * total
  const index = channels.findIndex((channel) => (mark -= channel.weight) < 0)
  return index === -1 ? channels.length - 1 : index
}

const shuffleByWeight = (tier: readonly Channel[], random: Random): readonly Channel[] => {
  const isDraining = tier.some((channel) => channel.weight > 0)
  const left = isDraining ? tier.filter((channel) => channel.weight > 0) : [...tier]
  const ordered: Channel[] = []
  while (left.length > 0) ordered.push(...left.splice(pickByWeight(left, random()), 1))
  return ordered
}

/** Every usable channel in the order it would be tried: the highest priority first, by weight inside a priority. None appears twice. */
export const orderCandidates = (channels: readonly Channel[], random: Random): readonly Channel[] => {
  if (channels.length <= 1) return channels
  const priorities = [...new Set(channels.map((channel) => channel.priority))].toSorted((a, b) => b - a)
  return priorities.flatMap((priority) =>
    shuffleByWeight(
      channels.filter((channel) => channel.priority === priority),
      random,
    ),
  )
}

const pinnedCandidate = (channelId: number, pool: PoolSnapshot): readonly Channel[] => {
  const channel = pool.byId(channelId)
  if (channel === undefined) throw new RelayRefusal('invalid-channel', { params: { channel: channelId } })
  return [channel]
}

export interface RouteInput {
  readonly caller: Caller
  readonly job: Job
  readonly pool: PoolSnapshot
  readonly ports: Pick<Ports, 'random' | 'circuits' | 'providerFor'>
}

/** Channels that keep failing rest, unless they are all there is: then the least bad choice is to try. */
const withoutResting = (channels: readonly Channel[], { job, ports }: RouteInput): readonly Channel[] => {
  const awake = channels.filter((channel) => !ports.circuits.isOpen(channel.id, mappedModel(job.model, channel.modelMapping)))
  return awake.length > 0 ? awake : channels
}

const canDo = (channel: Channel, { job, ports }: RouteInput): boolean => {
  const provider = ports.providerFor(channel.type)
  return provider !== undefined && job.isSupportedBy(provider)
}

export const route = (input: RouteInput): Routed => {
  const { caller, pool, ports } = input
  const { model } = input.job
  if (caller.models.length > 0 && !caller.models.includes(model)) throw new RelayRefusal('model-not-allowed', { params: { model } })
  if (caller.pinnedChannelId !== undefined) return { candidates: pinnedCandidate(caller.pinnedChannelId, pool), isPinned: true }
  const able = pool.channelsFor(caller.group, model).filter((channel) => canDo(channel, input))
  const candidates = orderCandidates(withoutResting(able, input), ports.random)
  if (candidates.length === 0) throw new RelayRefusal('no-channel', { params: { model, group: caller.group } })
  return { candidates, isPinned: false }
}
