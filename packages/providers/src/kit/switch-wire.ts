import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatCapability } from '@weir/dialects/model/provider'
import { mappedModel, type ChannelTarget } from '@weir/dialects/model/upstream'
import { withoutDefaultUrl } from './base-url.ts'

interface TwoWires {
  readonly usual: ChatCapability
  readonly other: ChatCapability
  /** The address of the usual wire where the other has one of its own. */
  readonly usualBaseUrl?: string
  /** Decides by upstream's name of the model, by the channel and by what is asked for. */
  readonly isOther: (model: string, target: ChannelTarget, call: ChatCall) => boolean
  /** Servers behind the channel type may lack the path of the other; there the usual one is asked. */
  readonly mayBeMissing?: boolean
  /** Where upstream may send chats to the other wire: whether nothing in one is beyond it, and how it is asked without earlier thoughts. */
  readonly sentThere?: {
    readonly isSayable: (call: ChatCall, target: ChannelTarget) => boolean
    readonly withoutThoughts: ChatCapability
  }
}

/** Chat with a provider that has two wires. */
export const switchWire = ({ usual, other, isOther, usualBaseUrl, mayBeMissing = false, sentThere }: TwoWires): ChatCapability => {
  const pick = (call: ChatCall, target: ChannelTarget): ChatCapability =>
    isOther(mappedModel(call.model, target.modelMapping), target, call) ? other : usual
  return {
    ...usual,
    encode: (call, target, context) => {
      const chat = pick(call, target)
      const isElsewhere = chat === other && usualBaseUrl !== undefined
      return chat.encode(call, isElsewhere ? withoutDefaultUrl(target, usualBaseUrl) : target, context)
    },
    wireFor: (call, target) => {
      const chat = pick(call, target)
      return chat.wireFor?.(call, target) ?? chat.wire
    },
    dropped: (call, target) => pick(call, target).dropped?.(call, target) ?? [],
    ...(mayBeMissing && { otherwise: (call, target) => (pick(call, target) === other ? usual : undefined) }),
    instead: (call, target, refusal) => {
      const isThere = pick(call, target) === other
      if (sentThere !== undefined && refusal === 'unreadable-thoughts') return isThere ? sentThere.withoutThoughts : undefined
      if (sentThere !== undefined && refusal === 'other-endpoint') return !isThere && sentThere.isSayable(call, target) ? other : undefined
      return isThere ? undefined : usual.instead?.(call, target, refusal)
    },
  }
}
