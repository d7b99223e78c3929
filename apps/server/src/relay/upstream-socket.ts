import type { LightAbortSignal, OpenSocket, SocketListener, SocketRefusal, UpstreamSocket } from '@weir/relay/socket'
import { asNetworkFailure } from '@weir/relay/upstream/network-failure'
import { dialSocket, type SocketOptions } from './dial-socket.ts'

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
      return await opened(await dialSocket(request, options), signal)
    } catch (error) {
      throw asNetworkFailure(error)
    }
  }
