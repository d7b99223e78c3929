import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { TaskCall } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget, type EncodeContext, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { fieldsPresent, readNumber, readStop, readToolChoice, readTools, type ToolSpec } from '@weir/dialects/openai-chat/read-options'
import type { Part } from '@weir/dialects/openai-chat/read-parts'
import { readEmbeddingInputs } from '@weir/dialects/openai-tasks/embeddings'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { imageAddress } from '../kit/input/image-address.ts'
import { keyParts } from '../kit/key-parts.ts'
import { schemaAsInstruction } from '../kit/input/schema-instruction.ts'
import { textOnly } from '../kit/input/text-only.ts'
import { betweenUsers, NO_WORDS } from '../kit/input/users-turns.ts'
import { signRequest } from './sign.ts'
import type { TencentContent, TencentMessage, TencentTool } from './wire.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(23)
const { host: HOST } = new URL(DEFAULT_BASE_URL)

const JSON_TYPE = 'application/json'

/** Parts sign, and there must be three of them; a key in one piece is one of the newer wire. */
export const isBearerKey = (target: ChannelTarget): boolean => !target.key.includes('|')

interface Action {
  readonly action: string
  readonly body: JsonObject
}

/** The host is signed as it is, also where the request goes through an address of the operator's. */
const signed = (target: ChannelTarget, { now }: EncodeContext, { action, body }: Action): UpstreamRequest => {
  const [, secretId = '', secretKey = ''] = keyParts(target.key, 3)
  const timestamp = Math.floor(now / 1000)
  const headers = { 'content-type': JSON_TYPE, host: HOST, 'x-tc-action': action }
  const signedBody = (text: string): UpstreamRequest => ({
    method: 'POST',
    url: `${baseUrlOf(target, DEFAULT_BASE_URL)}/`,
    headers: {
      authorization: signRequest({ secretId, secretKey, body: text, headers, timestamp }),
      'content-type': JSON_TYPE,
      'x-tc-action': action,
      'x-tc-version': '2023-09-01',
      'x-tc-timestamp': String(timestamp),
    },
    body: text,
    withBody: signedBody,
  })
  return signedBody(JSON.stringify(body))
}

const contentOf = (part: Part): TencentContent => {
  if (part.kind === 'text') return { Type: 'text', Text: part.text }
  return { Type: 'image_url', ImageUrl: { Url: imageAddress(part) } }
}

/** An image alone is refused: there must be words beside it. */
const userMessage = (parts: readonly Part[]): TencentMessage => {
  if (parts.every((part) => part.kind === 'text')) return { Role: 'user', Content: textOnly(parts) }
  const words: readonly TencentContent[] = parts.some((part) => part.kind === 'text') ? [] : [{ Type: 'text', Text: NO_WORDS }]
  return { Role: 'user', Contents: [...words, ...parts.map(contentOf)] }
}

/** Thoughts are never sent back: the request would fail. */
const wireMessage = (message: Message): TencentMessage => {
  switch (message.role) {
    case 'system':
      return { Role: 'system', Content: message.text }
    case 'user':
      return userMessage(message.parts)
    case 'tool':
      return { Role: 'tool', ToolCallId: message.callId, Content: textOnly(message.parts) }
    case 'assistant': {
      const calls = message.toolCalls.map(({ id, name, arguments: text }, index) => ({
        Id: id,
        Type: 'function' as const,
        Index: index,
        Function: { Name: name, Arguments: text },
      }))
      return { Role: 'assistant', Content: message.text, ...(calls.length > 0 && { ToolCalls: calls }) }
    }
  }
}

const isPlain = (message: TencentMessage): boolean =>
  (message.Role === 'user' || message.Role === 'assistant') && message.Contents === undefined && message.ToolCalls === undefined

