import { createServer, type AddressInfo, type Socket } from 'node:net'

/** How long a bridge waits for the one connection it is for. */
const PATIENCE_MS = 5000

/**
 * A port of this machine that leads into a tunnel, for one connection: the platform's sockets cannot be given a connection that is open
 * already. What is secret goes through it encrypted, or to an upstream that is called without encryption anyway.
 */
export const bridgeTo = (tunnel: Socket): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      clearTimeout(timer)
      server.close()
      socket.on('error', () => tunnel.destroy())
      socket.on('close', () => tunnel.destroy())
      tunnel.on('close', () => socket.destroy())
      socket.pipe(tunnel)
      tunnel.pipe(socket)
    })
    server.maxConnections = 1
    const timer = setTimeout(() => {
      server.close()
      tunnel.destroy()
    }, PATIENCE_MS)
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
