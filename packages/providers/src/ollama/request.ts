import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { TaskCall } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { argumentsObject, readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { readEffort, readNumber, readResponseFormat, readStop, type ToolSpec } from '@weir/dialects/openai-chat/read-options'
import { textOfParts, type Part } from '@weir/dialects/openai-chat/read-parts'
import { readEmbeddingInputs } from '@weir/dialects/openai-tasks/embeddings'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { droppedChoice, offeredTools } from '../kit/input/allowed-tools.ts'
import { calledNames } from '../kit/input/called-name.ts'
import type { OllamaMessage, OllamaRequest } from './wire.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(30)

/** A local server needs no key; one behind a gate, and the vendor's cloud, do. */
export const credential = (target: ChannelTarget): Readonly<Record<string, string>> =>
  target.key === '' ? {} : { authorization: `Bearer ${target.key}` }

const imageOf = (part: Part): readonly string[] => {
  if (part.kind === 'text') return []
  if (part.kind === 'image' && part.source.kind === 'inline') return [part.source.data]
  throw new UnsupportedInput(part.param, 'This channel takes text and images in data URLs only')
}

const partsContent = (parts: readonly Part[]): Pick<OllamaMessage, 'content' | 'images'> => {
  const images = parts.flatMap(imageOf)
  return { content: textOfParts(parts), ...(images.length > 0 && { images }) }
}

type Answer = Message & { readonly role: 'assistant' }

const isSound = (part: Part): boolean => part.kind === 'audio'

/** Pictures of an earlier answer travel as those of the user do; sounds have no place. */
const assistantContent = ({ text, media }: Answer): Pick<OllamaMessage, 'content' | 'images'> => ({
  ...partsContent(media.map(({ part }) => part).filter((part) => !isSound(part))),
  content: text,
})

/** Sounds of earlier answers by their places. */
export const mediaLost = ({ body }: ChatCall): readonly string[] =>
  readMessages(body, '').flatMap((message) =>
    message.role === 'assistant' ? message.media.flatMap(({ part }) => (isSound(part) ? [part.param] : [])) : [],
  )

const wireMessage = (message: Message, nameOf: (callId: string) => string): OllamaMessage => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', ...partsContent(message.parts) }
    case 'tool':
      return { role: 'tool', tool_name: nameOf(message.callId), ...partsContent(message.parts) }
    case 'assistant': {
      const calls = message.toolCalls.map((call) => ({ function: { name: call.name, arguments: argumentsObject(call) } }))
      return {
        role: 'assistant',
        ...assistantContent(message),
        ...(message.reasoning !== '' && { thinking: message.reasoning }),
        ...(calls.length > 0 && { tool_calls: calls }),
      }
    }
  }
}

const OPTIONS = ['temperature', 'top_p', 'top_k', 'seed', 'frequency_penalty', 'presence_penalty']

/** How much is read of a prompt is the operator's to say: it costs the server memory, and left out it is a few pages. */
const optionsOf = (call: ChatCall, target: ChannelTarget): JsonObject => {
  const stop = readStop(call.body)
  const context = Number(target.config['num_ctx'] ?? '')
  const numbers = OPTIONS.map((name) => [name, readNumber(call.body, name)] as const).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(numbers),
    ...(call.maxOutputTokens !== undefined && { num_predict: call.maxOutputTokens }),
    ...(stop.length > 0 && { stop }),
    ...(Number.isSafeInteger(context) && context > 0 && { num_ctx: context }),
  }
}

/** Most models think or do not; one family knows how hard. */
const thinkOf = (call: ChatCall, model: string): boolean | string | undefined => {
  const effort = readEffort(call.body)
  if (effort === undefined) return undefined
  if (!model.includes('gpt-oss')) return effort !== 'none' && effort !== 'minimal'
  if (effort === 'none') return false
  const words: Readonly<Record<string, string>> = { minimal: 'low', low: 'low', medium: 'medium' }
  return words[effort] ?? 'high'
}

const formatOf = (call: ChatCall): 'json' | JsonObject | undefined => {
  const format = readResponseFormat(call.body)
  return format?.kind === 'json-schema' ? format.schema : format && 'json'
}

const wireTool = ({ name, description, parameters }: ToolSpec): JsonObject => ({
  type: 'function',
  function: { name, ...(description !== '' && { description }), parameters: parameters ?? { type: 'object', properties: {} } },
})

export type Thinking = 'may-think' | 'cannot-think'

const bodyOf = (call: ChatCall, target: ChannelTarget, thinking: Thinking): OllamaRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  const messages = readMessages(call.body, target.systemPrompt)
  const nameOf = calledNames(messages)
  const options = optionsOf(call, target)
  const think = thinking === 'may-think' ? thinkOf(call, model) : undefined
  const [format, topLogprobs] = [formatOf(call), readNumber(call.body, 'top_logprobs')]
  const tools = offeredTools(call.body)
  return {
    model,
    messages: messages.map((message) => wireMessage(message, nameOf)),
    stream: call.isStream,
    ...(Object.keys(options).length > 0 && { options }),
    ...(format !== undefined && { format }),
    ...(think !== undefined && { think }),
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
    ...(call.body['logprobs'] === true && { logprobs: true, ...(topLogprobs !== undefined && { top_logprobs: topLogprobs }) }),
  }
}

/** Operators paste the address of the compatible surface, too. */
const urlOf = (target: ChannelTarget, path: string): string => `${baseUrlOf(target, DEFAULT_BASE_URL).replace(/\/(?:v1|api)$/, '')}${path}`

export const encodeChat = (call: ChatCall, target: ChannelTarget, thinking: Thinking): UpstreamRequest => {
  return {
    method: 'POST',
    url: urlOf(target, '/api/chat'),
    headers: { ...credential(target), 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(call, target, thinking)),
  }
}

/** What this wire can say of a chat call. */
export const KNOWN = [
  ...OPTIONS,
  'stop',
  'max_tokens',
  'max_completion_tokens',
  'logprobs',
  'top_logprobs',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
]

export const dropped = (call: ChatCall): readonly string[] => droppedChoice(call.body)

export const encodeEmbeddings = (call: TaskCall, target: ChannelTarget): UpstreamRequest => {
  const dimensions = call.body?.['dimensions']
  return {
    method: 'POST',
    url: urlOf(target, '/api/embed'),
    headers: { ...credential(target), 'content-type': 'application/json' },
    body: JSON.stringify({
      model: mappedModel(call.model, target.modelMapping),
      input: readEmbeddingInputs(call),
      ...(dimensions !== undefined && { dimensions }),
    }),
  }
}
