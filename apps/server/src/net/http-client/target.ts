import { portOf, type Place } from '../outbound-policy.ts'

/** An address taken apart once, because to ask a URL for its parts costs more than to send them. */
export interface Target extends Place {
  readonly url: URL
  readonly origin: string
  /** With the query. */
  readonly path: string
  readonly portNumber: number
  /** The name that the certificate must be for; undefined where nothing is encrypted. */
  readonly serverName: string | undefined
}

const bare = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

export const targetOf = (url: URL): Target => {
  const { protocol, host, hostname, port, origin, pathname, search } = url
  return {
    url,
    protocol,
    host,
    hostname,
    port,
    origin,
    path: `${pathname}${search}`,
    portNumber: portOf(url) ?? 0,
    serverName: protocol === 'https:' ? bare(hostname) : undefined,
  }
}
