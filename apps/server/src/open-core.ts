import type { KnownCircuits } from '@weir/relay/guards/circuit-breakers'
import type { LoadGuard } from '@weir/relay/load'
import type { Clock } from '@weir/relay/ports'
import { parseDsn, parseLogDsn } from '@weir/store/dsn'
import type { Store } from '@weir/store/open-store'
import { createExternalKeys, type ExternalKeys } from './channels/external-keys.ts'
import type { WorkerLink } from './cluster/worker-messages.ts'
import type { Config } from './config.ts'
import type { AddressesOf } from './net/outbound-policy.ts'
import { closeEndpoints } from './net/blocked-endpoints.ts'
import { createOutboundPolicy } from './net/outbound-policy.ts'
import { ownEndpoints } from './net/own-endpoints.ts'
import { openExternalServices, type ExternalServices } from './open-external-services.ts'
import { openRelay, type OpenRelay } from './open-relay.ts'
import { log } from './process/log.ts'
import type { LiveSettings } from './settings/live-settings.ts'
import type { Metrics } from './statistics/metrics/metrics.ts'

interface CoreOptions {
  readonly config: Config
  readonly link: WorkerLink
  readonly clock: Clock
  readonly store: Store
  readonly settings: LiveSettings
  readonly circuits: KnownCircuits
  readonly load: LoadGuard
  readonly metrics: Metrics
}

interface Core {
  readonly addressesOf: AddressesOf
  readonly services: ExternalServices
  readonly externalKeys: ExternalKeys
  readonly relay: OpenRelay
}

/** What servers and commands share: everything that speaks to others, behind the policy for outbound calls. */
export const openCore = (options: CoreOptions): Core => {
  const { config, clock, store, settings } = options
  const own = ownEndpoints({ ...config, database: parseDsn(config.dsn, config.sqlitePath), logDatabase: parseLogDsn(config.logDsn) })
  const addressesOf = closeEndpoints(createOutboundPolicy(config.upstreamDenyCidr, clock), own)
  const services = openExternalServices({
    users: store.users,
    settings: settings.current,
    clock,
    addressesOf,
    addresses: config.services,
  })
  const externalKeys = createExternalKeys({
    variables: config.channelKeys,
    folder: config.channelSecretsDir,
    secretKeyFile: config.secretKeyFile,
    clock,
    onMissing: (reference) => log.error('the key of a channel is missing', { reference }),
  })
  const relay = openRelay({ ...options, services, addressesOf, resolveKey: externalKeys.resolve })
  return { addressesOf, services, externalKeys, relay }
}
