import type { ChatCall } from '@weir/dialects/model/call'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { ChannelTarget, UpstreamRequest } from '@weir/dialects/model/upstream'

/** Absence of a capability means "not supported"; there is nothing to implement and nothing to refuse at run time. */
export interface ChatCapability {
  readonly encode: (call: ChatCall, target: ChannelTarget) => UpstreamRequest
}

export interface Provider {
  readonly id: string
  readonly channelType: number
  readonly defaultBaseUrl: string
  readonly chat?: ChatCapability
  readonly classify: (status: number, body: string) => UpstreamFault
}

interface ProviderDefinition {
  readonly id: string
  readonly channelType: number
  readonly defaultBaseUrl: string
  readonly chat?: (defaultBaseUrl: string) => ChatCapability
  readonly classify: (status: number, body: string) => UpstreamFault
}

export const defineProvider = (definition: ProviderDefinition): Provider => {
  const { chat, ...rest } = definition
  return Object.freeze({ ...rest, ...(chat && { chat: Object.freeze(chat(definition.defaultBaseUrl)) }) })
}
