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
