import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { TaskCall } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget, type EncodeContext, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { readNumber, readResponseFormat, readStop } from '@weir/dialects/openai-chat/read-options'
import { readEmbeddingInputs } from '@weir/dialects/openai-tasks/embeddings'
import { baseUrlOf } from '../kit/base-url.ts'
import { droppedChoice, offeredTools } from '../kit/input/allowed-tools.ts'
import { calledNames } from '../kit/input/called-name.ts'
import { schemaAsInstruction } from '../kit/input/schema-instruction.ts'
import { textOnly } from '../kit/input/text-only.ts'
import { betweenUsers } from '../kit/input/users-turns.ts'
import { DEFAULT_BASE_URL } from './access.ts'
import { endpointOf } from './endpoint.ts'
import type { BaiduFunction, BaiduMessage } from './wire.ts'

const wireMessages = (message: Message, nameOf: (callId: string) => string): readonly BaiduMessage[] => {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      return [{ role: 'user', content: textOnly(message.parts) }]
    case 'tool':
      return [{ role: 'function', name: nameOf(message.callId), content: textOnly(message.parts) }]
    case 'assistant': {
      if (message.toolCalls.length === 0) return [{ role: 'assistant', content: message.text }]
      return message.toolCalls.map(({ name, arguments: text }, at) => ({
        role: 'assistant' as const,
        content: at === 0 ? message.text : '',
        function_call: { name, arguments: text },
      }))
    }
  }
}

const isText = (message: BaiduMessage): boolean => message.role !== 'function' && !('function_call' in message)

/** Roles must take turns and no message may be empty, so neighbours of one role become one message. */
const takingTurns = (messages: readonly BaiduMessage[]): readonly BaiduMessage[] => {
  const merged: BaiduMessage[] = []
  for (const message of messages.filter((entry) => !isText(entry) || entry.content !== '')) {
    const last = merged.at(-1)
    if (last === undefined || last.role !== message.role || !isText(last) || !isText(message)) merged.push(message)
    else {
      const role = message.role === 'user' ? 'user' : 'assistant'
      merged[merged.length - 1] = { role, content: `${last.content}\n${message.content}` }
    }
  }
  return betweenUsers<BaiduMessage>(merged, {
    isModels: ({ role }) => role === 'assistant',
    userTurn: (content) => ({ role: 'user', content }),
  })
}

/** Every call is answered before the next one is made; results come in the order of the calls. */
const paired = (messages: readonly BaiduMessage[]): readonly BaiduMessage[] => {
  const results = messages.filter((message) => message.role === 'function').values()
  return messages.flatMap((message) => {
    if (message.role === 'function') return []
    const result = 'function_call' in message ? results.next().value : undefined
    return result === undefined ? [message] : [message, result]
  })
}

const functionsOf = (call: ChatCall): readonly BaiduFunction[] =>
  offeredTools(call.body).map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: parameters ?? { type: 'object', properties: {} },
  }))

const MAX_STOPS = 4
const MAX_STOP_CHARACTERS = 20

const stopOf = (call: ChatCall): readonly string[] =>
  readStop(call.body)
    .filter((stop) => stop.length <= MAX_STOP_CHARACTERS)
    .slice(0, MAX_STOPS)

const numberFields = (call: ChatCall): JsonObject => {
  const temperature = readNumber(call.body, 'temperature')
  const topP = readNumber(call.body, 'top_p')
  const penalty = readNumber(call.body, 'frequency_penalty')
  return {
    ...(temperature !== undefined && { temperature: Math.min(1, Math.max(0.01, temperature)) }),
    ...(topP !== undefined && { top_p: Math.min(1, Math.max(0, topP)) }),
    // From 1, no penalty, to 2.
    ...(penalty !== undefined && { penalty_score: 1 + Math.min(2, Math.max(0, penalty)) / 2 }),
    ...(call.maxOutputTokens !== undefined && { max_output_tokens: Math.max(2, call.maxOutputTokens) }),
  }
}

const bodyOf = (call: ChatCall, target: ChannelTarget): JsonObject => {
  const messages = readMessages(schemaAsInstruction(call.body, call.model), target.systemPrompt)
  const system = messages.map((message) => (message.role === 'system' ? message.text : '')).filter((text) => text !== '')
  const nameOf = calledNames(messages)
  const functions = functionsOf(call)
  const stop = stopOf(call)
  const { user } = call.body
  return {
    messages: takingTurns(paired(messages.flatMap((message) => wireMessages(message, nameOf)))),
    ...(system.length > 0 && { system: system.join('\n') }),
    ...numberFields(call),
    ...(stop.length > 0 && { stop }),
    ...(functions.length > 0 && { functions }),
    ...(readResponseFormat(call.body) && { response_format: 'json_object' }),
    ...(typeof user === 'string' && { user_id: user }),
    ...(typeof call.body['disable_search'] === 'boolean' && { disable_search: call.body['disable_search'] }),
    stream: call.isStream,
  }
}

const post = (target: ChannelTarget, context: EncodeContext, { path, body }: { path: string; body: JsonObject }): UpstreamRequest => ({
  method: 'POST',
  url: `${baseUrlOf(target, DEFAULT_BASE_URL)}/rpc/2.0/ai_custom/v1/wenxinworkshop/${path}?access_token=${encodeURIComponent(context.accessToken)}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const encodeChat = (call: ChatCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest => {
  const path = `chat/${endpointOf(mappedModel(call.model, target.modelMapping))}`
  return post(target, context, { path, body: bodyOf(call, target) })
}

/** What this wire can say of a chat call. */
export const KNOWN = [
  'temperature',
  'top_p',
  'frequency_penalty',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'response_format',
  'user',
]

export const dropped = (call: ChatCall): readonly string[] => [
  ...(stopOf(call).length === readStop(call.body).length ? [] : ['stop']),
  ...droppedChoice(call.body),
]

/** Of texts to embed at a time. */
export const MAX_TEXTS = 16

export const encodeEmbeddings = (call: TaskCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest => {
  const input = readEmbeddingInputs(call)
  if (input.length > MAX_TEXTS) throw new UnsupportedInput('input', `This channel embeds at most ${MAX_TEXTS} texts at a time`)
  return post(target, context, { path: `embeddings/${endpointOf(mappedModel(call.model, target.modelMapping))}`, body: { input } })
}
