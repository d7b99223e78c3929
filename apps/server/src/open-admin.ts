import type { Clock } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import packageInfo from '../../../package.json' with { type: 'json' }
import { createCredentials } from './accounts/credentials.ts'
import { allRoutes } from './admin/all-routes.ts'
import type { ChannelChecks } from './channels/channel-watch.ts'
import type { ExternalKeys } from './channels/external-keys.ts'
import type { Config } from './config.ts'
import { createRateLimits } from './http/api/rate-limits.ts'
import { openStaticFiles } from './http/console/static-files.ts'
import type { ServerOptions } from './http/server.ts'
import { createAnnounceSignIn } from './mail/new-device.ts'
import { openRateCounters } from './open-counters.ts'
import type { ExternalServices } from './open-external-services.ts'
import { consoleFolder } from './process/own-files.ts'
import { priceOf } from './relay/prices.ts'
import type { LiveSettings } from './settings/live-settings.ts'

interface AdminOptions {
  readonly config: Config
  readonly clock: Clock
  readonly store: Store
  readonly settings: LiveSettings
  readonly services: ExternalServices
  readonly checks: ChannelChecks
  readonly externalKeys: ExternalKeys
}

export interface OpenAdmin extends Omit<ServerOptions, 'relay' | 'trustedProxies'> {
  readonly close: () => void
}

/** The console's files and everything it calls. */
export const openAdmin = async ({ config, clock, store, settings, services, checks, externalKeys }: AdminOptions): Promise<OpenAdmin> => {
  const { version } = packageInfo
  const serveConsole = await openStaticFiles(consoleFolder, () => ({
    hasHumanCheck: settings.current().isOn('TurnstileCheckEnabled'),
    chatLink: settings.current().text('ChatLink'),
    releasesUrl: config.releasesUrl,
  }))
  const announce = createAnnounceSignIn({ ...store, mailer: services.mailer, settings: settings.current, clock })
  const rates = openRateCounters({ redisUrl: config.redisUrl, database: store.rateCounts, clock })
  return {
    routes: allRoutes({
      store,
      settings,
      clock,
      version: `v${version}`,
      releasesUrl: config.releasesUrl,
      services,
      checks,
      externalKeys,
      priceOf: (model, group) => priceOf(model, group, settings.current()),
    }),
    credentials: createCredentials({ ...store, settings: settings.current, announce }, clock),
    limits: createRateLimits(rates, config.limits),
    audit: store.audit,
    tokens: store.tokens,
    version,
    serveConsole,
    close: () => rates.close(),
  }
}
