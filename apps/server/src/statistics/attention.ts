import { ChannelStatus, type ChannelObject } from '@weir/contract/channel'
import type { DashboardData } from '@weir/contract/dashboard'
import { TokenStatus, type TokenObject } from '@weir/contract/token'
import type { UserObject } from '@weir/contract/user'
import { splitList } from '@weir/contract/values/quantity'
import type { ChannelCell } from '@weir/store/repositories/usage'
import { priceOf } from '../relay/prices.ts'
import type { Settings } from '../settings/settings.ts'
import type { Period } from './dashboard.ts'

const DAY = 86_400
const MOST = 50
/** A channel that fails every second request costs its callers more than the odd retry. */
const FAILING = 0.5

type Attention = DashboardData['attention'][number]

export interface Watched {
  readonly user: UserObject
  readonly tokens: readonly TokenObject[]
  readonly isAdmin: boolean
  /** Those of an administrator; anyone else watches none. */
  readonly channels: readonly ChannelObject[]
  readonly cells: readonly ChannelCell[]
  readonly period: Pick<Period, 'end' | 'step'>
}

type Channels = Pick<Watched, 'channels' | 'cells' | 'period'>

/** Of the slices that reach into the last day: what failed a week ago and works today needs nobody. */
const failingShares = ({ cells, period: { end, step } }: Channels): ReadonlyMap<number, number> => {
  const recent = Map.groupBy(
    cells.filter(({ time }) => time + step > end - DAY),
    ({ channelId }) => channelId,
  )
  return new Map(
    [...recent].map(([id, own]) => [
      id,
      own.reduce((sum, { failures }) => sum + failures, 0) / own.reduce((sum, { requests }) => sum + requests, 0),
    ]),
  )
}

const ofChannel = (channel: ChannelObject, share: number): readonly Attention[] => {
  const { id, name, status, last_test: test } = channel
  if (status === ChannelStatus.autoDisabled) return [{ kind: 'channel-auto-disabled', id, name, value: 0 }]
  if (status !== ChannelStatus.enabled) return []
  if (share >= FAILING) return [{ kind: 'channel-failing', id, name, value: share }]
  return test?.success === false ? [{ kind: 'channel-test-failed', id, name, value: 0 }] : []
}

const ofChannels = (watched: Channels): readonly Attention[] => {
  const shares = failingShares(watched)
  const isServing = watched.channels.some(({ status }) => status === ChannelStatus.enabled)
  const found = watched.channels.flatMap((channel) => ofChannel(channel, shares.get(channel.id) ?? 0))
  const of = (kind: Attention['kind']) => found.filter((item) => item.kind === kind)
  return [
    ...(isServing ? [] : [{ kind: 'no-channel', id: 0, name: '', value: 0 } as const]),
    ...of('channel-failing').toSorted((a, b) => b.value - a.value),
    ...of('channel-auto-disabled'),
    ...of('channel-test-failed'),
  ]
}

const withoutPrice = (channels: readonly ChannelObject[], settings: Settings): readonly Attention[] => {
  const served = channels.filter(({ status }) => status === ChannelStatus.enabled)
  const models = new Map(served.flatMap(({ id, models: list }) => splitList(list).map((model) => [model, id] as const)))
  return [...models]
    .filter(([model]) => !priceOf(model, 'default', settings).isListed)
    .map(([name, id]) => ({ kind: 'model-without-price', id, name, value: 0 }))
}

const ofToken = ({ id, name, status, expired_time: expiredTime, remain_quota: value }: TokenObject): readonly Attention[] => {
  if (status === TokenStatus.exhausted) return [{ kind: 'token-exhausted', id, name, value }]
  return status === TokenStatus.expired ? [{ kind: 'token-expired', id, name, value: expiredTime }] : []
}

/** What someone should look at, the most urgent first: what stops everyone, then what stops the reader. */
export const attentionFor = (watched: Watched, settings: Settings): DashboardData['attention'] => {
  const { user, tokens, isAdmin, channels } = watched
  const isLow = user.quota < settings.number('QuotaRemindThreshold')
  return [
    ...(isAdmin ? ofChannels(watched) : []),
    ...(isLow ? [{ kind: 'low-balance', id: user.id, name: user.username, value: user.quota } as const] : []),
    ...tokens.flatMap(ofToken),
    ...withoutPrice(channels, settings),
  ].slice(0, MOST)
}
