import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { readAssistantMedia } from '../../openai-chat/answer/read-assistant-media.ts'
import { readParts, textOfParts } from '../../openai-chat/read-parts.ts'
import { withSystemPrompt } from '../../openai-chat/render-call.ts'
import type { ToolNames } from '../../openai-chat/tool-names.ts'
import { thoughtItems } from './sealed-thoughts.ts'

export interface InputOptions {
  /** The channel's own, in place of the caller's. */
  readonly systemPrompt: string
  readonly names: ToolNames
  /** Encrypted thoughts go back to upstream. */
  readonly keepsThoughts: boolean
}

const textPart = (text: string): JsonObject => ({ type: 'input_text', text })

const imagePart = (part: JsonObject, param: string): JsonObject => {
  const image = objectAt(part, 'image_url')
  const url = textAt(image, 'url') ?? textAt(part, 'image_url')
  if (url === undefined) throw new UnsupportedInput(param, 'A picture must be sent as an address or as a data URL')
  return { type: 'input_image', image_url: url, detail: textAt(image, 'detail') ?? 'auto' }
}

const filePart = (part: JsonObject, param: string): JsonObject => {
  const file = objectAt(part, 'file')
  const [id, data] = [textAt(file, 'file_id'), textAt(file, 'file_data')]
  if (id !== undefined) return { type: 'input_file', file_id: id }
  if (data === undefined) throw new UnsupportedInput(param, 'A file must be sent as file_data or named by its file_id')
  return { type: 'input_file', filename: textAt(file, 'filename') ?? 'file', file_data: data }
}

const partOf = (part: unknown, param: string): JsonObject => {
  if (!isObject(part)) throw new UnsupportedInput(param, 'A part of a message must be an object')
  switch (textAt(part, 'type')) {
    case 'text':
    case 'refusal':
    case undefined:
      return textPart(textAt(part, 'text') ?? textAt(part, 'refusal') ?? '')
    case 'image_url':
      return imagePart(part, param)
    case 'file':
      return filePart(part, param)
    case 'input_audio':
      throw new UnsupportedInput(param, 'This model does not take audio')
    default:
      throw new UnsupportedInput(param, 'A part of a message has a type that is not supported')
  }
}

const contentOf = (content: unknown, param: string): string | readonly JsonObject[] => {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content.map((part: unknown, at) => partOf(part, `${param}[${at}]`))
}

/** An answer of earlier is plain words here: everything else in it was given an id by upstream. */
const answerItems = (message: JsonObject, param: string): readonly JsonObject[] => {
  const words = textOfParts(readParts(message['content'], param)) + (textAt(message, 'refusal') ?? '')
  return words === '' ? [] : [{ role: 'assistant', content: words }]
}

interface CallItem extends JsonObject {
  readonly call_id: string
}

const callItem = (fn: JsonObject | undefined, id: string | undefined, { toWire }: ToolNames): readonly CallItem[] => {
  const name = textAt(fn, 'name')
  if (name === undefined) return []
  return [{ type: 'function_call', call_id: id ?? name, name: toWire(name), arguments: textAt(fn, 'arguments') || '{}' }]
}

/** The form that came before tool calls has no ids; the function's name stands in for one. */
const callItems = (message: JsonObject, names: ToolNames): readonly CallItem[] => [
  ...arrayAt(message, 'tool_calls').flatMap((call) => callItem(objectAt(call, 'function'), textAt(call, 'id'), names)),
  ...callItem(objectAt(message, 'function_call'), undefined, names),
]

/** A result that names no call would be refused, and its words are still to be read. */
const resultItem = (message: JsonObject, callId: string | undefined, param: string): JsonObject => {
  const output = contentOf(message['content'], param)
  return callId === undefined || callId === ''
    ? { role: 'user', content: output }
    : { type: 'function_call_output', call_id: callId, output }
}

/** A thought must come back before what it led to. */
const assistantItems = (message: JsonObject, param: string, { names, keepsThoughts }: InputOptions): readonly JsonObject[] => {
  const [words, calls] = [answerItems(message, param), callItems(message, names)]
  if (!keepsThoughts) return [...words, ...calls]
  const { behindWords, behindCall } = thoughtItems(message, new Set(calls.map((call) => call.call_id)))
  return [...behindWords, ...words, ...calls.flatMap((call) => [...behindCall(call.call_id), call])]
}

const itemsOf = (message: unknown, at: number, options: InputOptions): readonly JsonObject[] => {
  if (!isObject(message)) return []
  const param = `messages[${at}].content`
  const role = textAt(message, 'role')
  switch (role) {
    case 'assistant':
      return assistantItems(message, param, options)
    case 'tool':
      return [resultItem(message, textAt(message, 'tool_call_id'), param)]
    case 'function':
      return [resultItem(message, textAt(message, 'name'), param)]
    case 'system':
    case 'developer':
      return [{ role, content: contentOf(message['content'], param) }]
    default:
      return [{ role: 'user', content: contentOf(message['content'], param) }]
  }
}

/** The messages of a chat as the items of a response's input, each in its place. */
export const renderInput = (body: JsonObject, options: InputOptions): readonly JsonObject[] => {
  const { systemPrompt } = options
  const messages = systemPrompt === '' ? arrayAt(body, 'messages') : withSystemPrompt(body, systemPrompt)
  return messages.flatMap((message, at) => itemsOf(message, at, options))
}

/** Pictures and sounds of earlier answers, which have no place among the items. */
export const lostOfAnswers = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'messages').flatMap((message, at) =>
    isObject(message) && message['role'] === 'assistant'
      ? readAssistantMedia(message, `messages[${at}].content`).media.map(({ part }) => part.param)
      : [],
  )
