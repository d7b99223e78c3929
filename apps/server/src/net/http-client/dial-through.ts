import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { Connection, type Wire } from './connection.ts'
import type { Destination } from './dial.ts'
import { encrypt, openTunnel, type Via } from '../proxy/tunnel.ts'

/** Takes everything at once: a body stands whole in memory already, and its rest waits in the socket instead of here. */
const asWire = (socket: Socket): Wire => ({
  write: (data) => {
    if (socket.destroyed) return -1
    socket.write(data)
    return Buffer.byteLength(data)
  },
  pause: () => void socket.pause(),
  resume: () => void socket.resume(),
  terminate: () => void socket.destroy(),
})

/** As `dial`, through a proxy. */
export const dialThrough = async (
  via: Via,
  { address, port, serverName, trust }: Destination,
  onFree: (connection: Connection) => void,
): Promise<Connection> => {
  const tunnel = await openTunnel(via, { address, port }, trust)
  const socket = serverName === undefined ? tunnel : await encrypt(tunnel, serverName, trust)
  const connection = new Connection(onFree)
  let failure: Error | undefined
  socket.on('error', (error: Error) => void (failure = error))
  socket.on('data', (bytes: Buffer) => connection.received(bytes))
  socket.on('close', () => connection.closed(failure))
  connection.opened(asWire(socket))
  socket.resume()
  return connection
}
