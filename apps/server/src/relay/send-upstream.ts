import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { platformSignal } from '@weir/relay/upstream/light-abort-signal'
import { asNetworkFailure } from '@weir/relay/upstream/network-failure'
import type { Send, UpstreamReply } from '@weir/relay/ports'
import type { LightAbortSignal } from '@weir/relay/socket'
import { createHttpClient } from '../net/http-client/http-client.ts'
import { targetOf, type Target } from '../net/http-client/target.ts'
import { createCheckedFetch } from '../net/checked-fetch.ts'
import { viaOf } from '../net/proxy/via-of.ts'
import type { AddressesOf } from '../net/outbound-policy.ts'
import { playReply, type Simulate } from './simulated-reply.ts'
import { openSocketReply } from './websocket-reply.ts'

interface UpstreamOptions {
  readonly addressesOf: AddressesOf
  readonly proxy: string
  readonly trustsAnyCertificate?: boolean
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

/** The client of our own throws this type by itself; the platform's calls do not. */
const typed = (reply: Promise<UpstreamReply>): Promise<UpstreamReply> =>
  reply.catch((error: unknown) => {
    throw asNetworkFailure(error)
  })

export const createSend = ({ addressesOf, proxy, trustsAnyCertificate = false, simulate }: UpstreamOptions): Send => {
  const targetFor = createTargets()
  const callDirectly = createHttpClient({ trustsAnyone: trustsAnyCertificate })
  const callByProxy = createCheckedFetch(addressesOf)

  const callResolved = (
    target: Target,
    described: Parameters<typeof callDirectly>[1],
    signal: LightAbortSignal,
  ): Promise<UpstreamReply> => {
    const found = addressesOf(target)
    return found instanceof Promise
      ? found.then((addresses) => callDirectly({ target, addresses, signal }, described))
      : callDirectly({ target, addresses: found, signal }, described)
  }

  /** Both the upstream and the proxy are checked here, and the proxy is told an address: it asks for no name. */
  const callThrough = async (
    target: Target,
    { text, ...described }: Parameters<typeof callDirectly>[1] & { readonly text: string },
    signal: LightAbortSignal,
  ): Promise<UpstreamReply> => {
    const via = await viaOf(text, addressesOf)
    return await callDirectly({ target, addresses: await addressesOf(target), signal, via }, described)
  }

  const call = (target: Target, request: UpstreamRequest, signal: LightAbortSignal): Promise<UpstreamReply> => {
    const { method, headers } = request
    const body = method === 'GET' ? undefined : request.body
    if (request.proxy !== undefined) return typed(callThrough(target, { method, headers, body, text: request.proxy }, signal))
    if (proxy !== '') {
      const init = { method, headers, signal: platformSignal(signal), proxy, ...(body !== undefined && { body: bodyOf(body) }) }
      return typed(callByProxy(target.url, init))
    }
    return typed(callResolved(target, { method, headers, body }, signal))
  }

  const dispatch: Send = (request, signal) => {
    const target = targetFor(request.url)
    switch (target.protocol) {
      case 'simulator:':
        return Promise.resolve(playReply(simulate(request), signal))
      case 'wss:':
      case 'ws:':
        return typed(openSocketReply(request, signal, { addressesOf, proxy, trustsAnyCertificate }))
      default:
        return call(target, request, signal)
    }
  }

  return (request, signal) => {
    try {
      return dispatch(request, signal)
    } catch (error) {
      // An address that cannot be called is the channel's, not a bug.
      return Promise.reject(asNetworkFailure(error))
    }
  }
}
