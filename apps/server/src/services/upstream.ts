import type { Send } from '@weir/relay/ports'
import { playReply, type Simulate } from './simulated-reply.ts'
import { openSocketReply } from './upstream-socket.ts'

interface UpstreamOptions {
  /** Undefined when the address was found fit a moment ago. */
  readonly checkAddress: (url: URL) => Promise<void> | undefined
  readonly proxy: string
  /** Answers what is addressed to `simulator:`; nothing of it leaves this process. */
  readonly simulate: Simulate
}

/** Pieces of a form go out one after the other; they share one buffer and are not joined again. */
const bodyOf = (body: string | readonly Uint8Array[]): string | Blob => (typeof body === 'string' ? body : new Blob([...body]))

const MAX_KNOWN = 1000

/** Channels have few addresses, and each is asked for with every request: taking one apart costs more than finding it again. */
const createUrls = (): ((address: string) => URL) => {
  const known = new Map<string, URL>()
  return (address) => {
    const found = known.get(address)
    if (found !== undefined) return found
    const url = new URL(address)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(address, url)
    return url
  }
}

/** Redirects are not followed: a key must not travel to an address nobody configured. */
export const createSend = ({ checkAddress, proxy, simulate }: UpstreamOptions): Send => {
  const urlOf = createUrls()
  return async (request, signal) => {
    const url = urlOf(request.url)
    if (url.protocol === 'simulator:') return playReply(simulate(request), signal)
    const check = checkAddress(url)
    if (check !== undefined) await check
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
}
