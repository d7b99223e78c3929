import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { platformSignal } from '@weir/relay/upstream/light-abort-signal'
import type { UpstreamReply } from '@weir/relay/ports'
import type { LightAbortSignal } from '@weir/relay/socket'
import { createCheckedFetch } from '../net/checked-fetch.ts'
import { dialSocket, type SocketOptions } from './dial-socket.ts'

const encoder = new TextEncoder()

/** More than this, unread, and upstream is made to wait. */
const MAX_UNREAD = 256 * 1024

/** A message never holds a line break of its own once it is one line of the reply. */
const asLine = (data: unknown): Uint8Array => encoder.encode(`${String(data).replaceAll('\n', ' ')}\n`)

/** A socket does not tell why its handshake was refused. A plain request to the same address is refused in the same way, and says so. */
const refusalOf = async (
  request: UpstreamRequest,
  signal: LightAbortSignal,
  { addressesOf, proxy }: SocketOptions,
): Promise<UpstreamReply> => {
  // The platform's call does not go by every proxy, and must not go past one.
  if (request.proxy !== undefined) throw new Error('the connection failed')
  const url = new URL(request.url.replace(/^ws/, 'http'))
  const reply = await createCheckedFetch(addressesOf)(url, {
    headers: request.headers,
    signal: platformSignal(signal),
    ...(proxy !== '' && { proxy }),
  })
  if (reply.status === 401 || reply.status === 403) return reply
  throw new Error('the connection failed')
}

/**
 * Speaks to an upstream over WebSocket: the request's body is the one message sent, and every message that comes back is one line
 * of the reply. So deadlines, aborts and limits are those of any other reply.
 */
export const openSocketReply = async (
  request: UpstreamRequest,
  signal: LightAbortSignal,
  options: SocketOptions,
): Promise<UpstreamReply> => {
  const socket = await dialSocket(request, options)
  return await new Promise((resolve, reject) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    let hasOpened = false
    let isPaused = false
    let hasEnded = false
    const end = (act: () => void): void => {
      if (hasEnded) return
      hasEnded = true
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const onAbort = (): void => {
      socket.close()
      reject(new Error('aborted'))
      end(() => controller?.error(new Error('aborted')))
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (opened) => {
          controller = opened
        },
        pull: () => {
          if (isPaused) socket.resume()
          isPaused = false
        },
        cancel: () => socket.close(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD }),
    )
    const pass = (data: unknown): void => {
      controller?.enqueue(asLine(data))
      if (isPaused || (controller?.desiredSize ?? 1) > 0) return
      isPaused = true
      socket.pause()
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    socket.addEventListener('open', () => {
      hasOpened = true
      socket.send(typeof request.body === 'string' ? request.body : '')
      resolve({ status: 200, headers: new Headers({ 'content-type': 'application/x-ndjson' }), body })
    })
    socket.addEventListener('message', (event) => {
      if (hasEnded) return
      pass(event.data)
      if (request.isLastMessage?.(String(event.data)) !== true) return
      socket.close()
      end(() => controller?.close())
    })
    socket.addEventListener('close', () => end(() => controller?.close()))
    socket.addEventListener('error', () => {
      if (!hasOpened) refusalOf(request, signal, options).then(resolve, reject)
      end(() => controller?.error(new Error('the connection failed')))
    })
  })
}
