import { isObject, parseJson, type JsonObject } from '../json.ts'
import type { ToolCall } from '../model/event.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { argumentsObject, type Message } from '../openai-chat/read-messages.ts'
import { textOfParts, type InlineData, type Part } from '../openai-chat/read-parts.ts'
import type { ToolNames } from '../openai-chat/tool-names.ts'

export interface ContentOptions {
  readonly names: ToolNames
  readonly sealsCalls: boolean
  /** Upstream fetches images by their web address itself. */
  readonly takesLinks: boolean
}

export interface WireContent {
  readonly role: 'user' | 'model'
  readonly parts: readonly JsonObject[]
}

/** Accepted in place of a seal that the caller lost. */
const NO_SEAL = 'skip_thought_signature_validator'

const inlinePart = (source: InlineData, param: string): JsonObject => {
  if (source.mimeType === 'image/gif') throw new UnsupportedInput(param, 'This model does not take GIF images')
  return { inlineData: { mimeType: source.mimeType || 'application/octet-stream', data: source.data } }
}

const MIME_BY_ENDING: Readonly<Record<string, string>> = { png: 'image/png', webp: 'image/webp', heic: 'image/heic', heif: 'image/heif' }

const linkedPart = (url: string): JsonObject => {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url.slice(url.lastIndexOf('/') + 1))?.[1]?.toLowerCase() ?? ''
  return { fileData: { mimeType: MIME_BY_ENDING[ending] ?? 'image/jpeg', fileUri: url } }
}

const partOf = (part: Part, options: ContentOptions): JsonObject => {
  switch (part.kind) {
    case 'text':
      return { text: part.text }
    case 'audio':
    case 'file':
      return inlinePart(part.source, part.param)
    case 'image':
      if (part.source.kind === 'inline') return inlinePart(part.source, part.param)
      if (!options.takesLinks) throw new UnsupportedInput(part.param, 'This model takes images only as data URLs')
      return linkedPart(part.source.url)
  }
}

const partsOf = (parts: readonly Part[], options: ContentOptions): readonly JsonObject[] =>
  parts.filter((part) => part.kind !== 'text' || part.text !== '').map((part) => partOf(part, options))

/** Of calls made at once only the first is sealed. */
const callPart = (call: ToolCall, isFirst: boolean, options: ContentOptions): JsonObject => {
  const signature = call.signature ?? (options.sealsCalls && isFirst ? NO_SEAL : undefined)
  return {
    functionCall: { name: options.names.toWire(call.name), args: argumentsObject(call), ...(options.sealsCalls && { id: call.id }) },
    ...(signature !== undefined && { thoughtSignature: signature }),
  }
}

const resultOf = (text: string): JsonObject => {
  const json = parseJson(text)
  if (isObject(json)) return json
  return Array.isArray(json) ? { result: json } : { content: text }
}

/** The wire wants the function's name, which only the call knows. Ids may repeat over a long conversation, so the nearest call counts. */
const calledName = (messages: readonly Message[], before: number, callId: string): string => {
  for (const message of messages.slice(0, before).toReversed()) {
    const call = message.role === 'assistant' ? message.toolCalls.find(({ id }) => id === callId) : undefined
    if (call) return call.name
  }
  return callId
}

const resultParts = (messages: readonly Message[], at: number, options: ContentOptions): readonly JsonObject[] => {
  const message = messages[at]
  if (message?.role !== 'tool') return []
  const name = options.names.toWire(calledName(messages, at, message.callId))
  const media = message.parts.filter((part) => part.kind !== 'text')
  return [
    { functionResponse: { name, response: resultOf(textOfParts(message.parts)), ...(options.sealsCalls && { id: message.callId }) } },
    ...partsOf(media, options),
  ]
}

const contentOf = (messages: readonly Message[], at: number, options: ContentOptions): WireContent | undefined => {
  const message = messages[at]
  switch (message?.role) {
    case undefined:
    case 'system':
      return undefined
    case 'user':
      return { role: 'user', parts: partsOf(message.parts, options) }
    case 'tool':
      return { role: 'user', parts: resultParts(messages, at, options) }
    case 'assistant':
      return {
        role: 'model',
        parts: [
          ...(message.text === '' ? [] : [{ text: message.text }]),
          ...message.toolCalls.map((call, place) => callPart(call, place === 0, options)),
        ],
      }
  }
}

/** Turns that alternate and are never empty. */
export const renderContents = (messages: readonly Message[], options: ContentOptions): readonly WireContent[] => {
  const contents: WireContent[] = []
  for (const at of messages.keys()) {
    const content = contentOf(messages, at, options)
    if (content === undefined || content.parts.length === 0) continue
    const last = contents.at(-1)
    if (last?.role === content.role) contents[contents.length - 1] = { role: last.role, parts: [...last.parts, ...content.parts] }
    else contents.push(content)
  }
  return contents.length > 0 ? contents : [{ role: 'user', parts: [{ text: '...' }] }]
}

export const systemText = (messages: readonly Message[]): string =>
  messages.flatMap((message) => (message.role === 'system' && message.text !== '' ? [message.text] : [])).join('\n\n')

/** For models without a system instruction it becomes the beginning of the first turn. */
export const withLeadingText = (contents: readonly WireContent[], text: string): readonly WireContent[] => {
  const [first, ...rest] = contents
  if (first?.role !== 'user') return [{ role: 'user', parts: [{ text }] }, ...contents]
  return [{ role: 'user', parts: [{ text }, ...first.parts] }, ...rest]
}
