import { providers } from '@weir/providers'
import type { KnownCircuits } from '@weir/relay/guards/circuit-breakers'
import { createShutdown, type StoppableShutdown } from '@weir/relay/guards/shutdown'
import { createWindowLimits } from '@weir/relay/guards/window-limits'
import type { Clock, Ports } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { openChannelChecks, openChannelWatch, type ChannelChecks } from './channels/channel-watch.ts'
import { shareProgress } from './channels/shared-progress.ts'
import type { WorkerLink } from './cluster/worker-messages.ts'
import type { Config } from './config.ts'
import { createQuotaReminders, type QuotaReminders } from './mail/quota-reminders.ts'
import type { AddressesOf } from './net/outbound-policy.ts'
import { openLimitKeeper } from './open-counters.ts'
import type { ExternalServices } from './open-external-services.ts'
import { describeError, log } from './process/log.ts'
import { startTimer } from './process/timers.ts'
import { createBodyLog, type BodyLog } from './relay/bodies/body-log.ts'
import { createRefusalLog } from './relay/refusal-log.ts'
import { createRelayPorts } from './relay/relay-ports.ts'
import { createSend } from './relay/send-upstream.ts'
import { createOpenSocket } from './relay/upstream-socket.ts'
import { createTokenCounter } from './relay/token-counter.ts'
import type { LiveSettings } from './settings/live-settings.ts'
import { simulate } from './simulate.ts'
import type { Metrics } from './statistics/metrics/metrics.ts'

interface RelayOptions {
  readonly config: Config
  readonly link: WorkerLink
  readonly clock: Clock
  readonly store: Store
  readonly settings: LiveSettings
  readonly services: ExternalServices
  readonly addressesOf: AddressesOf
  readonly circuits: KnownCircuits
  readonly load: Ports['load']
  readonly metrics: Metrics
  readonly resolveKey: Ports['resolveKey']
}

export interface OpenRelay {
  readonly ports: Ports
  readonly bodyLog: BodyLog
  readonly checks: ChannelChecks
  readonly shutdown: StoppableShutdown
  readonly reminders: QuotaReminders
  /** Ends when nothing runs in the background any more. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The request line with everything it is given, and the channels it watches. */
export const openRelay = (options: RelayOptions): OpenRelay => {
  const { config, link, clock, store, services, addressesOf, circuits, load, metrics, resolveKey } = options
  const settings = options.settings.current
  const limits = openLimitKeeper(config.redisUrl, link.limitsWith(createWindowLimits(clock)), clock)
  const counter = createTokenCounter({ clock, startTimer })
  const shutdown = createShutdown()
  shutdown.onCut(counter.hurry)
  const watched = { store, settings, notifyRoot: services.notifyRoot, clock }
  const { channelSwitch, health } = openChannelWatch({ ...watched, link })
  const reminders = createQuotaReminders({ ...store, mailer: services.mailer, settings, startTimer })
  const outbound = { addressesOf, proxy: config.relayProxy, trustsAnyCertificate: config.trustsAnyCertificate }
  const refusals = createRefusalLog({
    logs: store.logs,
    clock,
    isOn: () => settings().isOn('LogConsumeEnabled'),
    onError: (error) => log.error('a refused request is not in the log', describeError(error)),
  })
  const ports = createRelayPorts({
    store,
    clock,
    settings,
    send: createSend({ ...outbound, simulate: (request) => simulate(request, clock()) }),
    openSocket: createOpenSocket(outbound),
    providerFor: (type) => providers.get(type),
    countTokens: counter.count,
    circuits,
    limits,
    load,
    refusals,
    link,
    observe: reminders.watch(metrics.observer),
    shutdown,
    reportHealth: health.report,
    resolveKey,
    timeouts: { firstByteTimeoutMs: config.firstByteTimeoutMs, idleTimeoutMs: config.idleTimeoutMs },
    reportBug: (error, requestId) => log.error('request failed', { requestId, ...describeError(error) }),
  })
  const bodyLog = createBodyLog({
    bodies: store.requestBodies,
    settings,
    clock,
    onError: (error) => log.error('the bodies of a request are not kept', describeError(error)),
  })
  const { pollingIntervalMs } = config
  const checks = openChannelChecks({ ...watched, channelSwitch, ports, circuits, shared: shareProgress(link), pollingIntervalMs })
  return {
    ports,
    bodyLog,
    checks,
    shutdown,
    reminders,
    idle: async () => {
      await Promise.all([bodyLog.idle(), refusals.idle(), health.idle(), checks.testRun.idle(), checks.balanceRun.idle()])
    },
    close: async () => {
      counter.stop()
      limits.close()
      await refusals.idle()
      await bodyLog.idle()
      await reminders.flush()
    },
  }
}
