import { Buffer } from 'node:buffer'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { NetworkFailure } from '@weir/relay/upstream/network-failure'
import { addressBytes } from '../ip-address.ts'
import type { Proxy } from './proxy-address.ts'

/** Where a tunnel is to lead: an address that the outbound policy has checked, never a name. */
export interface TunnelEnd {
  readonly address: string
  readonly port: number
}

const MAX_REPLY = 16 * 1024

export const refused = (reason: string): NetworkFailure => new NetworkFailure(`proxy refused: ${reason}`)

/** What the proxy says until it has said enough; nothing beyond that belongs to it. */
const hear = (socket: Duplex, lengthOf: (heard: Buffer) => number | undefined): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let heard = Buffer.alloc(0)
    const end = (act: () => void): void => {
      socket.off('data', onData)
      socket.off('close', onClose)
      socket.pause()
      act()
    }
    const onData = (bytes: Buffer): void => {
      heard = Buffer.concat([heard, bytes])
      const length = lengthOf(heard)
      if (length === undefined ? heard.length > MAX_REPLY : heard.length > length) end(() => reject(refused('its answer is too long')))
      else if (length === heard.length) end(() => resolve(heard))
    }
    const onClose = (): void => end(() => reject(refused('it closed the connection')))
    socket.on('data', onData)
    socket.on('close', onClose)
    socket.resume()
  })

const CONNECTED = /^HTTP\/1\.[01] (\d{3})/

/** The tunnel of RFC 9110, 9.3.6. */
const connect = async (socket: Duplex, { user, password }: Proxy, { address, port }: TunnelEnd): Promise<void> => {
  const authority = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
  const credentials = user === '' && password === '' ? '' : Buffer.from(`${user}:${password}`).toString('base64')
  const authorization = credentials === '' ? '' : `proxy-authorization: Basic ${credentials}\r\n`
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${authorization}\r\n`)
  const statusIn = (heard: Buffer): string | undefined => CONNECTED.exec(heard.toString('latin1'))?.[1]
  const reply = await hear(socket, (heard) => {
    const end = heard.indexOf('\r\n\r\n')
    if (end === -1) return undefined
    // A refusal may have a page behind its head.
    return statusIn(heard)?.startsWith('2') === true ? end + 4 : heard.length
  })
  const status = statusIn(reply)
  if (status === undefined) throw refused('its answer is no HTTP')
  if (!status.startsWith('2')) throw refused(status === '407' ? 'it wants other credentials (407)' : `HTTP ${status}`)
}

const VERSION = 5
const REASONS = [
  '',
  'it failed',
  'its rules forbid the address',
  'the network cannot be reached',
  'the address cannot be reached',
  'the address refused the connection',
  'the connection timed out',
  'it knows no such command',
  'it knows no such kind of address',
]

const IPV4_BYTES = 4

const placeBytes = (address: string): readonly number[] => {
  const bytes = addressBytes(address)
  return [bytes.length === IPV4_BYTES ? 1 : 4, ...bytes]
}

const counted = (text: string): readonly number[] => {
  const bytes = Buffer.from(text)
  return [bytes.length, ...bytes]
}

const proveSocks = async (socket: Duplex, { user, password }: Proxy): Promise<void> => {
  socket.write(Buffer.from([1, ...counted(user), ...counted(password)]))
  const verdict = await hear(socket, () => 2)
  if (verdict[1] !== 0) throw refused('it wants other credentials')
}

/** RFC 1928, and RFC 1929 where there are credentials. */
const socks = async (socket: Duplex, proxy: Proxy, { address, port }: TunnelEnd): Promise<void> => {
  const hasCredentials = proxy.user !== '' || proxy.password !== ''
  socket.write(Buffer.from(hasCredentials ? [VERSION, 2, 0, 2] : [VERSION, 1, 0]))
  const [version, method] = await hear(socket, () => 2)
  if (version !== VERSION) throw refused('its answer is no SOCKS5')
  if (method === 2 && hasCredentials) await proveSocks(socket, proxy)
  else if (method !== 0) throw refused('it wants credentials')
  socket.write(Buffer.from([VERSION, 1, 0, ...placeBytes(address), port >> 8, port & 255]))
  const reply = await hear(socket, (heard) => {
    const sizes: Readonly<Record<number, number>> = { 1: 10, 4: 22, 3: 7 + (heard[4] ?? 0) }
    return heard.length < 5 ? undefined : (sizes[heard[3] ?? 0] ?? heard.length)
  })
  const code = reply[1] ?? 1
  if (code !== 0) throw refused(REASONS[code] ?? `error ${code}`)
}

/** Asks a proxy for a tunnel over a connection to it. */
export const shakeHands = (socket: Duplex, proxy: Proxy, end: TunnelEnd): Promise<void> =>
  proxy.protocol === 'socks5:' ? socks(socket, proxy, end) : connect(socket, proxy, end)
