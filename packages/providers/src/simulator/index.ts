import type { ChatCapability, Provider } from '@weir/dialects/model/provider'
import { oneAnswerOnly } from '../kit/input/one-answer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const upstream = openaiProvider({
  id: 'simulator',
  channelType: 1000,
  // No request leaves the process, so no key is shown.
  headers: () => ({}),
  filtersAllowedTools: true,
  adapt: oneAnswerOnly,
})

/** Whatever address a channel was given, nothing may leave this process. */
const keptInside = (chat: ChatCapability): ChatCapability => ({
  ...chat,
  encode: (call, target, context) => chat.encode(call, { ...target, baseUrl: '' }, context),
})

export const simulator: Provider = { ...upstream, ...(upstream.chat && { chat: keptInside(upstream.chat) }) }
