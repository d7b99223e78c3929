import type { Random } from '../ports.ts'
import { scatter } from './scatter.ts'
import { ownWireFirst, tiersOf, weightIn } from './tiers.ts'

interface Ordered {
  readonly id: number
  readonly priority: number
  readonly weight: number
}

export interface OrderRules<C> {
  readonly random: Random
  /** Those that answer without translation come first inside a priority. */
  readonly isServedAsIs?: ((channel: C) => boolean) | undefined
  /** The same for all turns of a conversation, which then has its channels in the same order every time. Undefined: chance decides. */
  readonly affinity?: number | undefined
  /** The lower, the earlier inside a priority; equal ones are ordered by weight. */
  readonly rankIn?: ((tier: readonly C[]) => (channel: C) => number) | undefined
}

/** Index of a channel by weight. */
const pickByWeight = (weights: readonly number[], roll: number): number => {
  let mark = roll * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex((weight) => (mark -= weight) < 0)
  return index === -1 ? weights.length - 1 : index
}

const shuffleByWeight = <C extends Ordered>(tier: readonly C[], random: Random): readonly C[] => {
  const left = tier.filter((channel) => weightIn(tier, channel) > 0)
  const ordered: C[] = []
  while (left.length > 0) {
    const weights = left.map((channel) => weightIn(tier, channel))
    ordered.push(...left.splice(pickByWeight(weights, random()), 1))
  }
  return ordered
}

const RANGE = 2 ** 32

const sortByKey = <C>(channels: readonly C[], keys: ReadonlyMap<C, number>): readonly C[] =>
  channels.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))

/**
 * Rendezvous hashing: every channel draws a waiting time from the conversation's number and its own, shorter the more weight it has. Over
 * many conversations the shares are those of the weights; a channel that comes or goes moves none but its own, and nothing is remembered.
 */
const orderByAffinity = <C extends Ordered>(tier: readonly C[], affinity: number): readonly C[] => {
  const seed = scatter(affinity)
  const waits = new Map<C, number>()
  for (const channel of tier) {
    const weight = weightIn(tier, channel)
    if (weight > 0) waits.set(channel, -Math.log((scatter(seed ^ scatter(channel.id)) + 0.5) / RANGE) / weight)
  }
  return sortByKey([...waits.keys()], waits)
}

const orderTier = <C extends Ordered>(tier: readonly C[], { random, affinity, rankIn }: OrderRules<C>): readonly C[] => {
  const ordered = affinity === undefined ? shuffleByWeight(tier, random) : orderByAffinity(tier, affinity)
  if (rankIn === undefined) return ordered
  const rankOf = rankIn(ordered)
  // A rank by price is a computation, and sorting asks for it many times.
  return sortByKey(ordered, new Map(ordered.map((channel) => [channel, rankOf(channel)])))
}

/**
 * Every usable channel in the order it would be tried: the highest priority first; inside a priority those that speak the caller's wire,
 * then by rank and weight. None appears twice.
 */
export const orderCandidates = <C extends Ordered>(channels: readonly C[], rules: OrderRules<C>): readonly C[] => {
  const { isServedAsIs = () => true } = rules
  return channels.length <= 1 ? channels : tiersOf(channels).flatMap((tier) => ownWireFirst(orderTier(tier, rules), isServedAsIs))
}
