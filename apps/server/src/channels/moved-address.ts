import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { shownProxy } from '@weir/contract/channels/channel-proxy'

interface Place {
  readonly type: number
  readonly baseUrl: string
  /** Without its password; its address matters where it can read what goes through it. */
  readonly proxy?: string | undefined
}

const originOf = ({ type, baseUrl, proxy = '' }: Place): string => {
  const address = baseUrl || (channelTypeById(type)?.defaultBaseUrl ?? '')
  const origin = URL.canParse(address) ? new URL(address).origin : address
  return origin.startsWith('http:') ? `${origin} ${shownProxy(proxy)}` : origin
}

/** A stored key or secret setting belongs to the address it was given for: pointing the channel elsewhere must not carry it there. */
export const isMoved = (before: Place, after: Place): boolean => originOf(before) !== originOf(after)