/** Roles must take turns and no message may be empty. */
const takingTurns = (messages: readonly TencentMessage[]): readonly TencentMessage[] => {
  const merged: TencentMessage[] = []
  for (const message of messages.filter((entry) => !isPlain(entry) || entry.Content !== '')) {
    const last = merged.at(-1)
    if (last === undefined || last.Role !== message.Role || !isPlain(last) || !isPlain(message)) merged.push(message)
    else merged[merged.length - 1] = { Role: message.Role, Content: `${last.Content ?? ''}\n${message.Content ?? ''}` }
  }
  return betweenUsers<TencentMessage>(merged, {
    isModels: ({ Role }) => Role === 'assistant',
    userTurn: (Content) => ({ Role: 'user', Content }),
  })
}

/** There is one system message, and it stands first. */
const messagesOf = (call: ChatCall, target: ChannelTarget): readonly TencentMessage[] => {
  const messages = readMessages(schemaAsInstruction(call.body, call.model), target.systemPrompt)
  const system = messages.map((message) => (message.role === 'system' ? message.text : '')).filter((text) => text !== '')
  const rest = takingTurns(messages.filter((message) => message.role !== 'system').map(wireMessage))
  return system.length === 0 ? rest : [{ Role: 'system', Content: system.join('\n') }, ...rest]
}

const wireTool = ({ name, description, parameters }: ToolSpec): TencentTool => ({
  Type: 'function',
  Function: { Name: name, Description: description, Parameters: JSON.stringify(parameters ?? { type: 'object', properties: {} }) },
})

const toolFields = (call: ChatCall): JsonObject => {
  const tools = readTools(call.body)
  if (tools.length === 0) return {}
  const choice = readToolChoice(call.body)
  const wanted = choice?.mode === 'named' ? tools.find((tool) => tool.name === choice.name) : undefined
  return {
    Tools: tools.map(wireTool),
    ...(choice?.mode === 'none' && { ToolChoice: 'none' }),
    ...(wanted && { ToolChoice: 'custom', CustomTool: wireTool(wanted) }),
  }
}

const MAX_SEED = 10_000

const seedOf = (call: ChatCall): number | undefined => {
  const seed = readNumber(call.body, 'seed')
  return seed !== undefined && Number.isSafeInteger(seed) && seed >= 1 && seed <= MAX_SEED ? seed : undefined
}

export const encodeChat = (call: ChatCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest => {
  const [topP, temperature, seed] = [readNumber(call.body, 'top_p'), readNumber(call.body, 'temperature'), seedOf(call)]
  const stop = readStop(call.body)
  const body = {
    Model: mappedModel(call.model, target.modelMapping),
    Messages: messagesOf(call, target),
    Stream: call.isStream,
    ...(topP !== undefined && { TopP: Math.min(1, Math.max(0, topP)) }),
    ...(temperature !== undefined && { Temperature: Math.min(2, Math.max(0, temperature)) }),
    ...(stop.length > 0 && { Stop: stop }),
    ...(seed !== undefined && { Seed: seed }),
    ...toolFields(call),
  }
  return signed(target, context, { action: 'ChatCompletions', body })
}

/** What this wire can say of a chat call; a schema or JSON is only asked for in words. */
export const KNOWN = ['temperature', 'top_p', 'stop', 'seed', 'tools', 'tool_choice', 'functions', 'function_call']

export const dropped = (call: ChatCall): readonly string[] => [
  ...(readToolChoice(call.body)?.mode === 'required' ? ['tool_choice'] : []),
  ...(seedOf(call) === undefined ? fieldsPresent(call.body, ['seed']) : []),
]

/** Of texts to embed at a time. */
export const MAX_TEXTS = 50

export const encodeEmbeddings = (call: TaskCall, target: ChannelTarget, context: EncodeContext): UpstreamRequest => {
  const texts = readEmbeddingInputs(call)
  if (texts.length > MAX_TEXTS) throw new UnsupportedInput('input', `This channel embeds at most ${MAX_TEXTS} texts at a time`)
  return signed(target, context, { action: 'GetEmbedding', body: { InputList: texts } })
}
