import type { Store } from '@weir/store/open-store'
import { channelRoutes } from './admin/channels.ts'
import { logRoutes } from './admin/logs.ts'
import { selfRoutes } from './admin/self.ts'
import { sessionRoutes } from './admin/session.ts'
import { statusRoutes } from './admin/status.ts'
import { tokenRoutes } from './admin/tokens.ts'
import type { Route } from './http/route.ts'
import type { LiveSettings } from './services/live-settings.ts'

export interface RouteDependencies {
  readonly store: Store
  readonly settings: LiveSettings
  readonly clock: () => number
  readonly version: string
}

/** Every endpoint under /api. A route that is not in this list does not exist. */
export const allRoutes = ({ store, settings, clock, version }: RouteDependencies): readonly Route[] => [
  ...statusRoutes({ settings: settings.current, version, startedAt: Math.floor(clock() / 1000) }),
  ...sessionRoutes(store),
  ...selfRoutes(store),
  ...tokenRoutes({ tokens: store.tokens, clock }),
  ...channelRoutes(store),
  ...logRoutes(store),
]
