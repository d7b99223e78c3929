import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { providers } from '@weir/providers'
import { createCircuits } from '@weir/relay/circuits'
import { createShutdown } from '@weir/relay/shutdown'
import { openStore } from '@weir/store/open-store'
import packageInfo from '../../../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { createServer } from './http/server.ts'
import { openStaticFiles } from './http/static-files.ts'
import { keepHouse } from './jobs/keep-house.ts'
import { describeError, log } from './log.ts'
import { claimNode } from './node-identity.ts'
import { openRateCounter } from './rate-counter.ts'
import { loadRootKey } from './root-key.ts'
import { allRoutes } from './routes.ts'
import { createReadBilling } from './services/billing.ts'
import { bootstrapRoot } from './services/bootstrap-root.ts'
import { createCredentials } from './services/credentials.ts'
import { openSettings } from './services/live-settings.ts'
import { createMetrics } from './services/metrics/metrics.ts'
import { createOutboundPolicy } from './services/outbound-policy.ts'
import { createCallOutside } from './services/outside-call.ts'
import { openOutsideWorld } from './services/outside-world.ts'
import { createRateLimits } from './services/rate-limits.ts'
import { createRelayPorts } from './services/relay-ports.ts'
import { createTokenCounter } from './services/token-counter.ts'
import { createSend } from './services/upstream.ts'

const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))

export interface RunningServer {
  readonly address: string
  readonly signIn: string
  /** Lets running requests end, then closes everything. */
  stop(): Promise<void>
}

/** Opens the database, the console and the port, in that order; what fails leaves nothing half open. */
export const startServer = async (config: Config): Promise<RunningServer> => {
  const clock = Date.now
  await mkdir(config.dataDir, { recursive: true })
  const node = claimNode(config.dataDir)
  const rootKey = await loadRootKey(config)
  const store = await openStore({ dsn: config.dsn, sqlitePath: config.sqlitePath, rootKey, nodeId: node.id, clock })
  const settings = await openSettings(store.options)
  const signIn = await bootstrapRoot(store.users, {
    password: config.initialRootPassword,
    accessToken: config.initialRootAccessToken,
    tokenKey: config.initialRootToken,
  })
  const checkAddress = createOutboundPolicy(config.upstreamDenyCidr, clock)
  const outside = openOutsideWorld({
    users: store.users,
    settings: settings.current,
    clock,
    callOutside: createCallOutside({ checkAddress }),
    addresses: config.services,
  })
  const rates = openRateCounter(config.redisUrl, clock)
  const counter = createTokenCounter()
  const circuits = createCircuits(clock)
  const shutdown = createShutdown()
  const metrics = createMetrics({ openCircuits: circuits.openCount, loopLagSeconds: () => 0 })
  const ports = createRelayPorts({
    store,
    clock,
    settings: settings.current,
    send: createSend({ checkAddress, proxy: config.relayProxy }),
    providerFor: (type) => providers.get(type),
    countTokens: counter.count,
    circuits,
    observe: metrics.observer,
    shutdown,
    reportHealth: () => undefined,
    timeouts: { firstByteTimeoutMs: config.firstByteTimeoutMs, idleTimeoutMs: config.idleTimeoutMs },
    reportBug: (error, requestId) => log.error('request failed', { requestId, ...describeError(error) }),
  })
  const handle = createServer({
    routes: allRoutes({ store, settings, clock, version: `v${packageInfo.version}`, outside }),
    credentials: createCredentials(store, clock),
    limits: createRateLimits(rates.counter, config.limits),
    audit: store.audit,
    relay: {
      ports,
      maxRequestBytes: config.maxRequestBytes,
      readBilling: createReadBilling({ ...store, settings: settings.current, ports }),
    },
    serveConsole: await openStaticFiles(CONSOLE_FOLDER),
    trustedProxies: config.trustedProxies,
  })
  const server = Bun.serve({
    port: config.port,
    hostname: config.host,
    maxRequestBodySize: config.maxRequestBytes + 1,
    development: false,
    // Bun shares a port by default outside development: a second server would silently take half of the requests.
    reusePort: false,
    fetch: (request, connection) => {
      // Upstreams may think longer than the default idle limit; the relay has deadlines of its own.
      connection.timeout(request, 0)
      return handle(request, connection.requestIP(request)?.address ?? '')
    },
  })
  const stopHouse = keepHouse(store, settings)
  return {
    address: `http://localhost:${server.port}`,
    signIn,
    stop: async () => {
      stopHouse()
      await Promise.race([server.stop(), Bun.sleep(config.drainTimeoutMs)])
      await server.stop(true)
      counter.stop()
      rates.close()
      await store.close()
      node.release()
    },
  }
}
