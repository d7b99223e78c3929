import { mappedModel } from '@weir/dialects/model/upstream'
import { EXPLORED_SHARE, rankBy, type FigureOf, type Strategy } from '../routing/strategy.ts'
import { ownWireFirst, tiersOf, weightIn, withoutResting } from '../routing/tiers.ts'

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
  /** What the strategy goes by, where it is known. */
  readonly figure: number | undefined
}

export interface RouteQuestion {
  readonly model: string
  readonly group: string
  readonly channels: readonly ExplainedChannel[]
  readonly isResting: (channelId: number, model: string) => boolean
  readonly canChat: (channelType: number) => boolean
  /** Absent: a chat, for which channels are not preferred by their wire. */
  readonly isServedAsIs?: (channel: ExplainedChannel) => boolean
  /** Absent: by weight alone. */
  readonly strategy?: Strategy
  readonly figureOf?: FigureOf<ExplainedChannel>
}

type Serving = Pick<RouteQuestion, 'model' | 'group' | 'canChat'>

const refusalOf = (channel: ExplainedChannel, { model, group, canChat }: Serving): RouteReason | undefined => {
  if (channel.state !== 'enabled') return channel.state
  if (!channel.groups.includes(group)) return 'other-group'
  if (!channel.models.includes(model)) return 'other-model'
  return canChat(channel.type) ? undefined : 'unsupported'
}

/** Whether a channel would be asked at all. */
export const isServing = (channel: ExplainedChannel, serving: Serving): boolean => refusalOf(channel, serving) === undefined

type Place = Pick<RouteExplanation, 'order' | 'share' | 'reason' | 'isOwnWire' | 'figure'>

const explain = (channel: ExplainedChannel, place: Place): RouteExplanation => {
  const { id, name, type, priority, weight } = channel
  return { id, name, type, priority, weight, ...place }
}

type Tier = readonly ExplainedChannel[]

/** Each channel's part of the weights of these. */
const partIn = (rivals: Tier, tier: Tier, channel: ExplainedChannel): number =>
  rivals.includes(channel) ? weightIn(tier, channel) / rivals.reduce((sum, other) => sum + weightIn(tier, other), 0) : 0

/** Why each channel would or would not be tried, those that would first and in the likeliest order. By the same rules as the route stage. */
export const explainRoute = (question: RouteQuestion): readonly RouteExplanation[] => {
  const { channels, model, strategy = 'weighted', figureOf = () => undefined } = question
  const serving = channels.filter((channel) => isServing(channel, question))
  const isResting = (channel: ExplainedChannel) => question.isResting(channel.id, mappedModel(model, channel.modelMapping))
  const tiers = tiersOf(withoutResting(serving, isResting).usable)
  const isOwnWire = question.isServedAsIs ?? (() => true)
  const rankIn = rankBy(strategy, figureOf) ?? (() => () => 0)
  const likeliest = (tier: Tier) => {
    const rankOf = rankIn(tier)
    const usable = tier.filter((channel) => weightIn(tier, channel) > 0)
    return usable.toSorted((a, b) => rankOf(a) - rankOf(b) || b.weight - a.weight || a.id - b.id)
  }
  const tried = tiers.flatMap((tier) => ownWireFirst(likeliest(tier), isOwnWire))

  const shareOf = (channel: ExplainedChannel): number => {
    const [top = []] = tiers
    const [first] = tried
    const rivals = first === undefined ? [] : top.filter((other) => isOwnWire(other) === isOwnWire(first))
    const rankOf = rankIn(top)
    const best = first === undefined ? [] : rivals.filter((other) => rankOf(other) === rankOf(first))
    const explored = strategy === 'latency' ? EXPLORED_SHARE : 0
    return (1 - explored) * partIn(best, top, channel) + explored * partIn(rivals, top, channel)
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
      explain(channel, {
        order: index + 1,
        share: shareOf(channel),
        reason: reasonOf(channel),
        isOwnWire: isOwnWire(channel),
        figure: figureOf(channel),
      }),
    ),
    ...rest.map((channel) =>
      explain(channel, { order: 0, share: 0, reason: reasonOf(channel), isOwnWire: isOwnWire(channel), figure: figureOf(channel) }),
    ),
  ]
}
