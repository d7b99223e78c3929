import { parseLogDsn, type DatabaseAddress } from '@weir/store/dsn'
import type { Inspection } from '@weir/store/inspection/inspect-store'
import type { Config } from '../config.ts'
import { hasServerAddress, serverAddress } from '../mail/server-address.ts'
import { closeEndpoints } from '../net/blocked-endpoints.ts'
import { createCheckedFetch } from '../net/checked-fetch.ts'
import { createOutboundPolicy, resolveAll, type AddressesOf } from '../net/outbound-policy.ts'
import { ownEndpoints } from '../net/own-endpoints.ts'
import { settingsFrom, type Settings } from '../settings/settings.ts'
import { checkOrigin, checkOthers, checkProxy, originsOf, reach, type Origin } from './checks/channels.ts'
import { checkClock, readingFromDate, type ClockReading } from './checks/clock.ts'
import { checkNames, namesAmong, readNames } from './checks/dns.ts'
import { checkMail } from './checks/mail.ts'
import { checkPublicAddress } from './checks/public-address.ts'
import type { Finding } from './finding.ts'
import { readPublicAddress } from './read-public-address.ts'
import { CHECK_LIMIT_MS, within } from './within.ts'

interface Looked {
  readonly config: Config
  readonly address: DatabaseAddress
  readonly inspection: Inspection
  readonly isServerRunning: boolean
}

/** No key and no account is sent: any reply tells the time. */
const clockOf = async ({ url }: Origin, addressesOf: AddressesOf): Promise<ClockReading | undefined> => {
  const fetch = createCheckedFetch(addressesOf)
  try {
    const reply = await within(fetch(url, { method: 'HEAD', headers: {}, signal: AbortSignal.timeout(CHECK_LIMIT_MS) }))
    return readingFromDate(url.host, reply.headers.get('date'), Date.now())
  } catch {
    return undefined
  }
}

const lookAtClock = async ({ inspection }: Looked, origins: readonly Origin[], addressesOf: AddressesOf): Promise<readonly Finding[]> => {
  const [origin] = origins
  const there = origin === undefined ? undefined : await clockOf(origin, addressesOf)
  const { clockAheadMs: aheadMs } = inspection
  const readings = [aheadMs === undefined ? undefined : { source: 'the database server', aheadMs }, there]
  return checkClock(
    Date.now(),
    readings.filter((reading) => reading !== undefined),
  )
}

const lookAtChannels = async (looked: Looked, addressesOf: AddressesOf): Promise<readonly Finding[]> => {
  const { config, inspection } = looked
  const { origins, elsewhere } = originsOf(inspection.channels)
  const network = { addressesOf, trust: { trustsAnyone: config.trustsAnyCertificate } }
  if (config.relayProxy !== '') {
    const proxy = new URL(config.relayProxy)
    return [checkProxy(proxy.host, await reach(proxy, network))]
  }
  const reached = await Promise.all(origins.map(async (origin) => checkOrigin(origin, await reach(origin.url, network))))
  return [...reached, ...checkOthers(origins.length, elsewhere)]
}

const lookAtPublicAddress = async ({ config, isServerRunning }: Looked, settings: Settings): Promise<readonly Finding[]> => {
  const address = hasServerAddress(settings) ? serverAddress(settings) : ''
  const reading = await readPublicAddress({
    address,
    // Without the ports that are closed to channels: this call is meant to come back to this server.
    addressesOf: createOutboundPolicy(config.upstreamDenyCidr, Date.now),
    isServerRunning,
    isMetricsLocal: config.metricsToken === '',
  })
  return checkPublicAddress(reading, { address, systemName: settings.text('SystemName'), now: Date.now() })
}

const hostsOf = ({ config }: Looked, settings: Settings, origins: readonly Origin[]): readonly string[] => [
  // Behind a proxy it is the proxy that asks for the names of channels.
  ...(config.relayProxy === '' ? origins.map(({ url }) => url.hostname) : [new URL(config.relayProxy).hostname]),
  settings.text('SMTPServer'),
  hasServerAddress(settings) ? new URL(serverAddress(settings)).hostname : '',
]

/** What lies beyond this machine and its database, all of it at once. */
export const lookOutside = async (looked: Looked): Promise<readonly Finding[]> => {
  const { config, address, inspection } = looked
  const settings = settingsFrom(inspection.options)
  const { origins } = originsOf(inspection.channels)
  const addressesOf = closeEndpoints(
    createOutboundPolicy(config.upstreamDenyCidr, Date.now),
    ownEndpoints({ port: config.port, redisUrl: config.redisUrl, database: address, logDatabase: parseLogDsn(config.logDsn) }),
  )
  const parts = await Promise.all([
    lookAtClock(looked, config.relayProxy === '' ? origins : [], addressesOf),
    readNames(namesAmong(hostsOf(looked, settings, origins)), resolveAll).then(checkNames),
    lookAtChannels(looked, addressesOf),
    lookAtPublicAddress(looked, settings),
    checkMail(settings, addressesOf).then((finding) => [finding]),
  ])
  return parts.flat()
}
