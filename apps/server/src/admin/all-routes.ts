import type { Store } from '@weir/store/open-store'
import { accountRoutes } from './accounts.ts'
import { auditRoutes } from './audit.ts'
import type { ChannelChecks } from '../channels/channel-watch.ts'
import { channelCheckRoutes } from './channel-checks.ts'
import { channelRoutes } from './channels.ts'
import { dashboardRoutes } from './dashboard.ts'
import { externalAccountRoutes } from './external-accounts.ts'
import { logRoutes } from './logs.ts'
import { passwordResetRoutes } from './password-reset.ts'
import { redemptionRoutes } from './redemptions.ts'
import { secondFactorRoutes } from './second-factors.ts'
import { selfRoutes } from './self.ts'
import { sessionRoutes } from './session.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { siteRoutes } from './site.ts'
import { statusRoutes } from './status.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'
import type { Route } from './route.ts'
import { createExternalSignIn } from '../accounts/external/sign-in.ts'
import type { LiveSettings } from '../settings/live-settings.ts'
import { createOpenAccount } from '../accounts/open-account.ts'
import type { OutsideWorld } from '../open-external-services.ts'

export interface RouteDependencies {
  readonly store: Store
  readonly settings: LiveSettings
  readonly clock: () => number
  readonly version: string
  readonly outside: OutsideWorld
  readonly checks: ChannelChecks
}

/** Whoever has an account or wants one. */
const peopleRoutes = ({ store, settings: { current: settings }, outside, clock }: RouteDependencies): readonly Route[] => {
  const { users, codes, oauthStates, pool, accounts } = store
  const { mailer, humanCheck, providers } = outside
  const openAccount = createOpenAccount({ accounts, settings })
  return [
    ...sessionRoutes({ users, settings, providers: Object.values(providers) }),
    ...ownSessionRoutes(store),
    ...secondFactorRoutes({ store, settings, clock }),
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
