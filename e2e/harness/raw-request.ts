import { connect } from 'node:net'

interface RawOptions {
  readonly patienceMs?: number
}

/** Sends bytes as they are and returns everything that comes back until the server closes, or an empty text when it stays silent. */
export const rawRequest = (url: string, bytes: string, { patienceMs = 5000 }: RawOptions = {}): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, 'latin1')))
    const end = (): void => {
      socket.destroy()
      resolve(received)
    }
    socket.setTimeout(patienceMs, end)
    socket.on('data', (chunk) => (received += chunk.toString('utf8')))
    socket.on('close', end)
    socket.on('error', end)
  })

export const statusOf = (reply: string): number => Number(reply.split(' ', 2)[1] ?? 0)
