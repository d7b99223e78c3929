import packageInfo from '../../../package.json' with { type: 'json' }
import { createCircuitBreakers } from '@weir/relay/guards/circuit-breakers'
import { createLoadGuard } from '@weir/relay/guards/load-guard'
import { createFollowedClock } from '@weir/store/followed-clock'
import { openStore } from '@weir/store/open-store'
import { ConfigError, type Config } from './config.ts'
import { drain } from './process/drain.ts'
import { createProbes } from './http/probes-and-drain.ts'
import { whenGiven } from './http/relay/stream-ends.ts'
import { createServer } from './http/server.ts'
import { log, setTraceIds } from './process/log.ts'
import { claimNode, type NodeIdentity } from './process/node-identity.ts'
import { createLogMoving } from './jobs/move-log.ts'
import { keepDataPrivate } from './process/private-files.ts'
import { loadRootKeys } from './process/root-key.ts'
import { Sessions } from '@weir/relay/realtime/sessions'
import { callerSockets, type CallerData } from './relay/caller-sockets.ts'
import { createReadBilling } from './relay/billing.ts'
import { createWatchAlerts } from './alerts/watch-alerts.ts'
import { createWatchCertificate } from './alerts/watch-certificate.ts'
import { openAdmin } from './open-admin.ts'
import { openCore } from './open-core.ts'
import { createWarnOfBudgets } from './mail/budget-warnings.ts'
import { startJobs } from './start-jobs.ts'
import { bootstrapRoot, initialPasswordProblem } from './accounts/bootstrap-root.ts'
import { withFreshSettings } from './settings/fresh-settings.ts'
import { openSettings } from './settings/live-settings.ts'
import { watchLoopLag } from './process/loop-lag.ts'
import { watchMemory } from './process/memory-watch.ts'
import { residentBytes } from './process/resident-memory.ts'
import { createMetrics } from './statistics/metrics/metrics.ts'
import { shareMetrics } from './statistics/metrics/shared-metrics.ts'
import { checkListWhenDue } from './prices/scheduled/scheduled-list.ts'
import { createFigureWatch } from './process/oversized-figures.ts'
import { soleWorker, type WorkerLink } from './cluster/worker-messages.ts'
import { openTelemetry } from './telemetry/open-telemetry.ts'
import { startTimer } from './process/timers.ts'

/** How long a connection may rest after its reply. Proxies that keep connections open close them after a minute by themselves. */
const IDLE_SECONDS = 120

