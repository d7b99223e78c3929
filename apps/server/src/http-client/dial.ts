import type { Buffer } from 'node:buffer'
import { isIP } from 'node:net'
import { Connection } from './connection.ts'

export interface Destination {
  /** Dialled as it is. */
  readonly address: string
  readonly port: number
  /** The name that the certificate must be for; undefined where nothing is encrypted. */
  readonly serverName: string | undefined
  readonly ca?: string | undefined
}

/** Asked for by whoever runs the process, for upstreams of their own. */
const trustsAnyone = (): boolean => process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'

/** An address is no name to ask for; its certificate is checked all the same. */
const named = (serverName: string) => (isIP(serverName) === 0 ? { serverName } : {})

const received = (socket: Bun.Socket<Connection>, bytes: Buffer): void => socket.data.received(bytes)
const drained = (socket: Bun.Socket<Connection>): void => socket.data.drained()
const closed = (socket: Bun.Socket<Connection>, error?: Error): void => socket.data.closed(error)

const handlers = (settle: { readonly opened: () => void; readonly failed: (error: Error) => void }, isTls: boolean) => ({
  open: (socket: Bun.Socket<Connection>) => {
    socket.data.opened(socket)
    if (!isTls) settle.opened()
  },
  // Nothing is sent before the certificate is found to be right.
  ...(isTls && {
    handshake: (socket: Bun.Socket<Connection>, isRight: boolean, problem: Error | null) => {
      if (isRight || trustsAnyone()) return settle.opened()
      settle.failed(problem ?? new Error('the TLS handshake failed'))
      socket.data.destroy()
    },
  }),
  data: received,
  drain: drained,
  close: (socket: Bun.Socket<Connection>, error?: Error) => {
    settle.failed(error ?? new Error('upstream closed the connection'))
    closed(socket, error)
  },
  error: (_: Bun.Socket<Connection>, error: Error) => settle.failed(error),
})

/** Opens a connection, and for TLS waits until the other side has shown a certificate for its name. */
export const dial = ({ address, port, serverName, ca }: Destination, onFree: (connection: Connection) => void): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const connection = new Connection(onFree)
    const settle = { opened: () => resolve(connection), failed: reject }
    Bun.connect({
      hostname: address,
      port,
      data: connection,
      socket: handlers(settle, serverName !== undefined),
      ...(serverName !== undefined && {
        tls: { ...named(serverName), rejectUnauthorized: !trustsAnyone(), ...(ca !== undefined && { ca }) },
      }),
    }).catch(reject)
  })
