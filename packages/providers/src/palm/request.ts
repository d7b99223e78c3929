import type { ChatCall } from '@weir/dialects/model/call'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { readNumber } from '@weir/dialects/openai-chat/read-options'
import { wordTable } from '@weir/dialects/word-table'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { textOnly } from '../kit/input/text-only.ts'
import { OTHER_AUTHOR, USER_AUTHOR, type WireMessage } from './wire.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(11)

/** The only model there was, under the name this family of gateways gives it. */
const MODEL_NAMES = wordTable<string>({ 'PaLM-2': 'chat-bison-001' })

const messageOf = (message: Message): WireMessage => {
  switch (message.role) {
    case 'user':
      return { author: USER_AUTHOR, content: textOnly(message.parts) }
    case 'tool':
      return { author: OTHER_AUTHOR, content: textOnly(message.parts) }
    case 'system':
    case 'assistant':
      return { author: OTHER_AUTHOR, content: message.text }
  }
}

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  const temperature = readNumber(call.body, 'temperature')
  const topP = readNumber(call.body, 'top_p')
  const topK = readNumber(call.body, 'top_k')
  return {
    method: 'POST',
    url: `${baseUrlOf(target, DEFAULT_BASE_URL)}/v1beta2/models/${encodeURIComponent(MODEL_NAMES[model] ?? model)}:generateMessage`,
    headers: { 'x-goog-api-key': target.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      prompt: { messages: readMessages(call.body, target.systemPrompt).map(messageOf) },
      candidateCount: 1,
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(topK !== undefined && { topK }),
    }),
  }
}
