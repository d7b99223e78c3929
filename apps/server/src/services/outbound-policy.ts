import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isAddressInSubnet } from '../http/address.ts'

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
]

const CACHE_MS = 30_000
const MAX_CACHED = 1000

class AddressDenied extends Error {
  constructor(host: string) {
    super(`the address of ${host} may not be called`)
    this.name = 'AddressDenied'
  }
}

type Resolve = (host: string) => Promise<readonly string[]>

const resolveAll: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Decides on the resolved address, not on the name: a name can be pointed anywhere. */
export const createOutboundPolicy = (denied: readonly string[], clock: () => number, resolve: Resolve = resolveAll) => {
  const ranges = [...ALWAYS_DENIED, ...denied]
  const allowedUntil = new Map<string, number>()
  const isDenied = (address: string) => ranges.some((range) => isAddressInSubnet(address, range))

  const check = async (host: string): Promise<void> => {
    const addresses = isIP(host) ? [host] : await resolve(host)
    if (addresses.some(isDenied)) throw new AddressDenied(host)
    if (allowedUntil.size >= MAX_CACHED) allowedUntil.clear()
    allowedUntil.set(host, clock() + CACHE_MS)
  }

  /** Undefined when the address was found fit a moment ago, as it is for nearly every request. */
  return (url: URL): Promise<void> | undefined => {
    const { hostname } = url
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    return (allowedUntil.get(host) ?? 0) > clock() ? undefined : check(host)
  }
}
