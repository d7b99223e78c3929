import { channelTypeById } from '@weir/contract/catalog/channel-types'

interface Place {
  readonly type: number
  readonly baseUrl: string
}

const originOf = ({ type, baseUrl }: Place): string => {
  const address = baseUrl || (channelTypeById(type)?.defaultBaseUrl ?? '')
  return URL.canParse(address) ? new URL(address).origin : address
}

/** A stored key or secret setting belongs to the address it was given for: pointing the channel elsewhere must not carry it there. */
export const isMoved = (before: Place, after: Place): boolean => originOf(before) !== originOf(after)
