import type { Store } from '@weir/store/open-store'
import { accountRoutes } from './admin/accounts.ts'
import { auditRoutes } from './admin/audit.ts'
import { channelCheckRoutes, type ChannelChecks } from './admin/channel-checks.ts'
import { channelRoutes } from './admin/channels.ts'
import { dashboardRoutes } from './admin/dashboard.ts'
import { externalAccountRoutes } from './admin/external-accounts.ts'
import { logRoutes } from './admin/logs.ts'
import { passwordResetRoutes } from './admin/password-reset.ts'
import { redemptionRoutes } from './admin/redemptions.ts'
import { selfRoutes } from './admin/self.ts'
import { sessionRoutes } from './admin/session.ts'
import { siteRoutes } from './admin/site.ts'
import { statusRoutes } from './admin/status.ts'
import { tokenRoutes } from './admin/tokens.ts'
import { userRoutes } from './admin/users.ts'
import type { Route } from './http/route.ts'
import { createExternalSignIn } from './services/external/sign-in.ts'
import type { LiveSettings } from './services/live-settings.ts'
import { createOpenAccount } from './services/open-account.ts'
import type { OutsideWorld } from './services/outside-world.ts'

export interface RouteDependencies {
  readonly store: Store
  readonly settings: LiveSettings
  readonly clock: () => number
  readonly version: string
  readonly outside: OutsideWorld
  readonly checks: ChannelChecks
}

/** Whoever has an account or wants one. */
const peopleRoutes = ({ store, settings: { current: settings }, outside }: RouteDependencies): readonly Route[] => {
  const { users, codes, oauthStates, pool, accounts } = store
  const { mailer, humanCheck, providers } = outside
  const openAccount = createOpenAccount({ accounts, settings })
  return [
    ...sessionRoutes({ users, settings }),
    ...selfRoutes({ users, pool, settings, mailer }),
    ...accountRoutes({ users, codes, settings, mailer, humanCheck, openAccount }),
    ...passwordResetRoutes({ users, codes, settings, mailer, humanCheck }),
    ...userRoutes({ store, settings, openAccount }),
    ...externalAccountRoutes({ oauthStates, providers, signIn: createExternalSignIn({ users, openAccount, settings }) }),
  ]
}

/** Every endpoint under /api. A route that is not in this list does not exist. */
export const allRoutes = (dependencies: RouteDependencies): readonly Route[] => {
  const { store, settings, clock, version, outside, checks } = dependencies
  return [
    ...statusRoutes({ settings: settings.current, version, startedAt: Math.floor(clock() / 1000), oidcDiscovery: outside.oidcDiscovery }),
    ...peopleRoutes(dependencies),
    ...tokenRoutes({ tokens: store.tokens, clock }),
    ...channelRoutes(store),
    ...channelCheckRoutes(store.channels, checks),
    ...redemptionRoutes({ redemptions: store.redemptions, settings: settings.current }),
    ...siteRoutes({ options: store.options, settings }),
    ...logRoutes({ logs: store.logs, clock }),
    ...dashboardRoutes({ store, settings: settings.current, clock }),
    ...auditRoutes(store),
  ]
}
