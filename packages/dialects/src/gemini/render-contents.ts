import { isObject, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ToolCall } from '../model/event.ts'
import { neighboursByRole } from '../model/neighbours.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { argumentsObject, type Message } from '../openai-chat/read-messages.ts'
import { textOfParts, type InlineData, type Part } from '../openai-chat/read-parts.ts'
import type { ToolNames } from '../openai-chat/tool-names.ts'
import { THOUGHT_BLOCK } from './parse-reply.ts'
import { wordTable } from '../word-table.ts'

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

const MIME_BY_ENDING = wordTable<string>({ png: 'image/png', webp: 'image/webp', heic: 'image/heic', heif: 'image/heif' })

const linkedPart = (url: string): JsonObject => {
  const ending = /\.(\w+)$/.exec(url.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? ''
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

/** The wire wants the name of a result's function, which only the call knows. Ids may repeat over a long conversation, so the nearest call before it counts. */
type CalledNames = ReadonlyMap<string, string>

/** Of calls made at once with one id the first counts. */
const noteCalls = (calls: readonly ToolCall[], called: Map<string, string>): void => {
  for (const { id, name } of calls.toReversed()) called.set(id, name)
}

const partsOf = (parts: readonly Part[], options: ContentOptions): readonly JsonObject[] =>
  parts.filter((part) => part.kind !== 'text' || part.text !== '').map((part) => partOf(part, options))

const sealed = (signature: string | undefined): JsonObject => (signature === undefined ? {} : { thoughtSignature: signature })

/** Of calls made at once only the first is sealed. */
const callPart = (call: ToolCall, isFirst: boolean, options: ContentOptions): JsonObject => {
  const signature = call.signature ?? (options.sealsCalls && isFirst ? NO_SEAL : undefined)
  return {
    functionCall: { name: options.names.toWire(call.name), args: argumentsObject(call), ...(options.sealsCalls && { id: call.id }) },
    ...sealed(signature),
  }
}

const resultOf = (text: string): JsonObject => {
  const json = parseJson(text)
  if (isObject(json)) return json
  return Array.isArray(json) ? { result: json } : { content: text }
}

const resultParts = (message: Message & { role: 'tool' }, called: CalledNames, options: ContentOptions): readonly JsonObject[] => {
  const name = options.names.toWire(called.get(message.callId) ?? message.callId)
  const media = message.parts.filter((part) => part.kind !== 'text')
  return [
    { functionResponse: { name, response: resultOf(textOfParts(message.parts)), ...(options.sealsCalls && { id: message.callId }) } },
    ...partsOf(media, options),
  ]
}

/** Thoughts go back only where this wire has sealed them. */
const thoughtPart = (block: JsonObject): readonly JsonObject[] =>
  block['type'] === THOUGHT_BLOCK ? [{ text: textAt(block, 'text') ?? '', thought: true, ...sealed(textAt(block, 'signature')) }] : []

const modelParts = (message: Message & { role: 'assistant' }, options: ContentOptions): readonly JsonObject[] => [
  ...message.sealedReasoning.flatMap(thoughtPart),
  ...(message.text === '' ? [] : [{ text: message.text, ...sealed(message.signature) }]),
  ...message.media.map(({ part, signature }) => ({ ...partOf(part, options), ...sealed(signature) })),
  ...message.toolCalls.map((call, place) => callPart(call, place === 0, options)),
]

const contentOf = (message: Message, called: CalledNames, options: ContentOptions): WireContent | undefined => {
  switch (message.role) {
    case 'system':
      return undefined
    case 'user':
      return { role: 'user', parts: partsOf(message.parts, options) }
    case 'tool':
      return { role: 'user', parts: resultParts(message, called, options) }
    case 'assistant':
      return { role: 'model', parts: modelParts(message, options) }
  }
}

/** Turns that alternate and are never empty. */
export const renderContents = (messages: readonly Message[], options: ContentOptions): readonly WireContent[] => {
  const called = new Map<string, string>()
  const said = messages.flatMap((message) => {
    if (message.role === 'assistant') noteCalls(message.toolCalls, called)
    const content = contentOf(message, called, options)
    return content === undefined || content.parts.length === 0 ? [] : [content]
  })
  const contents = neighboursByRole(said).map((run): WireContent => ({ role: run[0].role, parts: run.flatMap((turn) => turn.parts) }))
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
