import type { Send } from '@weir/relay/ports'
import { playReply, type Simulate } from './simulated-reply.ts'
import { openSocketReply } from './upstream-socket.ts'

interface UpstreamOptions {
  readonly checkAddress: (url: URL) => Promise<void>
  readonly proxy: string
  /** Answers what is addressed to `simulator:`; nothing of it leaves this process. */
  readonly simulate: Simulate
}

/** Pieces of a form go out one after the other; they share one buffer and are not joined again. */
const bodyOf = (body: string | readonly Uint8Array[]): string | Blob => (typeof body === 'string' ? body : new Blob([...body]))

/** Redirects are not followed: a key must not travel to an address nobody configured. */
export const createSend =
  ({ checkAddress, proxy, simulate }: UpstreamOptions): Send =>
  async (request, signal) => {
    const url = new URL(request.url)
    if (url.protocol === 'simulator:') return playReply(simulate(request), signal)
    await checkAddress(url)
    if (url.protocol === 'wss:' || url.protocol === 'ws:') return await openSocketReply(request, signal)
    return await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      signal,
      redirect: 'manual',
      ...(request.method !== 'GET' && { body: bodyOf(request.body) }),
      ...(proxy !== '' && { proxy }),
    })
  }
