import { claudeErrorOf, faultOfClaudeError } from '@weir/dialects/anthropic-messages/errors'
import { openClaudeStream } from '@weir/dialects/anthropic-messages/open-stream'
import { parseClaudeReply } from '@weir/dialects/anthropic-messages/parse-reply'
import { droppedByClaude } from '@weir/dialects/anthropic-messages/render-call'
import { mappedModel } from '@weir/dialects/model/upstream'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { encodeChat, messages, takesSampling } from './request.ts'

export const anthropic = defineProvider({
  id: 'anthropic',
  channelType: 14,
  chat: {
    encode: encodeChat,
    tellsSearches: true,
    wire: { kind: 'native', decode: parseClaudeReply, openStream: openClaudeStream },
    dropped: (call, target) =>
      droppedByClaude(call, { model: mappedModel(call.model, target.modelMapping), takesSampling: takesSampling(target) }),
  },
  wires: { messages },
  classify: (status, body) => faultOfClaudeError(claudeErrorOf(body)) ?? faultOfStatus(status),
})
