import { mappedModel } from '@weir/dialects/model/upstream'
import { ownWireFirst, tiersOf, weightIn, withoutResting } from '../tiers.ts'

/** A channel in any state, as the console knows it. */
export interface ExplainedChannel {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly state: 'enabled' | 'disabled' | 'auto-disabled'
  readonly models: readonly string[]
  readonly groups: readonly string[]
  readonly priority: number
  readonly weight: number
  readonly modelMapping: Readonly<Record<string, string>>
}

export type RouteReason =
  | 'usable'
  | 'drained'
  | 'circuit-open'
  | 'disabled'
  | 'auto-disabled'
  | 'other-group'
  | 'other-model'
  | 'unsupported'

export interface RouteExplanation {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly priority: number
  readonly weight: number
  /** 1 is the likeliest first try; 0 is never tried. */
  readonly order: number
  /** Chance of being the first try, from 0 to 1. */
  readonly share: number
  readonly reason: RouteReason
  /** The channel speaks the wire that was asked about; otherwise calls are translated for it. */
  readonly isOwnWire: boolean
}

export interface RouteQuestion {
  readonly model: string
  readonly group: string
  readonly channels: readonly ExplainedChannel[]
  readonly isResting: (channelId: number, model: string) => boolean
  readonly canChat: (channelType: number) => boolean
  /** Absent: a chat, for which channels are not preferred by their wire. */
  readonly isServedAsIs?: (channel: ExplainedChannel) => boolean
}

const refusalOf = (channel: ExplainedChannel, { model, group, canChat }: RouteQuestion): RouteReason | undefined => {
  if (channel.state !== 'enabled') return channel.state
  if (!channel.groups.includes(group)) return 'other-group'
  if (!channel.models.includes(model)) return 'other-model'
  return canChat(channel.type) ? undefined : 'unsupported'
}

const explain = (channel: ExplainedChannel, over: Pick<RouteExplanation, 'order' | 'share' | 'reason' | 'isOwnWire'>): RouteExplanation => {
  const { id, name, type, priority, weight } = channel
  return { id, name, type, priority, weight, ...over }
}

/** Why each channel would or would not be tried, those that would first and in the likeliest order. By the same rules as the route stage. */
export const explainRoute = (question: RouteQuestion): readonly RouteExplanation[] => {
  const { channels, model } = question
  const serving = channels.filter((channel) => refusalOf(channel, question) === undefined)
  const isResting = (channel: ExplainedChannel) => question.isResting(channel.id, mappedModel(model, channel.modelMapping))
  const tiers = tiersOf(withoutResting(serving, isResting))
  const isOwnWire = question.isServedAsIs ?? (() => true)
  const likeliest = (tier: readonly ExplainedChannel[]) =>
    tier.filter((channel) => weightIn(tier, channel) > 0).toSorted((a, b) => b.weight - a.weight || a.id - b.id)
  const tried = tiers.flatMap((tier) => ownWireFirst(likeliest(tier), isOwnWire))

  const shareOf = (channel: ExplainedChannel): number => {
    const [top = []] = tiers
    const [first] = tried
    const rivals = first === undefined ? [] : top.filter((other) => isOwnWire(other) === isOwnWire(first))
    if (!rivals.includes(channel)) return 0
    return weightIn(top, channel) / rivals.reduce((sum, other) => sum + weightIn(top, other), 0)
  }

  const reasonOf = (channel: ExplainedChannel): RouteReason => {
    const refusal = refusalOf(channel, question)
    if (refusal !== undefined) return refusal
    if (isResting(channel)) return 'circuit-open'
    return tried.includes(channel) ? 'usable' : 'drained'
  }

  const rest = channels.filter((channel) => !tried.includes(channel)).toSorted((a, b) => b.priority - a.priority || a.id - b.id)
  return [
    ...tried.map((channel, index) =>
      explain(channel, { order: index + 1, share: shareOf(channel), reason: reasonOf(channel), isOwnWire: isOwnWire(channel) }),
    ),
    ...rest.map((channel) => explain(channel, { order: 0, share: 0, reason: reasonOf(channel), isOwnWire: isOwnWire(channel) })),
  ]
}
