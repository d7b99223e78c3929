import type { ClientInput, DataOf, EndpointDefinition } from '@weir/contract/endpoint'
import { Role } from '@weir/contract/user'
import { createCircuitBreakers } from '@weir/relay/guards/circuit-breakers'
import { unboundedLoad } from '@weir/relay/guards/unbounded-load'
import type { Store } from '@weir/store/open-store'
import type { Actor } from '../accounts/actor.ts'
import { allRoutes } from '../admin/all-routes.ts'
import { openCallTrail } from '../admin/audit-trail.ts'
import { checkedReply } from '../admin/checked-reply.ts'
import type { Change, PublicContext } from '../admin/context.ts'
import { parsePart } from '../admin/parse-part.ts'
import type { Reply } from '../admin/reply.ts'
import type { Route } from '../admin/route.ts'
import type { ExternalKeys } from '../channels/external-keys.ts'
import { soleWorker } from '../cluster/worker-messages.ts'
import { withStore } from '../commands.ts'
import type { Config } from '../config.ts'
import { openCore } from '../open-core.ts'
import { logApart } from '../process/log.ts'
import { newRequestId } from '../process/request-id.ts'
import { residentBytes } from '../process/resident-memory.ts'
import { priceOf } from '../relay/prices.ts'
import { openSettings, type LiveSettings } from '../settings/live-settings.ts'
import { createMetrics } from '../statistics/metrics/metrics.ts'

/** Who runs a command on the server itself: nobody's account, with root's rights. */
export const COMMAND: Actor = { id: 0, username: 'command', role: Role.root, credential: 'command' }

export interface Called<D extends EndpointDefinition> extends Reply<DataOf<D>> {
  /** What the audit trail was told. */
  readonly changes: readonly Change[]
}

/** In the name of an account whose own things they are; the trail names the command all the same. */
export interface Owner {
  readonly id: number
  readonly username: string
}

export interface Gateway {
  readonly store: Store
  readonly settings: LiveSettings
  readonly config: Config
  /** Keys of channels that stand outside the database. */
  readonly externalKeys: ExternalKeys
  /** One call of the management API without a network: the same input rules, the same handler, the same trail. */
  readonly call: <D extends EndpointDefinition>(endpoint: D, input: ClientInput<D>, owner?: Owner) => Promise<Called<D>>
  /** What is called through the gateway that `work` is given is done together or not at all; nobody changes the configuration meanwhile. */
  readonly atomically: <T>(work: (gateway: Gateway) => Promise<T>) => Promise<T>
}

const absent = (): never => {
  throw new Error('a command has no session')
}

interface Calling {
  readonly routes: readonly Route[]
  readonly store: Store
  readonly clock: () => number
}

const createCall = ({ routes, store, clock }: Calling): Gateway['call'] => {
  const handlers = new Map(routes.map((route) => [route.endpoint, route]))
  return async (endpoint, sent, owner) => {
    const route = handlers.get(endpoint)
    if (route === undefined) throw new Error(`${endpoint.path} has no handler`)
    const given: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown } = sent
    const { params, query, body } = endpoint.input
    const input = {
      params: parsePart(params, given.params, 'en'),
      query: parsePart(query, given.query ?? {}, 'en'),
      body: parsePart(body, given.body, 'en'),
    }
    const changes: Change[] = []
    const requestId = newRequestId(clock())
    const trail = openCallTrail({ endpoint, actor: COMMAND, address: '', requestId, input })
    const context: PublicContext = {
      actor: owner === undefined ? COMMAND : { ...COMMAND, ...owner },
      address: '',
      host: '',
      isLocal: true,
      isNewApi: false,
      requestId,
      language: 'en',
      session: { start: absent, end: absent },
      visitor: { id: undefined, ensure: absent },
      recordChange: (change) => {
        changes.push(change)
        trail.recordChange(change)
      },
      onlyRead: trail.onlyRead,
      trace: (describe) =>
        trail.trace((outcome) => {
          const described = describe(outcome)
          changes.push(...described)
          return described
        }),
    }
    const reply = checkedReply(endpoint, await route.handle(input, context))
    const entries = trail.rest()
    if (entries.length > 0) await store.audit.add(entries)
    // Sound because the data was parsed by the endpoint's own schema.
    return Object.assign(reply as Reply<DataOf<typeof endpoint>>, { changes })
  }
}

/** Opens the database of the server, which may run meanwhile, as one more node of it. */
export const withGateway = <T>(config: Config, work: (gateway: Gateway) => Promise<T>): Promise<T> =>
  withStore(config, async (store) => {
    using _apart = logApart()
    const clock = Date.now
    const settings = await openSettings(store.options, clock)
    const circuits = createCircuitBreakers(clock, () => undefined)
    const load = unboundedLoad()
    const metrics = createMetrics({
      openHolds: () => store.ledgerMaintenance.openHolds(),
      openCircuits: circuits.openCount,
      loopLagSeconds: () => 0,
      runningRequests: () => load.running,
      openStreams: () => load.openStreams,
      residentBytes,
    })
    const { services, externalKeys, relay } = openCore({ config, link: soleWorker, clock, store, settings, circuits, load, metrics })
    const gatewayOver = (over: Store, live: LiveSettings): Gateway => {
      const routes = allRoutes({
        store: over,
        settings: live,
        clock,
        version: '',
        releasesUrl: '',
        services,
        checks: relay.checks,
        externalKeys,
        priceOf: (model, group) => priceOf(model, group, live.current()),
      })
      return {
        store: over,
        settings: live,
        config,
        externalKeys,
        call: createCall({ routes, store: over, clock }),
        atomically: (together) =>
          over.atomically(async (parts) => await together(gatewayOver({ ...over, ...parts }, await openSettings(parts.options, clock)))),
      }
    }
    try {
      return await work(gatewayOver(store, settings))
    } finally {
      await relay.idle()
      await relay.close()
    }
  })
