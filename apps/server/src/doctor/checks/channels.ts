import { channelTypeById } from '@weir/contract/catalog/channel-types'
import type { InspectedChannel } from '@weir/store/inspection/inspect-store'
import { dial } from '../../net/http-client/dial.ts'
import type { Trust } from '../../net/trust.ts'
import { targetOf } from '../../net/http-client/target.ts'
import { AddressDenied, type AddressesOf } from '../../net/outbound-policy.ts'
import { fault, ok, reasonOf, warning, type Finding } from '../finding.ts'
import { within } from '../within.ts'

const SUBJECT = 'channels'

/** Where some channels lead. */
export interface Origin {
  readonly url: URL
  readonly channelIds: readonly number[]
}

export interface Origins {
  readonly origins: readonly Origin[]
  /** Channels whose address is made from other settings, such as a region. */
  readonly elsewhere: readonly number[]
}

export const originsOf = (channels: readonly InspectedChannel[]): Origins => {
  const found = new Map<string, number[]>()
  const elsewhere: number[] = []
  for (const { id, type, baseUrl } of channels) {
    const address = baseUrl || (channelTypeById(type)?.defaultBaseUrl ?? '')
    const origin = /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : undefined
    if (origin === undefined) elsewhere.push(id)
    else found.set(origin, [...(found.get(origin) ?? []), id])
  }
  return { origins: [...found].map(([origin, channelIds]) => ({ url: new URL(origin), channelIds })), elsewhere }
}

export type Reach =
  | { readonly kind: 'reached'; readonly ms: number }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly reason: string }

interface Network {
  readonly addressesOf: AddressesOf
  readonly trust: Trust
}

const dialFirst = async (url: URL, addresses: readonly string[], trust: Trust): Promise<void> => {
  const { portNumber: port, serverName } = targetOf(url)
  let problem: unknown
  for (const address of addresses) {
    try {
      const connection = await dial({ address, port, serverName, trust }, () => undefined)
      connection.destroy()
      return
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

/** Opens a connection as the relay does, TLS included, and sends nothing on it. */
export const reach = async (url: URL, { addressesOf, trust }: Network): Promise<Reach> => {
  const startedAt = performance.now()
  try {
    await within(Promise.resolve(addressesOf(url)).then((addresses) => dialFirst(url, addresses, trust)))
    return { kind: 'reached', ms: Math.round(performance.now() - startedAt) }
  } catch (error) {
    return error instanceof AddressDenied ? { kind: 'denied' } : { kind: 'failed', reason: reasonOf(error) }
  }
}

const listed = (ids: readonly number[]): string => `${ids.length === 1 ? 'channel' : 'channels'} ${ids.map((id) => `#${id}`).join(', ')}`

export const checkOrigin = ({ url, channelIds }: Origin, outcome: Reach): Finding => {
  const place = `${url.origin} (${listed(channelIds)})`
  switch (outcome.kind) {
    case 'reached':
      return ok(SUBJECT, `${place} is reached in ${outcome.ms} ms`)
    case 'denied':
      return fault(
        SUBJECT,
        `${place} may not be called`,
        'correct the address of the channel; UPSTREAM_DENY_CIDR, link-local addresses and the services of this server itself are closed to channels',
      )
    case 'failed':
      return fault(
        SUBJECT,
        `${place} is not reached (${outcome.reason})`,
        'check the address of the channel, the firewall of this machine and the certificate of the other side; where a proxy is needed set RELAY_PROXY',
      )
  }
}

export const checkOthers = (count: number, elsewhere: readonly number[]): readonly Finding[] => {
  if (count === 0 && elsewhere.length === 0)
    return [warning(SUBJECT, 'no channel is enabled', 'add a channel in the console, or enable one')]
  if (elsewhere.length === 0) return []
  return [ok(SUBJECT, `not checked: ${listed(elsewhere)}, whose address follows from other settings; test them in the console`)]
}

/** Names are asked for and channels dialled by the proxy, so that it alone can be looked at from here. */
export const checkProxy = (host: string, outcome: Reach): Finding =>
  outcome.kind === 'reached'
    ? ok(SUBJECT, `RELAY_PROXY ${host} is reached in ${outcome.ms} ms; channels behind it are not checked`)
    : fault(
        SUBJECT,
        `RELAY_PROXY ${host} is not reached (${outcome.kind === 'denied' ? 'the address may not be called' : outcome.reason})`,
        'start the proxy, or correct or remove RELAY_PROXY',
      )
