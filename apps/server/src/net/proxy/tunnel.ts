import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { asNetworkFailure } from '@weir/relay/upstream/network-failure'
import { isUnconnected } from '../checked-fetch.ts'
import type { Trust } from '../trust.ts'
import { refused, shakeHands, type TunnelEnd } from './handshake.ts'
import type { Proxy } from './proxy-address.ts'

/** A proxy, and where its name leads. Nothing else is dialled. */
export interface Via {
  readonly proxy: Proxy
  readonly addresses: readonly string[]
}

/** For the way to the proxy and through it. The deadline of the request may be later; what nobody waits for any more must not stay open. */
const PATIENCE_MS = 15_000

const bare = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

const tlsOptions = (hostname: string, { ca, trustsAnyone = false }: Trust) => ({
  ...(isIP(bare(hostname)) === 0 ? { servername: hostname } : { host: bare(hostname) }),
  rejectUnauthorized: !trustsAnyone,
  ...(ca !== undefined && { ca }),
})

const opened = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> =>
  new Promise((resolve, reject) => {
    const onError = (error: Error): void => reject(error)
    const onClose = (): void => reject(new Error('the connection was closed'))
    socket.once('error', onError)
    socket.once('close', onClose)
    socket.once(event, () => {
      socket.off('close', onClose)
      socket.off('error', onError)
      resolve(socket)
    })
  })

/** Encrypts what goes through a socket, for whoever is at its other end. */
export const encrypt = (socket: Socket, hostname: string, trust: Trust): Promise<TLSSocket> =>
  opened(connectTls({ ...tlsOptions(hostname, trust), socket }), 'secureConnect')

const dialProxy = async ({ protocol, hostname, portNumber }: Proxy, address: string, trust: Trust): Promise<Socket> => {
  const place = { host: address, port: portNumber }
  return protocol === 'https:'
    ? await opened(connectTls({ ...place, ...tlsOptions(hostname, trust), host: address }), 'secureConnect')
    : await opened(connectPlain(place), 'connect')
}

const reachProxy = async ({ proxy, addresses }: Via, trust: Trust): Promise<Socket> => {
  let failure = refused(`${proxy.host} has no address`)
  for (const address of addresses) {
    try {
      return await dialProxy(proxy, address, trust)
    } catch (error) {
      failure = refused(`${proxy.host} cannot be reached (${asNetworkFailure(error).message})`)
      if (!isUnconnected(error)) break
    }
  }
  throw failure
}

const within = async <T>(work: Promise<T>, onLate: () => void): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refused('it did not answer in time')), PATIENCE_MS).unref()
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    onLate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A connection through a proxy to an address that was checked. Nothing of it is read yet. */
export const openTunnel = async (via: Via, end: TunnelEnd, trust: Trust): Promise<Socket> => {
  const reaching = reachProxy(via, trust)
  const socket = await within(reaching, () => void reaching.then((late) => late.destroy()).catch(() => undefined))
  // Whoever uses the tunnel listens to its end.
  socket.on('error', () => undefined)
  await within(shakeHands(socket, via.proxy, end), () => socket.destroy())
  return socket
}
