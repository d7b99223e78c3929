import type { Send } from '@weir/relay/ports'
import { createCheckedFetch } from './checked-fetch.ts'
import type { AddressesOf } from './outbound-policy.ts'
import { playReply, type Simulate } from './simulated-reply.ts'
import { openSocketReply } from './upstream-socket.ts'

interface UpstreamOptions {
  readonly addressesOf: AddressesOf
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

export const createSend = ({ addressesOf, proxy, simulate }: UpstreamOptions): Send => {
  const urlOf = createUrls()
  const checkedFetch = createCheckedFetch(addressesOf)
  return async (request, signal) => {
    const url = urlOf(request.url)
    if (url.protocol === 'simulator:') return playReply(simulate(request), signal)
    if (url.protocol === 'wss:' || url.protocol === 'ws:') return await openSocketReply(request, signal, addressesOf)
    return await checkedFetch(url, {
      method: request.method,
      headers: request.headers,
      signal,
      ...(request.method !== 'GET' && { body: bodyOf(request.body) }),
      ...(proxy !== '' && { proxy }),
    })
  }
}
