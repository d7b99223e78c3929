import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatCapability } from '@weir/dialects/model/provider'
import { mappedModel, type ChannelTarget } from '@weir/dialects/model/upstream'

interface TwoWires {
  readonly usual: ChatCapability
  readonly other: ChatCapability
  /** Decides by upstream's name of the model and by the channel. */
  readonly isOther: (model: string, target: ChannelTarget) => boolean
}

/** Chat with a provider that has two wires. */
export const oneOfTwo = ({ usual, other, isOther }: TwoWires): ChatCapability => {
  const pick = (call: ChatCall, target: ChannelTarget): ChatCapability =>
    isOther(mappedModel(call.model, target.modelMapping), target) ? other : usual
  return {
    ...usual,
    encode: (call, target, context) => pick(call, target).encode(call, target, context),
    wireFor: (call, target) => pick(call, target).wire,
  }
}
