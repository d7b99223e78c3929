import { platformSignal } from '@weir/relay/cut-signal'
import type { Send } from '@weir/relay/ports'
import { createHttpClient } from '../http-client/http-client.ts'
import { targetOf, type Target } from '../http-client/target.ts'
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
const createTargets = (): ((address: string) => Target) => {
  const known = new Map<string, Target>()
  return (address) => {
    const found = known.get(address)
    if (found !== undefined) return found
    const target = targetOf(new URL(address))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(address, target)
    return target
  }
}

export const createSend = ({ addressesOf, proxy, simulate }: UpstreamOptions): Send => {
  const targetFor = createTargets()
  const callDirectly = createHttpClient()
  const callByProxy = createCheckedFetch(addressesOf)
  return async (request, signal) => {
    const target = targetFor(request.url)
    const { url } = target
    if (url.protocol === 'simulator:') return playReply(simulate(request), signal)
    if (url.protocol === 'wss:' || url.protocol === 'ws:') return await openSocketReply(request, signal, addressesOf)
    const { method, headers } = request
    const body = method === 'GET' ? undefined : request.body
    if (proxy === '') {
      const checked = addressesOf(url)
      const addresses = checked instanceof Promise ? await checked : checked
      return await callDirectly(target, { addresses, method, headers, body, signal })
    }
    return await callByProxy(url, {
      method,
      headers,
      signal: platformSignal(signal),
      proxy,
      ...(body !== undefined && { body: bodyOf(body) }),
    })
  }
}
