import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { atAddress, hasName } from '../net/checked-fetch.ts'
import { portOf, type AddressesOf } from '../net/outbound-policy.ts'
import { bridgeTo } from '../net/proxy/bridge.ts'
import { openTunnel } from '../net/proxy/tunnel.ts'
import { viaOf } from '../net/proxy/via-of.ts'

export interface SocketOptions {
  readonly addressesOf: AddressesOf
  /** Empty where there is none. */
  readonly proxy: string
  readonly trustsAnyCertificate?: boolean
}

const LOOPBACK = '127.0.0.1'

/** Inflating what upstream sends could fill the memory with a few bytes. */
const PLAIN = { perMessageDeflate: false } as const

/** Through the channel's proxy to the address that was found fit. */
const dialThrough = async (
  { headers }: UpstreamRequest,
  { url, address, proxy }: { readonly url: URL; readonly address: string; readonly proxy: string },
  { addressesOf, trustsAnyCertificate = false }: SocketOptions,
): Promise<WebSocket> => {
  const via = await viaOf(proxy, addressesOf)
  const tunnel = await openTunnel(via, { address, port: portOf(url) ?? 0 }, { trustsAnyone: trustsAnyCertificate })
  const here = new URL(url)
  here.port = String(await bridgeTo(tunnel))
  const tls = { rejectUnauthorized: !trustsAnyCertificate, serverName: url.hostname }
  return new WebSocket(atAddress(here, LOOPBACK), { ...PLAIN, headers: { ...headers, host: url.host }, tls })
}

/**
 * The socket opens at the address that was found fit, as every other call does; its name is for the other side and its certificate.
 * A proxy asks for the address itself.
 */
export const dialSocket = async (request: UpstreamRequest, options: SocketOptions): Promise<WebSocket> => {
  const { url: text, headers } = request
  const url = new URL(text)
  const [address = ''] = await options.addressesOf(url)
  if (request.proxy !== undefined) return await dialThrough(request, { url, address, proxy: request.proxy }, options)
  const trust = options.trustsAnyCertificate === true ? { rejectUnauthorized: false } : {}
  if (options.proxy !== '') return new WebSocket(text, { ...PLAIN, headers: { ...headers }, proxy: options.proxy, tls: trust })
  if (!hasName(url)) return new WebSocket(text, { ...PLAIN, headers: { ...headers }, tls: trust })
  const tls = { ...trust, serverName: url.hostname }
  return new WebSocket(atAddress(url, address), { ...PLAIN, headers: { ...headers, host: url.host }, tls })
}
