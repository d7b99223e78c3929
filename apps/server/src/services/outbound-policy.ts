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

/** Decides on the resolved address, not on the name: a name can be pointed anywhere. */
export const createOutboundPolicy = (denied: readonly string[], clock: () => number) => {
  const ranges = [...ALWAYS_DENIED, ...denied]
  const allowedUntil = new Map<string, number>()
  const isDenied = (address: string) => ranges.some((range) => isAddressInSubnet(address, range))

  return async (url: URL): Promise<void> => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if ((allowedUntil.get(host) ?? 0) > clock()) return
    const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map((entry) => entry.address)
    if (addresses.some(isDenied)) throw new AddressDenied(host)
    if (allowedUntil.size >= MAX_CACHED) allowedUntil.clear()
    allowedUntil.set(host, clock() + CACHE_MS)
  }
}
