import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import { isLoopback, plainAddress } from './ip-address.ts'
import { AddressDenied, portOf, resolveAll, type AddressesOf, type Resolve } from './outbound-policy.ts'

export interface Endpoint {
  readonly host: string
  readonly port: number
}

const addressesOfThisMachine = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address))

/** All addresses of this machine are one: a service that listens at one of them most often does at the others. */
const placeOf = (address: string, machine: readonly string[]): string => {
  const plain = plainAddress(address)
  return isLoopback(plain) || machine.includes(plain) ? 'here' : plain
}

/** Closes single ports on top of a policy. Calls to any other port, as nearly all are, pay for a look at a set. */
export const closeEndpoints = (
  addressesOf: AddressesOf,
  endpoints: readonly Endpoint[],
  {
    resolve = resolveAll,
    machine = addressesOfThisMachine,
  }: { readonly resolve?: Resolve; readonly machine?: () => readonly string[] } = {},
): AddressesOf => {
  const ports = new Set(endpoints.map(({ port }) => port))

  const check = async (addresses: readonly string[], port: number, host: string): Promise<readonly string[]> => {
    const own = machine()
    const places = new Set(addresses.map((address) => placeOf(address, own)))
    for (const endpoint of endpoints.filter((each) => each.port === port)) {
      const closed = isIP(endpoint.host) ? [endpoint.host] : await resolve(endpoint.host)
      if (closed.some((address) => places.has(placeOf(address, own)))) throw new AddressDenied(host)
    }
    return addresses
  }

  return (place) => {
    const found = addressesOf(place)
    const port = portOf(place)
    if (port === undefined || !ports.has(port)) return found
    return Promise.resolve(found).then((addresses) => check(addresses, port, place.host))
  }
}
