import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'
import { neighboursByRole } from '@weir/dialects/model/neighbours'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { argumentsObject, type Message } from '@weir/dialects/openai-chat/read-messages'
import { textOfParts, type InlineData, type Part } from '@weir/dialects/openai-chat/read-parts'
import type { ToolNames } from '@weir/dialects/openai-chat/tool-names'
import { wordTable } from '@weir/dialects/word-table'
import { pointAfterMessage, type CachePlaces } from './cache-points.ts'
import type { WireBlock, WireMessage } from './wire.ts'

export interface ConverseOptions {
  readonly names: ToolNames
  readonly places: CachePlaces
}

const toolId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_.:-]/g, '_').slice(0, 64) || 'tool'

const IMAGE_FORMATS = new Set(['png', 'jpeg', 'gif', 'webp'])

const imageOf = (source: InlineData, param: string): WireBlock => {
  const format = source.mimeType.replace('image/', '')
  if (!IMAGE_FORMATS.has(format)) throw new UnsupportedInput(param, 'This model takes images as PNG, JPEG, GIF or WebP')
  return { image: { format, source: { bytes: source.data } } }
}

const DOCUMENT_FORMATS = wordTable<string>({
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
})

const documentOf = (name: string, source: InlineData, param: string): WireBlock => {
  const format = DOCUMENT_FORMATS[source.mimeType]
  if (format === undefined) throw new UnsupportedInput(param, 'This model does not take files of this type')
  const plainName = name
    .replaceAll(/[^a-zA-Z0-9 ()[\]-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 200)
  return { document: { format, name: plainName || 'file', source: { bytes: source.data } } }
}

/** Blank text is refused on this wire. */
const blocksOf = (part: Part): readonly WireBlock[] => {
  switch (part.kind) {
    case 'text':
      return part.text.trim() === '' ? [] : [{ text: part.text }]
    case 'image':
      if (part.source.kind === 'url') throw new UnsupportedInput(part.param, 'This model takes images only as data URLs')
      return [imageOf(part.source, part.param)]
    case 'file':
      return [documentOf(part.name, part.source, part.param)]
    case 'audio':
      throw new UnsupportedInput(part.param, 'This model does not take audio')
  }
}

const withPoint = (blocks: readonly WireBlock[], mark: JsonObject | undefined, places: CachePlaces): readonly WireBlock[] =>
  blocks.length === 0 ? blocks : [...blocks, ...pointAfterMessage(mark, places)]

/** A document must not stand without text. */
const userBlocks = (parts: readonly Part[], places: CachePlaces): readonly WireBlock[] => {
  const blocks = parts.flatMap((part) => withPoint(blocksOf(part), part.cacheControl, places))
  const isBare = blocks.some((block) => 'document' in block) && !blocks.some((block) => 'text' in block)
  return isBare ? [...blocks, { text: '...' }] : blocks
}

const resultOf = (parts: readonly Part[]): readonly (WireBlock | { readonly json: JsonObject })[] => {
  const text = textOfParts(parts)
  const json = parseJson(text)
  const media = parts.filter((part) => part.kind !== 'text').flatMap(blocksOf)
  return [isObject(json) ? { json } : { text: text || '...' }, ...media]
}

/** Parts of one text each, in their order and with their marks. */
const textBlocks = (parts: readonly Part[], places: CachePlaces): readonly WireBlock[] =>
  parts.flatMap((part) => {
    if (part.kind !== 'text') throw new UnsupportedInput(part.param, 'This model takes pictures and files in messages of the user only')
    return withPoint(blocksOf(part), part.cacheControl, places)
  })

/** A result has no place for marks inside: the last of them stands after it. */
const resultBlocks = (message: Message & { role: 'tool' }, places: CachePlaces): readonly WireBlock[] => {
  const mark = message.cacheControl ?? message.parts.findLast((part) => part.cacheControl !== undefined)?.cacheControl
  return withPoint([{ toolResult: { toolUseId: toolId(message.callId), content: resultOf(message.parts) } }], mark, places)
}

const turnOf = (message: Message, { names, places }: ConverseOptions): WireMessage | undefined => {
  switch (message.role) {
    case 'system':
      return undefined
    case 'user':
      return { role: 'user', content: userBlocks(message.parts, places) }
    case 'tool':
      return { role: 'user', content: resultBlocks(message, places) }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...message.sealedReasoning.filter((block) => isObject(block['reasoningContent'])),
          ...textBlocks(message.parts, places),
          ...message.toolCalls.flatMap((call) => {
            const toolUse = { toolUseId: toolId(call.id), name: names.toWire(call.name), input: argumentsObject(call) }
            return withPoint([{ toolUse }], call.cacheControl, places)
          }),
        ],
      }
  }
}

/** System messages part by part: what a mark covers must not grow. */
export const converseSystem = (messages: readonly Message[], places: CachePlaces): readonly WireBlock[] =>
  messages.flatMap((message) => (message.role === 'system' ? textBlocks(message.parts, places) : []))

/** Turns that alternate and begin with the user. */
export const converseMessages = (messages: readonly Message[], options: ConverseOptions): readonly WireMessage[] => {
  const said = messages.flatMap((message) => turnOf(message, options) ?? []).filter((turn) => turn.content.length > 0)
  const turns = neighboursByRole(said).map((run): WireMessage => ({ role: run[0].role, content: run.flatMap((turn) => turn.content) }))
  return turns[0]?.role === 'user' ? turns : [{ role: 'user', content: [{ text: '...' }] }, ...turns]
}
