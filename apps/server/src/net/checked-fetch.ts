import { isIP } from 'node:net'
import type { AddressesOf } from './outbound-policy.ts'

type CheckedInit = Omit<BunFetchRequestInit, 'headers' | 'redirect'> & { readonly headers: Readonly<Record<string, string>> }

export type CheckedFetch = (url: URL, init: CheckedInit) => Promise<Response>

/** Nothing has been sent when it fails like this, so that the next address may be tried. */
const UNCONNECTED = new Set(['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL'])

export const isUnconnected = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && UNCONNECTED.has(error.code)

/** The same call with the address in place of the name. */
export const atAddress = (url: URL, address: string): string =>
  `${url.protocol}//${isIP(address) === 6 ? `[${address}]` : address}${url.port === '' ? '' : `:${url.port}`}${url.pathname}${url.search}`

export const hasName = ({ hostname }: URL): boolean => !hostname.startsWith('[') && isIP(hostname) === 0

/**
 * Calls the very address that was found fit: to ask for the name once more would be to trust whatever it says by then. A proxy asks
 * for names itself, so it gets them; one that only the environment names is not used, since it is not configured here. Redirects are not
 * followed: what is sent must not travel elsewhere.
 */
export const createCheckedFetch =
  (addressesOf: AddressesOf): CheckedFetch =>
  async (url, { headers, ...init }) => {
    const addresses = await addressesOf(url)
    const { proxy = false } = init
    if (!hasName(url) || proxy !== false) return await fetch(url.href, { ...init, proxy, headers: { ...headers }, redirect: 'manual' })
    const named = {
      ...init,
      proxy,
      headers: { ...headers, host: url.host },
      // Certificates are checked against this name, and only calls to it share a connection.
      ...(url.protocol === 'https:' && { tls: { ...init.tls, serverName: url.hostname } }),
      redirect: 'manual' as const,
    }
    const last = addresses.length - 1
    for (const address of addresses.slice(0, last)) {
      try {
        return await fetch(atAddress(url, address), named)
      } catch (error) {
        if (!isUnconnected(error)) throw error
      }
    }
    return await fetch(atAddress(url, addresses[last] ?? ''), named)
  }
