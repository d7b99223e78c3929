import { mappedModel } from '@weir/dialects/model/upstream'
import { estimateHold } from '@weir/ledger/estimate'
import { ratiosFor } from '@weir/ledger/price'
import { ZERO_QUOTA } from '@weir/ledger/quota'
import type { Caller, Course, RequestKind, Routed } from '../stage-types.ts'
import type { Channel, PoolSnapshot, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { splitEffortSuffix } from '../routing/effort-suffix.ts'
import { orderCandidates, type OrderRules } from '../routing/order.ts'
import { foldText, hashPromptBeginning } from '../routing/prompt-beginning.ts'
import { strategyOf } from '../routing/routing-settings.ts'
import { EXPLORED_SHARE, rankBy, type Strategy } from '../routing/strategy.ts'
import { withoutResting } from '../routing/tiers.ts'

export interface RouteInput {
  readonly caller: Caller
  readonly kind: RequestKind
  readonly pool: PoolSnapshot
  readonly ports: Pick<Ports, 'random' | 'circuits' | 'providerFor' | 'routing' | 'settings' | 'priceOf' | 'firstBytes'>
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

/** Callers do not share caches, and neither do models. */
const affinityOf = ({ kind, caller, ports }: RouteInput): number | undefined =>
  kind.conversation === undefined || !ports.routing().keepsConversations
    ? undefined
    : foldText(hashPromptBeginning(kind.conversation) ^ caller.tokenId, kind.model)

/** What the strategy goes by: milliseconds until the answer begins, or what this request is expected to cost. */
const figureOf = (strategy: Strategy, channel: Channel, { kind, caller, ports }: RouteInput): number | undefined => {
  const model = mappedModel(kind.model, channel.modelMapping)
  if (strategy === 'latency') return ports.firstBytes.of({ channelId: channel.id, model, isStream: kind.isStream })
  return estimateHold(kind.estimate, ratiosFor(ports.priceOf(model, caller.group), kind.estimate.promptTokens), ZERO_QUOTA)
}

const rulesFor = (input: RouteInput): OrderRules<Channel> => {
  const { caller, ports } = input
  const { random } = ports
  const strategy = strategyOf(ports.routing(), caller.group)
  const byWire = (channel: Channel) => isServedAsIs(channel, input)
  if (strategy === 'latency' && random() < EXPLORED_SHARE) return { random, isServedAsIs: byWire }
  const rankIn = rankBy<Channel>(strategy, (channel) => figureOf(strategy, channel, input))
  return { random, isServedAsIs: byWire, affinity: affinityOf(input), rankIn }
}

interface RoutedCourse extends Course {
  /** All its channels keep failing. */
  readonly areResting: boolean
}

/** Undefined when no channel serves the model. */
const courseFor = (input: RouteInput): RoutedCourse | undefined => {
  const { caller, pool, ports, kind } = input
  const able = pool.channelsFor(caller.group, kind.model).filter((channel) => isKeeper(channel, kind) && canDo(channel, input))
  if (able.length === 0) return undefined
  const isResting = ({ id, modelMapping }: Channel) => ports.circuits.isOpen(id, mappedModel(kind.model, modelMapping))
  const { usable, areResting } = withoutResting(able, isResting)
  const candidates = usable.length === 1 ? usable : orderCandidates(usable, rulesFor(input))
  const areKeyed = usable.some(({ keys }) => keys !== undefined)
  return { kind, candidates, areResting, ...(areKeyed && { affinity: affinityOf(input) }) }
}

export const mayUse = ({ models }: Pick<Caller, 'models'>, model: string): boolean => models.length === 0 || models.includes(model)

const isPriced = (model: string, { candidates }: Course, { caller, ports }: RouteInput): boolean =>
  !ports.settings().refusesUnpriced ||
  candidates.every(({ modelMapping }) => ports.priceOf(mappedModel(model, modelMapping), caller.group).isListed)

const NO_COURSES: readonly RoutedCourse[] = []

/** A substitute that the caller may not use, that nobody serves or that has no price is passed over. */
const substituteCourses = (input: RouteInput): readonly RoutedCourse[] => {
  const { kind, caller, ports } = input
  const { substitutes } = ports.routing()
  if (!Object.hasOwn(substitutes, kind.model)) return NO_COURSES
  return (substitutes[kind.model] ?? []).flatMap((model) => {
    const renamed = mayUse(caller, model) ? kind.renamed?.(model) : undefined
    if (renamed === undefined) return []
    const course = courseFor({ ...input, kind: renamed })
    return course !== undefined && isPriced(model, course, input) ? [{ ...course, substituteFor: kind.model }] : []
  })
}

/** A substitute that answers is worth more than another wait for channels that have failed again and again. */
const awakeFirst = (courses: readonly RoutedCourse[]): readonly RoutedCourse[] => [
  ...courses.filter(({ areResting }) => !areResting),
  ...courses.filter(({ areResting }) => areResting),
]

const pinnedTo = (channelId: number, pool: PoolSnapshot): Channel => {
  const channel = pool.byId(channelId)
  if (channel === undefined) throw new RelayRefusal('invalid-channel', { params: { channel: channelId } })
  return channel
}

type IsServed = (model: string) => boolean

const withoutSuffix = (kind: RequestKind, isServed: IsServed): RequestKind => {
  const split = splitEffortSuffix(kind.model)
  if (split === undefined || isServed(kind.model) || !isServed(split.model)) return kind
  return kind.renamed?.(split.model, split.effort) ?? kind
}

const servedOne = (kind: RequestKind, further: readonly string[], canUse: IsServed): RequestKind => {
  const model = canUse(kind.model) ? undefined : further.find(canUse)
  return model === undefined ? kind : (kind.renamed?.(model) ?? kind)
}

/**
 * The request as it is meant: a name with a suffix that no channel has is the model before it, at that effort, and no name at all is the
 * first model of those that it may mean which is served.
 */
const meantBy = ({ kind, caller, pool, ports }: RouteInput, pinned: Channel | undefined): RequestKind => {
  const isServed: IsServed = (name) => pinned?.models.includes(name) ?? pool.channelsFor(caller.group, name).length > 0
  if (kind.furtherModels !== undefined) return servedOne(kind, kind.furtherModels, (name) => mayUse(caller, name) && isServed(name))
  return ports.routing().allowsEffortSuffixes ? withoutSuffix(kind, isServed) : kind
}

const pinnedRoute = (kind: RequestKind, pinned: Channel): Routed => {
  if (kind.keeper !== undefined && !isKeeper(pinned, kind)) throw kind.keeper.refusal()
  return { courses: [{ kind, candidates: [pinned] }], isPinned: true }
}

export const route = (input: RouteInput): Routed => {
  const { caller, pool } = input
  const pinned = caller.pinnedChannelId === undefined ? undefined : pinnedTo(caller.pinnedChannelId, pool)
  const kind = meantBy(input, pinned)
  const { model, keeper } = kind
  if (!mayUse(caller, model)) throw new RelayRefusal('model-not-allowed', { params: { model } })
  if (pinned !== undefined) return pinnedRoute(kind, pinned)
  const meant = kind === input.kind ? input : { ...input, kind }
  const own = courseFor(meant)
  const substitutes = substituteCourses(meant)
  const courses = own === undefined ? substitutes : [own, ...substitutes]
  if (courses.length === 0) throw keeper?.refusal() ?? new RelayRefusal('no-channel', { params: { model, group: caller.group } })
  return { courses: courses.length === 1 ? courses : awakeFirst(courses), isPinned: false }
}
