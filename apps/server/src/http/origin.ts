import { clientAddress } from './address.ts'

/** Where a request came from, as far as it can be believed. */
export interface Origin {
  readonly address: string
  readonly host: string
  readonly isSecure: boolean
  readonly requestId: string
}

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
  return {
    address: clientAddress(peer.address, forwardedFor, trustedProxies),
    host: (isProxied ? headers.get('x-forwarded-host') : null) ?? headers.get('host') ?? new URL(request.url).host,
    isSecure: (isProxied ? headers.get('x-forwarded-proto') : null) === 'https' || request.url.startsWith('https:'),
    requestId: peer.requestId,
  }
}
