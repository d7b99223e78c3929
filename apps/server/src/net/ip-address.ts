import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
type Range = readonly [Address, number]

const parseRange = (text: string): Range | undefined => {
  // The library reads `1.2.3` and `16909060` as addresses, too; whoever writes that means something else.
  if (isIP(text.split('/', 1)[0] ?? '') === 0) return undefined
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    const address = ipaddr.process(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    return undefined
  }
}

export const isSubnet = (text: string): boolean => parseRange(text) !== undefined

const parseAddress = (text: string): Address | undefined => {
  const [withoutZone = ''] = text.split('%', 1)
  return ipaddr.isValid(withoutZone) ? ipaddr.process(withoutZone) : undefined
}

/** IPv4 addresses written in IPv6 form count as the IPv4 addresses they are. */
export const isAddressInSubnet = (address: string, subnet: string): boolean => {
  const parsed = parseAddress(address)
  const range = parseRange(subnet)
  if (parsed === undefined || range === undefined || parsed.kind() !== range[0].kind()) return false
  return parsed.match(range[0], range[1])
}

/** One spelling for each address. Anything unreadable is itself. */
export const plainAddress = (address: string): string => parseAddress(address)?.toString() ?? address

/** Four bytes or sixteen. IPv4 addresses written in IPv6 form have four. */
export const addressBytes = (address: string): readonly number[] => ipaddr.process(address).toByteArray()

export const isLoopback = (address: string): boolean => parseAddress(address)?.range() === 'loopback'

/** Networks that pass on to an IPv4 address written inside the IPv6 one, and where in it that address begins: NAT64, 6to4 and the oldest form. */
const CARRIERS: readonly (readonly [string, number])[] = [
  ['64:ff9b::/96', 6],
  ['64:ff9b:1::/48', 6],
  ['2002::/16', 1],
  ['::/96', 6],
]

/** The IPv4 address that an IPv6 address leads to, if it is of a kind that does. Loopback only looks like the oldest one. */
export const carriedIpv4 = (address: string): string | undefined => {
  const parsed = parseAddress(address)
  const start = CARRIERS.find(([network]) => isAddressInSubnet(address, network))?.[1]
  if (start === undefined || isLoopback(address) || !(parsed instanceof ipaddr.IPv6)) return undefined
  return new ipaddr.IPv4(parsed.toByteArray().slice(start * 2, start * 2 + 4)).toString()
}

const IPV6_BLOCK_BITS = 64

/** What counts as one caller: an IPv6 household has a whole /64 to call from. Anything unreadable is itself. */
export const addressBlock = (address: string): string => {
  const parsed = parseAddress(address)
  if (parsed === undefined || parsed.kind() === 'ipv4') return parsed?.toString() ?? address
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_BLOCK_BITS}`).toString()
}

const IPV4_NETWORK_BITS = 24

/** Where somebody calls from, roughly: home connections and telephones change the end of their address all the time. */
export const addressNetwork = (address: string): string => {
  const parsed = parseAddress(address)
  if (parsed?.kind() !== 'ipv4') return addressBlock(address)
  return ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${IPV4_NETWORK_BITS}`).toString()
}

const isTrusted = (address: string, proxies: readonly string[]): boolean => proxies.some((proxy) => isAddressInSubnet(address, proxy))

/**
 * Who is calling. Forwarding headers are believed only when the peer is a listed proxy, and then the right-most address
 * that is not itself a proxy counts: everything to its left was written by the caller.
 */
export const clientAddress = (peer: string, forwardedFor: string | null, proxies: readonly string[]): string => {
  if (forwardedFor === null || !isTrusted(peer, proxies)) return peer
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  for (const hop of hops.toReversed()) {
    if (parseAddress(hop) === undefined) return peer
    if (!isTrusted(hop, proxies)) return hop
  }
  return hops[0] ?? peer
}