/** The connection has become a socket, and no reply is sent on it. */
const SWITCHED = 101

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
  const { now: clock, follow: followTime } = createFollowedClock({ wallMs: Date.now, monotonicMs: () => performance.now() })
  await keepDataPrivate(config)
  const node = claim(config.dataDir)
  const rootKeys = await loadRootKeys(config)
  const circuits = createCircuitBreakers(clock, (change) => link.publish({ topic: 'circuit', value: change }))
  link.subscribe((message) => message.topic === 'circuit' && circuits.receive(message.value))
  const lag = watchLoopLag(() => performance.now())
  const memory = watchMemory(config.load.memoryBytes)
  const load = createLoadGuard({
    bounds: config.load,
    memory: memory.level,
    onRefused: (limit, by) => metrics.refused(limit, by),
  })
  const metrics = createMetrics({
    openHolds: () => store.ledgerMaintenance.openHolds(),
    openCircuits: circuits.openCount,
    loopLagSeconds: lag.seconds,
    runningRequests: () => load.running,
    openStreams: () => load.openStreams,
    residentBytes,
    logRowsWaiting: config.logDsn === '' ? undefined : () => logMoving?.waiting() ?? 0,
  })
  const { dsn, sqlitePath, logDsn } = config
  const told = { onCommit: metrics.committed, onLeased: metrics.leased }
  const store = await openStore({ dsn, sqlitePath, logDsn, ...rootKeys, nodeId: node.id, clock, followTime, ...told })
  const logMoving = store.logMover && createLogMoving(store.logMover, clock)
  const oversized = createFigureWatch(store.figures)
  await oversized.look()
  const settings = await openSettings(store.options, clock)
  const passwordProblem = await initialPasswordProblem(store.users, config.initialRootPassword)
  if (passwordProblem !== undefined) throw new ConfigError('INITIAL_ROOT_PASSWORD', '***', passwordProblem)
  const signIn = await bootstrapRoot(store.users, {
    password: config.initialRootPassword,
    accessToken: config.initialRootAccessToken,
    tokenKey: config.initialRootToken,
  })
  const { addressesOf, services, externalKeys, relay } = openCore({ config, link, clock, store, settings, circuits, load, metrics })
  const { ports, checks, reminders } = relay
  const admin = await openAdmin({ config, clock, store, settings, services, checks, externalKeys })
  const figures = shareMetrics(metrics, link)
  const telemetry = openTelemetry({
    config: config.telemetry,
    version: packageInfo.version,
    instanceId: node.id,
    startTimer,
    onLost: metrics.lostTelemetry,
    onTrouble: (signal, problem) => log.error('OTEL_EXPORTER_OTLP_ENDPOINT does not take what it is sent', { signal, problem }),
  })
  setTraceIds(telemetry?.tracing.traceIdOf)
  let isDraining = false
  const sessions = new Sessions()
  const answer = createProbes({
    handle: withFreshSettings(
      settings,
      createServer({
        ...admin,
        relay: {
          ports,
          maxRequestBytes: config.maxRequestBytes,
          readBilling: createReadBilling({ ...store, settings: settings.current }),
          tracing: telemetry?.tracing,
          bodyLog: relay.bodyLog,
          upgrade: (request, session, headers) => {
            const isUpgraded = server.upgrade(request, { data: { session }, headers: { ...headers } })
            if (isUpgraded) sessions.add(session)
            return isUpgraded
          },
        },
        trustedProxies: config.trustedProxies,
      }),
    ),
    isDraining: () => isDraining,
    probe: () => store.probe(),
    oversizedFigures: () => oversized.count(),
    renderMetrics: figures.render,
    metricsToken: config.metricsToken,
    replied: metrics.replied,
    clock,
  })
  const server = Bun.serve<CallerData>({
    port: config.port,
    hostname: config.host,
    maxRequestBodySize: config.maxRequestBytes + 1,
    development: false,
    // Bun shares a port by default outside development: a second server would silently take half of the requests.
    reusePort: isPortShared,
    fetch: (request, connection) => {
      // Upstreams may think longer than the default idle limit; the relay has deadlines of its own.
      connection.timeout(request, 0)
      return answer(request, connection.requestIP(request)?.address ?? '').then((response) => {
        if (response.status === SWITCHED) return undefined
        // The limit stays with the connection: without one it could be kept open for ever, with half of the next request on it.
        whenGiven(response, () => connection.timeout(request, IDLE_SECONDS))
        return response
      })
    },
    websocket: callerSockets,
  })
  const warnOfBudgets = createWarnOfBudgets({
    warnings: store.budgetWarnings,
    budgets: store.budgetList,
    ...services,
    settings: settings.current,
  })
  const watchAlerts = createWatchAlerts({
    store,
    settings: settings.current,
    send: services.sendAlert,
    certificate: createWatchCertificate({ settings: settings.current, addressesOf, clock }),
    clock,
  })
  const jobs = startJobs({
    config,
    isFirst: link.index === 0,
    store,
    settings,
    isIdle: () => load.running === 0 && sessions.count === 0,
    clock,
    oversized,
    logMoving,
    reminders,
    warnOfBudgets,
    watchAlerts,
    testRun: checks.testRun,
    checkPriceList: () =>
      checkListWhenDue({
        turns: store.rateCounts,
        options: store.options,
        settings: settings.current,
        fetchList: services.fetchPriceList,
        notifyRoot: services.notifyRoot,
        clock,
      }),
  })
  return {
    address: `http://localhost:${server.port}`,
    signIn,
    stop: async (patienceMs = config.drainTimeoutMs) => {
      isDraining = true
      sessions.drain()
      jobs.stopTests()
      checks.stop()
      const hasEndedByItself = await drain({
        patienceMs,
        pendingRequests: () => server.pendingRequests + sessions.count,
        openHolds: () => store.ledgerMaintenance.openHolds(),
        shutdown: relay.shutdown,
        clock,
        sleep: Bun.sleep,
      })
      if (!hasEndedByItself) log.info('requests were cut after DRAIN_TIMEOUT')
      await server.stop(true)
      // What runs in the background calls upstreams as well.
      relay.shutdown.cut()
      await relay.idle()
      // Alive to the end: a node that falls silent while it drains would be taken for dead, and its holds given back.
      jobs.stop()
      lag.stop()
      memory.stop()
      figures.stop()
      await telemetry?.close()
      admin.close()
      await relay.close()
      await store.close()
      node.release()
    },
  }
}
