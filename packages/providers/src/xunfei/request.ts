import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { mappedModel, type ChannelTarget, type EncodeContext, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { fieldsPresent, readNumber } from '@weir/dialects/openai-chat/read-options'
import { baseUrlOf } from '../kit/base-url.ts'
import { droppedChoice, offeredTools } from '../kit/input/allowed-tools.ts'
import { keyParts } from '../kit/key-parts.ts'
import { schemaAsInstruction } from '../kit/input/schema-instruction.ts'
import { textOnly } from '../kit/input/text-only.ts'
import { DEFAULT_BASE_URL, signUrl } from './sign.ts'
import { isLastMessage } from './response.ts'
import { versionOf, type SparkVersion } from './version.ts'
import type { SparkMessage, SparkRequest } from './wire.ts'

/** There is no role for the results of tools, so both sides of a call are told in words. */
const wireMessage = (message: Message): SparkMessage => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: textOnly(message.parts) }
    case 'tool':
      return { role: 'user', content: `Result: ${textOnly(message.parts)}` }
    case 'assistant': {
      const calls = message.toolCalls.map(({ name, arguments: text }) => `Call: ${name}(${text})`)
      return { role: 'assistant', content: [message.text, ...calls].filter((text) => text !== '').join('\n') }
    }
  }
}

/** Versions that know no system role are told in the first question. */
const withoutSystem = (messages: readonly SparkMessage[]): readonly SparkMessage[] => {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const rest = messages.filter(({ role }) => role !== 'system')
  if (system.length === 0) return rest
  const first = rest.findIndex(({ role }) => role === 'user')
  if (first === -1) return [{ role: 'user', content: system.join('\n') }, ...rest]
  return rest.map((message, at) => (at === first ? { ...message, content: [...system, message.content].join('\n') } : message))
}

const messagesOf = (call: ChatCall, target: ChannelTarget, version: SparkVersion): readonly SparkMessage[] => {
  const messages = readMessages(schemaAsInstruction(call.body, call.model), target.systemPrompt).map(wireMessage)
  return version.hasSystem ? messages : withoutSystem(messages)
}

const functionsOf = (call: ChatCall, version: SparkVersion): readonly JsonObject[] =>
  version.hasTools
    ? offeredTools(call.body).map(({ name, description, parameters }) => ({
        name,
        description,
        parameters: parameters ?? { type: 'object', properties: {} },
      }))
    : []

const chatParameters = (call: ChatCall, { maxOutputTokens = Infinity }: SparkVersion): JsonObject => {
  const temperature = readNumber(call.body, 'temperature')
  const topK = readNumber(call.body, 'top_k')
  return {
    ...(temperature !== undefined && { temperature: Math.min(1, Math.max(0.01, temperature)) }),
    ...(topK !== undefined && { top_k: Math.min(6, Math.max(1, Math.round(topK))) }),
    ...(call.maxOutputTokens !== undefined && { max_tokens: Math.min(maxOutputTokens, Math.max(1, call.maxOutputTokens)) }),
  }
}

const MAX_UID = 32

export const encodeChat = (call: ChatCall, target: ChannelTarget, { now }: EncodeContext): UpstreamRequest => {
  const version = versionOf(mappedModel(call.model, target.modelMapping), target)
  const [appId = '', apiSecret = '', apiKey = ''] = keyParts(target.key, 3)
  const functions = functionsOf(call, version)
  const { user } = call.body
  const body: SparkRequest = {
    header: { app_id: appId, ...(typeof user === 'string' && user !== '' && { uid: user.slice(0, MAX_UID) }) },
    parameter: { chat: { domain: version.domain, ...chatParameters(call, version) } },
    payload: {
      message: { text: messagesOf(call, target, version) },
      ...(functions.length > 0 && { functions: { text: functions } }),
    },
  }
  const base = baseUrlOf(target, DEFAULT_BASE_URL).replace(/^http/, 'ws')
  return {
    method: 'GET',
    url: signUrl({ base, path: version.path, apiKey, apiSecret, now }),
    headers: {},
    body: JSON.stringify(body),
    isLastMessage,
  }
}

/** What this wire can say of a chat call; a schema is only asked for in words. */
export const KNOWN = ['temperature', 'max_tokens', 'max_completion_tokens', 'tools', 'tool_choice', 'functions', 'function_call', 'user']

export const dropped = (call: ChatCall, target: ChannelTarget): readonly string[] => {
  const version = versionOf(mappedModel(call.model, target.modelMapping), target)
  return [...(version.hasTools ? [] : fieldsPresent(call.body, ['tools'])), ...droppedChoice(call.body)]
}
