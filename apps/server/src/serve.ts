import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { providers } from '@weir/providers'
import { createCircuits } from '@weir/relay/guards/circuit-breakers'
import { createLimitBook } from '@weir/relay/guards/window-limits'
import { createShutdown } from '@weir/relay/guards/shutdown'
import { parseDsn } from '@weir/store/dsn'
import { openStore } from '@weir/store/open-store'
import packageInfo from '../../../package.json' with { type: 'json' }
import { openChannelChecks, openChannelWatch } from './channels/channel-watch.ts'
import type { Config } from './config.ts'
import { drain } from './process/drain.ts'
import { createFront } from './http/probes-and-drain.ts'
import { createServer } from './http/server.ts'
import { openStaticFiles } from './http/console/static-files.ts'
import { every } from './jobs/every.ts'
import { keepAlive, keepHouse } from './jobs/periodic-jobs.ts'
import { scheduleTests } from './channels/schedule-tests.ts'
import { describeError, log } from './process/log.ts'
import { claimNode, type NodeIdentity } from './process/node-identity.ts'
import { openLimitKeeper, openRateCounters } from './open-counters.ts'
import { loadRootKey } from './process/root-key.ts'
import { allRoutes } from './admin/all-routes.ts'
import { createReadBilling } from './relay/billing.ts'
import { bootstrapRoot } from './accounts/bootstrap-root.ts'
import { closeEndpoints } from './net/blocked-endpoints.ts'
import { createCredentials } from './accounts/credentials.ts'
import { openSettings } from './settings/live-settings.ts'
import { watchLoopLag } from './process/loop-lag.ts'
import { createMetrics } from './statistics/metrics/metrics.ts'
import { shareMetrics } from './statistics/metrics/shared-metrics.ts'
import { createAnnounceSignIn } from './mail/new-device.ts'
import { createOutboundPolicy } from './net/outbound-policy.ts'
import { openOutsideWorld } from './open-external-services.ts'
import { ownEndpoints } from './net/own-endpoints.ts'
import { createFigureWatch } from './process/oversized-figures.ts'
import { createQuotaReminders } from './mail/quota-reminders.ts'
import { createRateLimits } from './http/api/rate-limits.ts'
import { createRelayPorts } from './relay/relay-ports.ts'
import { startTimer } from './process/timers.ts'
import { shareProgress } from './channels/shared-progress.ts'
import { createTokenCounter } from './relay/token-counter.ts'
import { createSend } from './relay/send-upstream.ts'
import { soleWorker, type WorkerLink } from './cluster/worker-messages.ts'
import { simulate } from './simulate.ts'

const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))

export interface RunningServer {
  readonly address: string
  readonly signIn: string
  /** Lets running requests end, for as long as DRAIN_TIMEOUT unless told otherwise, then closes everything. */
  stop(patienceMs?: number): Promise<void>
}

/** Which process of its node this is. */
export interface Place {
  readonly link: WorkerLink
  readonly isPortShared: boolean
  readonly claim: (dataDir: string) => NodeIdentity
}

const alone: Place = { link: soleWorker, isPortShared: false, claim: claimNode }

