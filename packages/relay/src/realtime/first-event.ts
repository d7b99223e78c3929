import { isObject, objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { SocketListener, UpstreamSocket } from '../socket.ts'

/** An upstream greets before anything is asked of it, or says why it does not. */
export type FirstEvent =
  | { readonly kind: 'greeting'; readonly socket: UpstreamSocket }
  /** The error as a body, for the classifier of the provider. */
  | { readonly kind: 'error'; readonly body: string }
  | { readonly kind: 'closed' }

/** The same socket, whose first events have been looked at. */
const replaying = (socket: UpstreamSocket, seen: string[], handOver: (listener: SocketListener) => void): UpstreamSocket => ({
  send: (text) => socket.send(text),
  bufferedBytes: () => socket.bufferedBytes(),
  pause: () => socket.pause(),
  resume: () => socket.resume(),
  ping: () => socket.ping(),
  close: (code, reason) => socket.close(code, reason),
  listen: (listener) => {
    for (const text of seen.splice(0)) listener.message(text)
    handOver(listener)
    socket.resume()
  },
})

/** Waits for upstream's first event. Until then another channel can still take over. */
export const awaitFirstEvent = (socket: UpstreamSocket): Promise<FirstEvent> =>
  new Promise((resolve) => {
    const seen: string[] = []
    let listener: SocketListener | undefined
    let closedWith: number | undefined
    const greeting = replaying(socket, seen, (given) => {
      listener = given
      if (closedWith !== undefined) given.closed(closedWith)
    })
    socket.listen({
      message: (text) => {
        if (listener !== undefined) return listener.message(text)
        seen.push(text)
        socket.pause()
        const event = parseJson(text)
        const error = textAt(event, 'type') === 'error' ? objectAt(event, 'error') : undefined
        if (error !== undefined) return resolve({ kind: 'error', body: JSON.stringify({ error }) })
        resolve(isObject(event) ? { kind: 'greeting', socket: greeting } : { kind: 'closed' })
      },
      pong: () => listener?.pong(),
      closed: (code) => {
        closedWith = code
        if (listener !== undefined) return listener.closed(code)
        resolve({ kind: 'closed' })
      },
    })
  })
