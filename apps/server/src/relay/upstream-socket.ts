import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import type { LightAbortSignal } from '@weir/relay/ports'
import type { OpenSocket, SocketListener, SocketRefusal, UpstreamSocket } from '@weir/relay/socket'
import { asNetworkFailure } from '@weir/relay/upstream/network-failure'
import { atAddress, hasName } from '../net/checked-fetch.ts'
import type { AddressesOf } from '../net/outbound-policy.ts'

interface SocketOptions {
  readonly addressesOf: AddressesOf
  readonly proxy: string
  readonly trustsAnyCertificate?: boolean
}

/** Inflating what upstream sends could fill the memory with a few bytes. */
const PLAIN = { perMessageDeflate: false } as const

/** The socket opens at the address that was found fit, as every other call does; its name is for the other side and its certificate. */
const dial = async ({ url: text, headers }: UpstreamRequest, options: SocketOptions): Promise<WebSocket> => {
  const url = new URL(text)
  const [address = ''] = await options.addressesOf(url)
  const trust = options.trustsAnyCertificate === true ? { rejectUnauthorized: false } : {}
  if (options.proxy !== '') return new WebSocket(text, { ...PLAIN, headers: { ...headers }, proxy: options.proxy, tls: trust })
  if (!hasName(url)) return new WebSocket(text, { ...PLAIN, headers: { ...headers }, tls: trust })
  const tls = { ...trust, serverName: url.hostname }
  return new WebSocket(atAddress(url, address), { ...PLAIN, headers: { ...headers, host: url.host }, tls })
}

const REFUSED = /Expected 101 status code: (\d{3})/

/** The status stands in words alone. */
const refusalOf = (event: Event): SocketRefusal => ({
  status: Number((event instanceof ErrorEvent && REFUSED.exec(event.message)?.[1]) || 0),
})

const textOf = (data: unknown): string => (typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString())

/** Keeps what comes until somebody listens. */
const listening = (socket: WebSocket): UpstreamSocket['listen'] => {
  let listener: SocketListener | undefined
  const early: ((to: SocketListener) => void)[] = []
  const tell = (event: (to: SocketListener) => void): void => {
    if (listener === undefined) early.push(event)
    else event(listener)
  }
  socket.addEventListener('message', ({ data }) => tell((to) => to.message(textOf(data))))
  socket.addEventListener('pong', () => tell((to) => to.pong()))
  socket.addEventListener('close', ({ code }) => tell((to) => to.closed(code)))
  return (given) => {
    listener = given
    for (const event of early.splice(0)) event(given)
  }
}

const asUpstream = (socket: WebSocket, listen: UpstreamSocket['listen']): UpstreamSocket => ({
  listen,
  send: (text) => socket.send(text),
  bufferedBytes: () => socket.bufferedAmount,
  pause: () => void socket.pause(),
  resume: () => void socket.resume(),
  ping: () => socket.ping(),
  close: (code, reason) => socket.close(code, reason),
})

const opened = (socket: WebSocket, signal: LightAbortSignal): Promise<UpstreamSocket | SocketRefusal> =>
  new Promise((resolve, reject) => {
    const listen = listening(socket)
    const onAbort = (): void => {
      socket.terminate()
      reject(asNetworkFailure(new Error('aborted')))
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    socket.addEventListener('open', () => resolve(asUpstream(socket, listen)))
    socket.addEventListener('error', (event) => resolve(refusalOf(event)))
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', onAbort)
      resolve({ status: 0 })
    })
  })

/** Opens sockets to upstreams under the same rules as every other call. */
export const createOpenSocket =
  (options: SocketOptions): OpenSocket =>
  async (request, signal) => {
    try {
      return await opened(await dial(request, options), signal)
    } catch (error) {
      throw asNetworkFailure(error)
    }
  }
