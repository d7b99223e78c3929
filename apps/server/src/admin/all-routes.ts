import type { Price } from '@weir/ledger/price'
import type { Store } from '@weir/store/open-store'
import { accountRoutes } from './accounts/accounts.ts'
import { alertRoutes } from './alerts/alerts.ts'
import { alertTargetRoutes } from './alerts/alert-targets.ts'
import { logBodyRoutes } from './logs/log-bodies.ts'
import { auditRoutes } from './audit.ts'
import { budgetRoutes } from './budgets.ts'
import type { ChannelChecks } from '../channels/channel-watch.ts'
import type { ExternalKeys } from '../channels/external-keys.ts'
import { channelCheckRoutes } from './channels/channel-checks.ts'
import { channelKeyRoutes } from './channels/channel-keys.ts'
import { multiKeyRoutes } from './channels/multi-keys.ts'
import { channelListRoutes } from './channels/channel-lists.ts'
import { channelTestRoutes } from './channels/channel-tests.ts'
import { channelRoutes } from './channels/channels.ts'
import { dashboardRoutes } from './dashboard.ts'
import { externalAccountRoutes } from './accounts/external-accounts.ts'
import { repriceRoutes } from './ledger/reprice.ts'
import { statementRoutes } from './ledger/statements.ts'
import { logRoutes } from './logs.ts'
import { passkeyRoutes } from './accounts/passkeys.ts'
import { modelPriceRoutes } from './prices/model-prices.ts'
import { priceImportRoutes } from './prices/price-import.ts'
import { pricingRoutes } from './prices/pricing.ts'
import { passwordResetRoutes } from './accounts/password-reset.ts'
import { redemptionRoutes } from './redemptions.ts'
import { ownSessionRoutes } from './accounts/own-sessions.ts'
import { secondFactorRoutes } from './accounts/second-factors.ts'
import { selfRoutes } from './accounts/self.ts'
import { sessionRoutes } from './accounts/session.ts'
import { overviewRoutes } from './overview.ts'
import { siteRoutes } from './site.ts'
import { statisticsRoutes } from './statistics.ts'
import { statusRoutes } from './status.ts'
import { tokenRoutes } from './tokens/tokens.ts'
import { userRoutes } from './accounts/users.ts'
import type { Route } from './route.ts'
import { createExternalSignIn } from '../accounts/external/sign-in.ts'
import { hashPassword as hashInFull, type HashPassword } from '../accounts/passwords.ts'
import { createPasskeyCeremonies } from '../accounts/passkeys.ts'
import { createRecoveryCodes } from '../accounts/recovery-codes.ts'
import type { LiveSettings } from '../settings/live-settings.ts'
import { createOpenAccount } from '../accounts/open-account.ts'
import type { ExternalServices } from '../open-external-services.ts'

export interface RouteDependencies {
  readonly store: Store
  readonly settings: LiveSettings
  readonly clock: () => number
  readonly version: string
  readonly releasesUrl: string
  readonly services: ExternalServices
  readonly checks: ChannelChecks
  readonly externalKeys: ExternalKeys
  readonly priceOf: (model: string, group: string) => Price
  /** Of the full cost unless told: tests that make accounts by the dozen bring a cheaper one. */
  readonly hashPassword?: HashPassword
}

/** Routes of accounts: sign-in, registration, the own account, users. */
const peopleRoutes = (dependencies: RouteDependencies): readonly Route[] => {
  const { store, services, clock, priceOf, hashPassword = hashInFull } = dependencies
  const settings = dependencies.settings.current
  const { users, codes, oauthStates, pool, accounts } = store
  const { mailer, humanCheck, providers } = services
  const openAccount = createOpenAccount({ accounts, settings })
  const ceremonies = createPasskeyCeremonies({ passkeys: store.passkeys, challenges: store.passkeyChallenges, settings })
  const recoveryCodes = createRecoveryCodes(store.factors)
  return [
    ...sessionRoutes({ users, settings, providers: Object.values(providers) }),
    ...ownSessionRoutes(store),
    ...secondFactorRoutes({ store, ceremonies, recoveryCodes, settings, clock }),
    ...passkeyRoutes({ store, ceremonies, recoveryCodes, settings }),
    ...selfRoutes({ users, userEdits: store.userEdits, mailChoices: store.mailChoices, pool, settings, mailer, hashPassword }),
    ...pricingRoutes({ users, pool, settings, priceOf }),
    ...accountRoutes({ users, codes, settings, mailer, humanCheck, openAccount, hashPassword }),
    ...passwordResetRoutes({ users, codes, settings, mailer, humanCheck, hashPassword }),
    ...userRoutes({ store, settings, openAccount, hashPassword }),
    ...externalAccountRoutes({ oauthStates, providers, signIn: createExternalSignIn({ users, openAccount, settings }) }),
  ]
}

/** Every endpoint under /api. A route that is not in this list does not exist. */
export const allRoutes = (dependencies: RouteDependencies): readonly Route[] => {
  const { store, settings, clock, services, checks, externalKeys } = dependencies
  return [
    ...statusRoutes({
      ...dependencies,
      settings: settings.current,
      startedAt: Math.floor(clock() / 1000),
      oidcDiscovery: services.oidcDiscovery,
    }),
    ...peopleRoutes(dependencies),
    ...tokenRoutes({ tokens: store.tokens, users: store.users, clock, settings: settings.current }),
    ...channelRoutes({ ...store, checkKeyReference: externalKeys.check }),
    ...channelKeyRoutes({ ...store, checkKeyReference: externalKeys.check }),
    ...multiKeyRoutes(store),
    ...channelListRoutes(store),
    ...channelCheckRoutes({ channels: store.channels, checks, checkKeyReference: externalKeys.check }),
    ...channelTestRoutes({ store, checks, checkKeyReference: externalKeys.check }),
    ...redemptionRoutes({ redemptions: store.redemptions, settings: settings.current }),
    ...budgetRoutes({ budgets: store.budgetList, settings: settings.current, clock }),
    ...statementRoutes({ users: store.users, statements: store.statements, settings: settings.current, clock }),
    ...repriceRoutes({ corrections: store.corrections, settings }),
    ...siteRoutes({ options: store.options, settings }),
    ...modelPriceRoutes({ store, settings }),
    ...priceImportRoutes({ options: store.options, settings, fetchList: services.fetchPriceList }),
    ...logRoutes({ ...store, settings: settings.current, clock }),
    ...statisticsRoutes({ store, clock }),
    ...dashboardRoutes({ store, settings: settings.current, clock }),
    ...overviewRoutes({ store, settings: settings.current }),
    ...logBodyRoutes({ ...store, settings: settings.current }),
    ...auditRoutes(store),
    ...alertRoutes(store),
    ...alertTargetRoutes({ ...store, sendAlert: services.sendAlert, settings: settings.current, clock }),
  ]
}
