import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { carriedIpv4, isAddressInSubnet } from './ip-address.ts'
import { startRealTimer } from './real-timer.ts'

/** Link-local and cloud metadata addresses: nothing a model runs on, and everything an attacker wants. Never reachable. */
const ALWAYS_DENIED = [
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '0.0.0.0/8',
  '::/128',
  '224.0.0.0/4',
  'ff00::/8',
  // Tunnels and scopes that are used no more, except to hide one of the above.
  '2001::/32',
  'fec0::/10',
]

const CACHE_MS = 30_000
const MAX_CACHED = 1000

export class AddressDenied extends Error {
  constructor(host: string) {
    super(`the address of ${host} may not be called`)
    this.name = 'AddressDenied'
  }
}

export type Resolve = (host: string) => Promise<readonly string[]>

/** The resolver of the system may need half a minute to give up, and cannot be stopped. Whoever waits for a name has other channels to try. */
const LOOKUP_MS = 5000

export const inTime =
  (resolve: Resolve, startTimer = startRealTimer): Resolve =>
  async (host) => {
    const late = Promise.withResolvers<never>()
    const cancelTimer = startTimer(LOOKUP_MS, () => late.reject(new Error(`${host} was not found within ${LOOKUP_MS / 1000} seconds`)))
    try {
      return await Promise.race([resolve(host), late.promise])
    } finally {
      cancelTimer()
    }
  }

export const resolveAll: Resolve = inTime(async (host) => (await lookup(host, { all: true })).map(({ address }) => address))

/** As much of a URL as says where a call goes. */
export type Place = Pick<URL, 'protocol' | 'host' | 'hostname' | 'port'>

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
  ['ws:', 80],
  ['wss:', 443],
])

/** Undefined for a protocol without one. */
export const portOf = ({ protocol, port }: Pick<Place, 'protocol' | 'port'>): number | undefined =>
  port === '' ? DEFAULT_PORTS.get(protocol) : Number(port)

/** The addresses of a host that were found fit, best first. At once when they were found a moment ago, as for nearly every request. */
export type AddressesOf = (place: Place) => readonly string[] | Promise<readonly string[]>

interface Fit {
  readonly addresses: readonly string[]
  readonly until: number
}

/** IPv4 first, because many networks have nothing else; and the one in use before its neighbours, because its connections are open. */
const inOrder = (addresses: readonly string[], before: readonly string[]): readonly string[] => {
  const rank = (address: string): number => (address === before[0] ? 0 : isIP(address))
  return addresses.toSorted((a, b) => rank(a) - rank(b))
}

/** Decides on the resolved addresses, not on the name: a name can be pointed anywhere. The caller of this function must dial one of them. */
export const createOutboundPolicy = (denied: readonly string[], clock: () => number, resolve: Resolve = resolveAll): AddressesOf => {
  const ranges = [...ALWAYS_DENIED, ...denied]
  const known = new Map<string, Fit>()
  const isDenied = (address: string): boolean => {
    const forms = [address, carriedIpv4(address) ?? address]
    return ranges.some((range) => forms.some((form) => isAddressInSubnet(form, range)))
  }

  const check = async (host: string): Promise<readonly string[]> => {
    const addresses = inOrder(isIP(host) ? [host] : await resolve(host), known.get(host)?.addresses ?? [])
    if (addresses.length === 0 || addresses.some(isDenied)) throw new AddressDenied(host)
    if (known.size >= MAX_CACHED) known.clear()
    known.set(host, { addresses, until: clock() + CACHE_MS })
    return addresses
  }

  return ({ hostname }) => {
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    const fit = known.get(host)
    return fit !== undefined && fit.until > clock() ? fit.addresses : check(host)
  }
}
