import { getDashboard, getOwnUsage } from '@weir/contract/dashboard'
import { Refusal } from '@weir/contract/errors'
import { isAdmin } from '@weir/contract/user'
import type { Clock } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { route, type Route } from './route.ts'
import { attentionFor } from '../statistics/attention.ts'
import { channelHealth, figuresOf, periodBefore, periodFrom, toFigures } from '../statistics/dashboard.ts'
import { dayBounds } from '../statistics/zone-days.ts'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly store: Pick<Store, 'usage' | 'users' | 'tokens' | 'channels'>
  readonly settings: () => Settings
  readonly clock: Clock
}

const DAY = 86_400
const OWN_DAYS = 7
const WATCHED_TOKENS = 100

export const dashboardRoutes = ({ store, settings, clock }: Dependencies): readonly Route[] => {
  const nowSeconds = (): number => Math.floor(clock() / 1000)
  return [
    route(getOwnUsage, async (_, { actor }) => {
      const now = nowSeconds()
      const since = now - (now % DAY) - (OWN_DAYS - 1) * DAY
      return (await store.usage.byDayAndModel(actor.id, since)).map((row) => ({
        Day: new Date(row.time * 1000).toISOString().slice(0, 10),
        ModelName: row.model,
        RequestCount: row.requests,
        Quota: row.quota,
        PromptTokens: row.promptTokens,
        CompletionTokens: row.completionTokens,
      }))
    }),
    route(getDashboard, async ({ query }, { actor }) => {
      const now = nowSeconds()
      const isForAll = isAdmin(actor.role)
      const userId = isForAll ? undefined : actor.id
      const period = periodFrom({ start: query.start_timestamp, end: query.end_timestamp }, now)
      const days = period.step === DAY && query.time_zone !== undefined ? dayBounds(query.time_zone, period) : undefined
      const [{ bounds, ...current }, previous] = await Promise.all([
        store.usage.period({ ...period, userId, bounds: days }),
        store.usage.totals({ ...periodBefore(period), userId }),
      ])
      const channels = isForAll ? await store.channels.all() : []
      const user = (await store.users.findById(actor.id))?.user
      if (user === undefined) throw new Refusal('not-signed-in')
      const tokens = await store.tokens.list(actor.id, { offset: 0, limit: WATCHED_TOKENS })
      return {
        ...period,
        ...(bounds !== undefined && { bounds: [...bounds] }),
        current: figuresOf(current),
        previous: toFigures(previous),
        slices: [...current.slices],
        channels: channelHealth(channels, current.cells),
        attention: attentionFor({ user, tokens, isAdmin: isForAll, channels, cells: current.cells, period }, settings()),
      }
    }),
  ]
}
