import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ChatReply } from '../model/event.ts'
import { usageFromResponse } from '../openai-responses/usage.ts'

const partOf = (part: unknown): JsonObject =>
  textAt(part, 'type') === 'image_url'
    ? { type: 'input_image', image_url: textAt(objectAt(part, 'image_url'), 'url') }
    : { type: 'input_text', text: textAt(part, 'text') }

const contentOf = (content: unknown): unknown => (Array.isArray(content) ? content.map(partOf) : content)

const callItem = (call: unknown): JsonObject => ({ type: 'function_call', call_id: textAt(call, 'id'), ...objectAt(call, 'function') })

const itemsOf = (message: unknown): readonly JsonObject[] => {
  if (!isObject(message)) return []
  const { role, content } = message
  if (role === 'tool') return [{ type: 'function_call_output', call_id: message['tool_call_id'], output: content }]
  const words = content === null ? [] : [{ type: 'message', role, content: contentOf(content) }]
  return [...words, ...arrayAt(message, 'tool_calls').map(callItem)]
}

const toolOf = (tool: unknown): JsonObject => ({ type: 'function', ...objectAt(tool, 'function') })

const choiceOf = (choice: unknown): unknown => (isObject(choice) ? { type: 'function', ...objectAt(choice, 'function') } : choice)

/** A chat as a client of OpenAI's Responses endpoint would ask for it. No upstream is asked in this way but by such a client. */
export const responsesBodyOf = (chat: JsonObject): JsonObject => {
  const format = objectAt(chat, 'response_format')
  return {
    model: chat['model'],
    input: arrayAt(chat, 'messages').flatMap(itemsOf),
    max_output_tokens: chat['max_completion_tokens'],
    ...(chat['temperature'] !== undefined && { temperature: chat['temperature'] }),
    ...(chat['tools'] !== undefined && { tools: arrayAt(chat, 'tools').map(toolOf) }),
    ...(chat['tool_choice'] !== undefined && { tool_choice: choiceOf(chat['tool_choice']) }),
    ...(format && { text: { format: { type: 'json_schema', ...objectAt(format, 'json_schema') } } }),
  }
}

const textsIn = (item: unknown, list: string): string =>
  arrayAt(item, list)
    .map((part) => textAt(part, 'text') ?? '')
    .join('')

const finishOf = (response: JsonObject, hasCalls: boolean): ChatReply['finishReason'] => {
  const reason = textAt(objectAt(response, 'incomplete_details'), 'reason')
  if (reason !== undefined) return reason === 'content_filter' ? 'content_filter' : 'length'
  return hasCalls ? 'tool_calls' : 'stop'
}

/** A response as such a client reads it. */
export const readResponse = (response: unknown): ChatReply => {
  if (!isObject(response)) throw new Error('no response')
  const items = arrayAt(response, 'output')
  const ofType = (type: string) => items.filter((item) => textAt(item, 'type') === type)
  const toolCalls = ofType('function_call').map((item) => ({
    id: textAt(item, 'call_id') ?? '',
    name: textAt(item, 'name') ?? '',
    arguments: textAt(item, 'arguments') ?? '',
  }))
  const usage = objectAt(response, 'usage')
  return {
    text: ofType('message')
      .map((item) => textsIn(item, 'content'))
      .join(''),
    reasoning: ofType('reasoning')
      .map((item) => textsIn(item, 'summary'))
      .join(''),
    toolCalls,
    finishReason: finishOf(response, toolCalls.length > 0),
    usage: usage && usageFromResponse(usage),
  }
}

/** The last event of a stream holds the whole response. */
export const readResponseStream = (bytes: Uint8Array): ChatReply => {
  const last = Buffer.from(bytes).toString().trim().split('\n\n').at(-1) ?? ''
  return readResponse(objectAt(parseJson(last.slice(last.indexOf('data: ') + 'data: '.length)), 'response'))
}
