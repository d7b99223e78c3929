import { clientAddress, isLoopback } from '../../net/ip-address.ts'

/** Where a request came from, as far as it can be believed. */
export interface Origin {
  readonly address: string
  readonly host: string
  readonly isSecure: boolean
  /** Sent by a program on this machine, for itself. */
  readonly isLocal: boolean
  readonly requestId: string
}

/** Headers that a proxy adds: the call comes from its machine, but not from there. */
const FORWARDING = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

export const isFromThisMachine = (request: Request, peer: string): boolean =>
  isLoopback(peer) && !FORWARDING.some((name) => request.headers.has(name))

const isTrustedPeer = (peer: string, forwardedFor: string | null, proxies: readonly string[]): boolean =>
  forwardedFor !== null && clientAddress(peer, forwardedFor, proxies) !== peer

export const addressFrom = (request: Request, peer: string, trustedProxies: readonly string[]): string =>
  clientAddress(peer, request.headers.get('x-forwarded-for'), trustedProxies)

export const originFrom = (
  request: Request,
  peer: { readonly address: string; readonly requestId: string },
  trustedProxies: readonly string[],
): Origin => {
  const { headers } = request
  const forwardedFor = headers.get('x-forwarded-for')
  const isProxied = isTrustedPeer(peer.address, forwardedFor, trustedProxies)
  const address = clientAddress(peer.address, forwardedFor, trustedProxies)
  return {
    address,
    isLocal: isProxied ? isLoopback(address) : isFromThisMachine(request, peer.address),
    host: (isProxied ? headers.get('x-forwarded-host') : null) ?? headers.get('host') ?? URL.parse(request.url)?.host ?? '',
    isSecure: (isProxied ? headers.get('x-forwarded-proto') : null) === 'https' || request.url.startsWith('https:'),
    requestId: peer.requestId,
  }
}
