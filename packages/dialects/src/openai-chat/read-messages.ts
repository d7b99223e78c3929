import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { SealedReasoning, ToolCall } from '../model/event.ts'
import { readAssistantMedia, signatureOf, type AssistantMedia } from './answer/read-assistant-media.ts'
import { readParts, textOfParts, type Part } from './read-parts.ts'
import { withSystemPrompt } from './render-call.ts'

/** A conversation in typed form, for wires that are not OpenAI's. */
export type Message =
  | { readonly role: 'system'; readonly text: string; readonly parts: readonly Part[] }
  | { readonly role: 'user'; readonly parts: readonly Part[] }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly parts: readonly Part[]
      readonly reasoning: string
      readonly sealedReasoning: SealedReasoning
      readonly toolCalls: readonly CalledTool[]
      readonly media: readonly AssistantMedia[]
      /** Upstream's seal on the thought behind the text. */
      readonly signature?: string
    }
  | { readonly role: 'tool'; readonly callId: string; readonly parts: readonly Part[]; readonly cacheControl?: JsonObject }

/** A tool call of an earlier turn. */
export interface CalledTool extends ToolCall {
  /** Everything up to this call may be cached. */
  readonly cacheControl?: JsonObject
}

const readToolCall = (call: unknown): readonly CalledTool[] => {
  const fn = objectAt(call, 'function')
  const name = textAt(fn, 'name')
  if (name === undefined) return []
  const signature = signatureOf(call)
  const cacheControl = objectAt(call, 'cache_control') ?? objectAt(fn, 'cache_control')
  return [
    {
      id: textAt(call, 'id') ?? name,
      name,
      arguments: textAt(fn, 'arguments') || '{}',
      ...(signature !== undefined && { signature }),
      ...(cacheControl && { cacheControl }),
    },
  ]
}

/** The form that came before tool calls; the function's name stands in for the missing id. */
const readFunctionCall = (message: JsonObject): readonly ToolCall[] => {
  const call = objectAt(message, 'function_call')
  const name = textAt(call, 'name')
  return name === undefined ? [] : [{ id: name, name, arguments: textAt(call, 'arguments') || '{}' }]
}

/** A mark on the message itself stands for one on its last part. */
const readContent = (message: JsonObject, param: string): readonly Part[] => {
  const parts = readParts(message['content'], param)
  const cacheControl = objectAt(message, 'cache_control')
  const last = parts.at(-1)
  return cacheControl === undefined || last === undefined ? parts : [...parts.slice(0, -1), { cacheControl, ...last }]
}

/** What was said, and what was said instead of an answer. */
const readAnswer = (message: JsonObject, param: string): readonly Part[] => {
  const parts = readContent(message, param)
  const refusal = textAt(message, 'refusal') ?? ''
  return refusal === '' ? parts : [...parts, { kind: 'text', text: refusal, param: param.replace(/content$/, 'refusal') }]
}

const readAssistant = (message: JsonObject, param: string): Message => {
  const parts = readAnswer(message, param)
  return {
    role: 'assistant',
    text: textOfParts(parts),
    parts,
    reasoning: textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning') ?? '',
    sealedReasoning: arrayAt(message, 'thinking_blocks').filter(isObject),
    toolCalls: [...arrayAt(message, 'tool_calls').flatMap(readToolCall), ...readFunctionCall(message)],
    ...readAssistantMedia(message, param),
  }
}

/** Where a message has no part, its mark stands on the last of its calls. */
const withMarkedCall = (read: Message, { cache_control: mark }: JsonObject): Message => {
  if (read.role !== 'assistant' || read.parts.length > 0 || !isObject(mark)) return read
  return { ...read, toolCalls: read.toolCalls.map((call, at, calls) => (at === calls.length - 1 ? { cacheControl: mark, ...call } : call)) }
}

const readSystem = (message: JsonObject, param: string): Message => {
  const parts = readContent(message, param)
  return { role: 'system', text: textOfParts(parts), parts }
}

const readResult = (message: JsonObject, callId: string, param: string): Message => {
  const cacheControl = objectAt(message, 'cache_control')
  return { role: 'tool', callId, parts: readParts(message['content'], param), ...(cacheControl && { cacheControl }) }
}

const readMessage = (message: unknown, at: number): Message => {
  const param = `messages[${at}].content`
  if (!isObject(message)) return { role: 'user', parts: [] }
  switch (textAt(message, 'role')) {
    case 'system':
    case 'developer':
      return readSystem(message, param)
    case 'assistant':
      return withMarkedCall(readAssistant(message, param), message)
    case 'tool':
      return readResult(message, textAt(message, 'tool_call_id') ?? '', param)
    case 'function':
      return readResult(message, textAt(message, 'name') ?? '', param)
    default:
      return { role: 'user', parts: readContent(message, param) }
  }
}

/** The caller's messages, with the channel's own system prompt in place of the caller's where it has one. */
export const readMessages = (body: JsonObject, systemPrompt: string): readonly Message[] =>
  (systemPrompt === '' ? arrayAt(body, 'messages') : withSystemPrompt(body, systemPrompt)).map(readMessage)

/** Pictures and sounds of earlier answers by their places, for wires that cannot carry them. */
export const placesOfMedia = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? message.media.map(({ part }) => part.param) : []))

/** Arguments as the object they should be; models sometimes write something else, which must not break the next turn. */
export const argumentsObject = (call: ToolCall): JsonObject => {
  const parsed = parseJson(call.arguments)
  return isObject(parsed) ? parsed : {}
}
