import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { fieldsPresent, readNumber, readStop } from '@weir/dialects/openai-chat/read-options'
import type { Part } from '@weir/dialects/openai-chat/read-parts'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { adaptChat, modelName } from '../kit/dashscope/chat.ts'
import { isToolForced } from '../kit/input/allowed-tools.ts'
import { imageAddress } from '../kit/input/image-address.ts'
import { textOnly } from '../kit/input/text-only.ts'
import type { NativeMessage, NativePart, NativeRequest } from './wire.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(17)

/** Operators paste the address of either wire. */
export const nativeBase = (target: ChannelTarget): string => baseUrlOf(target, DEFAULT_BASE_URL).replace(/\/compatible-mode\/v1$/, '')

export const nativeHeaders = (target: ChannelTarget): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${target.key}`,
  'content-type': 'application/json',
})

export const pluginOf = (target: ChannelTarget): string => target.config['plugin'] || target.other

const nativePart = (part: Part): NativePart => {
  if (part.kind === 'text') return { text: part.text }
  return { image: imageAddress(part) }
}

const contentOf = (parts: readonly Part[], isSeeing: boolean): NativeMessage['content'] =>
  isSeeing ? parts.map(nativePart) : textOnly(parts)

const textContent = (text: string, isSeeing: boolean): NativeMessage['content'] => (isSeeing ? [{ text }] : text)

const nativeMessage = (message: Message, isSeeing: boolean): NativeMessage => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: textContent(message.text, isSeeing) }
    case 'user':
      return { role: 'user', content: contentOf(message.parts, isSeeing) }
    case 'tool':
      return { role: 'tool', content: contentOf(message.parts, isSeeing), tool_call_id: message.callId }
    case 'assistant': {
      const calls = message.toolCalls.map(({ id, name, arguments: text }, index) => ({
        id,
        type: 'function',
        index,
        function: { name, arguments: text },
      }))
      return { role: 'assistant', content: textContent(message.text, isSeeing), ...(calls.length > 0 && { tool_calls: calls }) }
    }
  }
}

/** Parameters that have the same name and meaning on both wires. */
const SHARED = [
  'top_k',
  'seed',
  'presence_penalty',
  'repetition_penalty',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'enable_thinking',
  'thinking_budget',
  'enable_search',
  'search_options',
]

const parametersOf = (call: ChatCall, model: string): JsonObject => {
  const body = adaptChat(call.body, model)
  const shared = SHARED.filter((name) => body[name] !== undefined && body[name] !== null).map((name) => [name, body[name]] as const)
  const temperature = readNumber(body, 'temperature')
  const topP = readNumber(body, 'top_p')
  const stop = readStop(body)
  return {
    result_format: 'message',
    ...(call.isStream && { incremental_output: true }),
    ...(call.maxOutputTokens !== undefined && { max_tokens: call.maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(stop.length > 0 && { stop }),
    ...Object.fromEntries(shared),
  }
}

const hasImage = (message: Message): boolean =>
  (message.role === 'user' || message.role === 'tool') && message.parts.some((part) => part.kind === 'image')

export const encodeNative = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  const messages = readMessages(call.body, target.systemPrompt)
  const isSeeing = messages.some(hasImage)
  const body: NativeRequest = {
    model: modelName(model),
    input: { messages: messages.map((message) => nativeMessage(message, isSeeing)) },
    parameters: parametersOf(call, model),
  }
  const plugin = pluginOf(target)
  return {
    method: 'POST',
    url: `${nativeBase(target)}/api/v1/services/aigc/${isSeeing ? 'multimodal-generation' : 'text-generation'}/generation`,
    headers: {
      ...nativeHeaders(target),
      accept: call.isStream ? 'text/event-stream' : 'application/json',
      ...(call.isStream && { 'x-dashscope-sse': 'enable' }),
      ...(plugin !== '' && { 'x-dashscope-plugin': plugin }),
    },
    body: JSON.stringify(body),
  }
}

/** What this wire can say of a chat call. */
export const KNOWN = [...SHARED, 'reasoning_effort', 'temperature', 'top_p', 'stop', 'max_tokens', 'max_completion_tokens']

export const droppedByNative = (call: ChatCall, target: ChannelTarget): readonly string[] => {
  if (!isToolForced(call.body)) return []
  const adapted = adaptChat(call.body, mappedModel(call.model, target.modelMapping))
  return isToolForced(adapted) ? fieldsPresent(call.body, ['reasoning_effort']) : ['tool_choice']
}
