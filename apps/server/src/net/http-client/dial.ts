import type { Buffer } from 'node:buffer'
import { isIP } from 'node:net'
import { startRealTimer } from '../real-timer.ts'
import type { Trust } from '../trust.ts'
import { Connection } from './connection.ts'

export interface Destination {
  /** Dialled as it is. */
  readonly address: string
  readonly port: number
  /** The name that the certificate must be for; undefined where nothing is encrypted. */
  readonly serverName: string | undefined
  readonly trust: Trust
}

type Socket = Bun.Socket<Connection>

/** For the connection and its certificate. A place that swallows either would have the request wait for its whole time, and no other be tried. */
const PATIENCE_MS = 10_000

/** Nothing has been sent: another address may be tried. */
export class DialTimeout extends Error {
  constructor() {
    super(`no connection within ${PATIENCE_MS / 1000} seconds`)
    this.name = 'DialTimeout'
  }
}

/** An address is no name to ask for; its certificate is checked all the same. */
const named = (serverName: string) => (isIP(serverName) === 0 ? { serverName } : {})

/** After so much silence the system asks whether the other side is there: one that is gone without a word would never be found out. */
const KEEP_ALIVE_MS = 20_000

const opened = (socket: Socket): void => {
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  socket.data.opened(socket)
}
const received = (socket: Socket, bytes: Buffer): void => socket.data.received(bytes)
const drained = (socket: Socket): void => socket.data.drained()
const closed = (socket: Socket, error?: Error): void => socket.data.closed(error)

const PLAIN = {
  open: (socket: Socket): void => {
    opened(socket)
    socket.data.ready()
  },
  data: received,
  drain: drained,
  close: closed,
  error: closed,
}

/** Nothing is sent before the certificate is found to be right. */
const ENCRYPTED = {
  ...PLAIN,
  open: opened,
  handshake: (socket: Socket, isRight: boolean, problem: Error | null): void => {
    if (isRight || socket.data.trustsAnyone) return socket.data.ready()
    socket.data.closed(problem ?? new Error('the TLS handshake failed'))
    socket.data.destroy()
  },
}

const tlsFor = (serverName: string, { ca, trustsAnyone = false }: Trust) => ({
  tls: { ...named(serverName), rejectUnauthorized: !trustsAnyone, ...(ca !== undefined && { ca }) },
})

/** Opens a connection, and for TLS waits until the other side has shown a certificate for its name. */
export const dial = (
  { address, port, serverName, trust }: Destination,
  onFree: (connection: Connection) => void,
  startTimer = startRealTimer,
): Promise<Connection> => {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const connection = new Connection(onFree, { resolve, reject, trustsAnyone: trust.trustsAnyone === true })
  const cancelTimer = startTimer(PATIENCE_MS, () => {
    reject(new DialTimeout())
    connection.destroy()
  })
  Bun.connect({
    hostname: address,
    port,
    data: connection,
    ...(serverName === undefined ? { socket: PLAIN } : { socket: ENCRYPTED, ...tlsFor(serverName, trust) }),
  }).catch(reject)
  return promise.finally(cancelTimer)
}
