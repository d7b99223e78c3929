import type { Place } from '../outbound-policy.ts'

/** A proxy, taken apart. */
export interface Proxy extends Place {
  readonly protocol: 'http:' | 'https:' | 'socks5:'
  readonly portNumber: number
  readonly user: string
  readonly password: string
  /** All of it: connections by one proxy are not those by another, or with other credentials. */
  readonly text: string
}

const PORTS = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const

const isProtocol = (text: string): text is keyof typeof PORTS => Object.hasOwn(PORTS, text)

export const proxyOf = (text: string): Proxy => {
  const { protocol, hostname, port, username, password } = new URL(text)
  if (!isProtocol(protocol)) throw new Error(`a proxy of ${protocol} is not known`)
  const portNumber = port === '' ? PORTS[protocol] : Number(port)
  return {
    protocol,
    hostname,
    host: `${hostname}:${portNumber}`,
    port: String(portNumber),
    portNumber,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    text,
  }
}
