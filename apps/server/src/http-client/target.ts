/** An address taken apart once, because to ask a URL for its parts costs more than to send them. */
export interface Target {
  readonly url: URL
  readonly protocol: string
  readonly isTls: boolean
  readonly hostname: string
  readonly port: number
  /** As the header `host` says it. */
  readonly host: string
  /** With the query. */
  readonly path: string
  readonly origin: string
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])

const bare = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

export const targetOf = (url: URL): Target => ({
  url,
  protocol: url.protocol,
  isTls: url.protocol === 'https:',
  hostname: bare(url.hostname),
  port: url.port === '' ? (DEFAULT_PORTS.get(url.protocol) ?? 0) : Number(url.port),
  host: url.host,
  path: `${url.pathname}${url.search}`,
  origin: url.origin,
})
