import { parseClaudeReply } from '@weir/dialects/anthropic-messages/parse-reply'
import { droppedByClaude } from '@weir/dialects/anthropic-messages/render-call'
import type { NativeWire } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { droppedByCloud, refuseHostedTools } from '../kit/cloud-claude.ts'
import { defineProvider } from '../kit/define.ts'
import { droppedByConverse } from './converse/request.ts'
import { parseConverseReply } from './converse/response.ts'
import { classifyAwsError } from './errors.ts'
import { isClaude } from './model-ids.ts'
import { encodeMantleChat, encodeMantleMessages, isMantle, mantleWire } from './mantle.ts'
import { encodeChat, encodeMessages } from './request.ts'
import { openConverseStream, openInvokeFrames, openInvokeStream } from './stream.ts'
import { embeddings, rerank } from './tasks.ts'

const invoke: NativeWire = { kind: 'native', decode: parseClaudeReply, openStream: openInvokeStream }
const converse: NativeWire = { kind: 'native', decode: parseConverseReply, openStream: openConverseStream }

export const aws = defineProvider({
  id: 'aws',
  channelType: 33,
  chat: {
    encode: (call, target, context) => (isMantle(target) ? encodeMantleChat : encodeChat)(call, target, context),
    wire: invoke,
    wireFor: (call, target) => {
      if (isMantle(target)) return mantleWire(call, target)
      return isClaude(mappedModel(call.model, target.modelMapping)) ? invoke : converse
    },
    dropped: (call, target) => {
      const model = mappedModel(call.model, target.modelMapping)
      if (isClaude(model)) return droppedByClaude(call, { model, takesSampling: true })
      return isMantle(target) ? [] : droppedByConverse(call, model)
    },
  },
  wires: {
    messages: {
      encode: (call, target, context) => {
        refuseHostedTools(call)
        return (isMantle(target) ? encodeMantleMessages : encodeMessages)(call, target, context)
      },
      isServed: (_, model) => isClaude(model),
      openFraming: (target) => (isMantle(target) ? undefined : openInvokeFrames()),
      dropped: (call) => droppedByCloud(call),
    },
  },
  tasks: { embeddings, rerank },
  classify: classifyAwsError,
})
