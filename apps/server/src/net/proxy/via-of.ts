import { asNetworkFailure } from '@weir/relay/upstream/network-failure'
import type { AddressesOf } from '../outbound-policy.ts'
import { refused } from './handshake.ts'
import { proxyOf } from './proxy-address.ts'
import type { Via } from './tunnel.ts'

/** A proxy by its address, where the outbound policy lets it be called. */
export const viaOf = async (text: string, addressesOf: AddressesOf): Promise<Via> => {
  const proxy = proxyOf(text)
  try {
    return { proxy, addresses: await addressesOf(proxy) }
  } catch (error) {
    throw refused(asNetworkFailure(error).message)
  }
}
