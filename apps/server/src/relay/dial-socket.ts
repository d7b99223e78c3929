import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { atAddress, hasName } from '../net/checked-fetch.ts'
import type { AddressesOf } from '../net/outbound-policy.ts'

export interface SocketOptions {
  readonly addressesOf: AddressesOf
  /** Empty where there is none. */
  readonly proxy: string
  readonly trustsAnyCertificate?: boolean
}

/** Inflating what upstream sends could fill the memory with a few bytes. */
const PLAIN = { perMessageDeflate: false } as const

/**
 * The socket opens at the address that was found fit, as every other call does; its name is for the other side and its certificate.
 * A proxy asks for the address itself.
 */
export const dialSocket = async ({ url: text, headers }: UpstreamRequest, options: SocketOptions): Promise<WebSocket> => {
  const url = new URL(text)
  const [address = ''] = await options.addressesOf(url)
  const trust = options.trustsAnyCertificate === true ? { rejectUnauthorized: false } : {}
  if (options.proxy !== '') return new WebSocket(text, { ...PLAIN, headers: { ...headers }, proxy: options.proxy, tls: trust })
  if (!hasName(url)) return new WebSocket(text, { ...PLAIN, headers: { ...headers }, tls: trust })
  const tls = { ...trust, serverName: url.hostname }
  return new WebSocket(atAddress(url, address), { ...PLAIN, headers: { ...headers, host: url.host }, tls })
}
