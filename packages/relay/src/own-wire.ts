import type { ChatCall } from '@weir/dialects/model/call'
import type { WireId } from '@weir/dialects/model/caller-wire'
import type { Provider, WireCapability } from '@weir/dialects/model/provider'
import { mappedModel, type ChannelTarget } from '@weir/dialects/model/upstream'

/** How a channel serves the caller's wire itself; undefined where the call must be translated. */
export const ownWireOf = (
  { wires }: Provider,
  channel: ChannelTarget,
  { wire, model }: { readonly wire: WireId; readonly model: string },
): WireCapability | undefined => {
  const capability = wires?.[wire]
  return capability?.isServed?.(channel, mappedModel(model, channel.modelMapping)) === false ? undefined : capability
}

/** What a chat is asked in: chat itself, or another wire, which goes by the provider's name where it has none of its own. */
export const chatWireName = ({ id, chat }: Provider, call: ChatCall, channel: ChannelTarget): string => {
  const wire = chat?.wireFor?.(call, channel) ?? chat?.wire
  return wire?.kind === 'native' ? (wire.name ?? id) : 'chat'
}
