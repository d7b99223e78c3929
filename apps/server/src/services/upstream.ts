import type { Send } from '@weir/relay/ports'
import { openSocketReply } from './upstream-socket.ts'

interface UpstreamOptions {
  readonly checkAddress: (url: URL) => Promise<void>
  readonly proxy: string
}

/** Pieces of a form go out one after the other; they share one buffer and are not joined again. */
const bodyOf = (body: string | readonly Uint8Array[]): string | Blob => (typeof body === 'string' ? body : new Blob([...body]))

/** Redirects are not followed: a key must not travel to an address nobody configured. */
export const createSend =
  ({ checkAddress, proxy }: UpstreamOptions): Send =>
  async (request, signal) => {
    const url = new URL(request.url)
    await checkAddress(url)
    if (url.protocol === 'wss:' || url.protocol === 'ws:') return await openSocketReply(request, signal)
    return await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      signal,
      redirect: 'manual',
      ...(request.method === 'POST' && { body: bodyOf(request.body) }),
      ...(proxy !== '' && { proxy }),
    })
  }