/** Opens the database, the console and the port, in that order; what fails leaves nothing half open. */
export const startServer = async (config: Config, { link, isPortShared, claim }: Place = alone): Promise<RunningServer> => {
  const clock = Date.now
  await mkdir(config.dataDir, { recursive: true })
  const node = claim(config.dataDir)
  const rootKey = await loadRootKey(config)
  const circuits = createCircuits(clock, (change) => link.tell({ topic: 'circuit', value: change }))
  link.onNote((note) => note.topic === 'circuit' && circuits.hear(note.value))
  const lag = watchLoopLag(() => performance.now())
  const metrics = createMetrics({ openCircuits: circuits.openCount, loopLagSeconds: lag.seconds })
  const { dsn, sqlitePath } = config
  const store = await openStore({ dsn, sqlitePath, rootKey, nodeId: node.id, clock, onCommit: metrics.committed })
  const oversized = createFigureWatch(store.figures)
  await oversized.look()
  const settings = await openSettings(store.options)
  const signIn = await bootstrapRoot(store.users, {
    password: config.initialRootPassword,
    accessToken: config.initialRootAccessToken,
    tokenKey: config.initialRootToken,
  })
  const own = ownEndpoints({ ...config, database: parseDsn(dsn, sqlitePath) })
  const addressesOf = closeEndpoints(createOutboundPolicy(config.upstreamDenyCidr, clock), own)
  const outside = openOutsideWorld({
    users: store.users,
    settings: settings.current,
    clock,
    addressesOf,
    addresses: config.services,
  })
  const announce = createAnnounceSignIn({ ...store, mailer: outside.mailer, settings: settings.current, clock })
  const rates = openRateCounters({ redisUrl: config.redisUrl, database: store.rateCounts, clock })
  const limits = openLimitKeeper(config.redisUrl, link.limitsWith(createLimitBook(clock)), clock)
  const counter = createTokenCounter({ clock, startTimer })
  const shutdown = createShutdown()
  const watched = { store, settings: settings.current, notifyRoot: outside.notifyRoot, clock }
  const { channelSwitch, health } = openChannelWatch({ ...watched, link })
  const reminders = createQuotaReminders({ ...store, mailer: outside.mailer, settings: settings.current, startTimer })
  const ports = createRelayPorts({
    store: { ...store, ledger: metrics.watch(reminders.watch(store.ledger)) },
    clock,
    settings: settings.current,
    send: createSend({
      addressesOf,
      proxy: config.relayProxy,
      trustsAnyCertificate: config.trustsAnyCertificate,
      simulate: (request) => simulate(request, clock()),
    }),
    providerFor: (type) => providers.get(type),
    countTokens: counter.count,
    circuits,
    limits,
    link,
    observe: metrics.observer,
    shutdown,
    reportHealth: health.report,
    timeouts: { firstByteTimeoutMs: config.firstByteTimeoutMs, idleTimeoutMs: config.idleTimeoutMs },
    reportBug: (error, requestId) => log.error('request failed', { requestId, ...describeError(error) }),
  })
  const { pollingIntervalMs } = config
  const checks = openChannelChecks({ ...watched, channelSwitch, ports, circuits, shared: shareProgress(link), pollingIntervalMs })
  const figures = shareMetrics(metrics, link)
  let isDraining = false
  const answer = createFront({
    handle: createServer({
      routes: allRoutes({ store, settings, clock, version: `v${packageInfo.version}`, outside, checks }),
      credentials: createCredentials({ ...store, settings: settings.current, announce }, clock),
      limits: createRateLimits(rates, config.limits),
      audit: store.audit,
      version: packageInfo.version,
      relay: {
        ports,
        maxRequestBytes: config.maxRequestBytes,
        readBilling: createReadBilling({ ...store, settings: settings.current }),
      },
      serveConsole: await openStaticFiles(CONSOLE_FOLDER, () => ({
        hasHumanCheck: settings.current().isOn('TurnstileCheckEnabled'),
        chatLink: settings.current().text('ChatLink'),
      })),
      trustedProxies: config.trustedProxies,
    }),
    isDraining: () => isDraining,
    ping: () => store.ping(),
    oversizedFigures: oversized.count,
    renderMetrics: figures.render,
    metricsToken: config.metricsToken,
    replied: metrics.replied,
    clock,
  })
  const server = Bun.serve({
    port: config.port,
    hostname: config.host,
    maxRequestBodySize: config.maxRequestBytes + 1,
    development: false,
    // Bun shares a port by default outside development: a second server would silently take half of the requests.
    reusePort: isPortShared,
    fetch: (request, connection) => {
      // Upstreams may think longer than the default idle limit; the relay has deadlines of its own.
      connection.timeout(request, 0)
      return answer(request, connection.requestIP(request)?.address ?? '')
    },
  })
  const isFirst = link.index === 0
  const stopAlive = keepAlive(store, settings, oversized)
  const stopHouse = isFirst ? keepHouse(store, () => reminders.sweep()) : () => undefined
  const stopTests = scheduleTests(checks.testRun, { isFirst, ...config, every })
  return {
    address: `http://localhost:${server.port}`,
    signIn,
    stop: async (patienceMs = config.drainTimeoutMs) => {
      isDraining = true
      stopTests()
      checks.stop()
      const hasEndedByItself = await drain({
        patienceMs,
        pendingRequests: () => server.pendingRequests,
        openHolds: metrics.openHolds,
        shutdown,
        clock,
        sleep: Bun.sleep,
      })
      if (!hasEndedByItself) log.info('requests were cut after DRAIN_TIMEOUT')
      await server.stop(true)
      // What runs in the background calls upstreams as well.
      shutdown.cut()
      await Promise.all([health.idle(), checks.testRun.idle(), checks.balanceRun.idle()])
      // Alive to the end: a node that falls silent while it drains would be taken for dead, and its holds given back.
      stopAlive()
      stopHouse()
      lag.stop()
      figures.stop()
      counter.stop()
      rates.close()
      limits.close()
      await reminders.flush()
      await store.close()
      node.release()
    },
  }
}
