import { counterpartOf, newApiTypeOf } from '@weir/contract/catalog/new-api-types'
import type { ChannelObject } from '@weir/contract/channel'
import { KeyStatus } from '@weir/contract/channels/channel-keys'
import type { ChannelInfo } from '@weir/contract/channels/multi-key'
import type { ChannelWish } from '@weir/store/channels/match-channels'
import type { ChannelKeys, KeyStates } from '@weir/store/repositories/channel-keys'

/** As new-api tells it of a channel with one key. */
const ONE_KEY: ChannelInfo = {
  is_multi_key: false,
  multi_key_size: 0,
  multi_key_status_list: null,
  multi_key_polling_index: 0,
  multi_key_mode: '',
}

const infoOf = (states: KeyStates | undefined): ChannelInfo => {
  if (states === undefined) return ONE_KEY
  const places = states.statuses.map((status, place) => [String(place), status] as const)
  return {
    is_multi_key: true,
    multi_key_size: places.length,
    multi_key_status_list: Object.fromEntries(places.filter(([, status]) => status !== KeyStatus.enabled)),
    multi_key_polling_index: 0,
    multi_key_mode: states.mode,
  }
}

/** The types that a filter of new-api's clients means; one that is not known here is none of them. */
export const wishOfNewApi = (wish: ChannelWish): ChannelWish => ({
  ...wish,
  ...(wish.type !== undefined && { type: wish.type.map((type) => counterpartOf(type)?.type ?? -1) }),
})

/** With the number that new-api gives to their type, and what its clients read of their keys. */
export const withChannelInfo = async (
  channels: readonly ChannelObject[],
  channelKeys: Pick<ChannelKeys, 'severalOf'>,
): Promise<readonly ChannelObject[]> => {
  const several = await channelKeys.severalOf(channels.map(({ id }) => id))
  return channels.map((channel) => ({ ...channel, type: newApiTypeOf(channel.type), channel_info: infoOf(several.get(channel.id)) }))
}
