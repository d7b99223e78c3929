import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'
import { neighboursByRole } from '@weir/dialects/model/neighbours'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { argumentsObject, type Message } from '@weir/dialects/openai-chat/read-messages'
import { textOfParts, type InlineData, type Part } from '@weir/dialects/openai-chat/read-parts'
import type { ToolNames } from '@weir/dialects/openai-chat/tool-names'
import type { WireBlock, WireMessage } from './wire.ts'

const toolId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_.:-]/g, '_').slice(0, 64) || 'tool'

const IMAGE_FORMATS = new Set(['png', 'jpeg', 'gif', 'webp'])

const imageOf = (source: InlineData, param: string): WireBlock => {
  const format = source.mimeType.replace('image/', '')
  if (!IMAGE_FORMATS.has(format)) throw new UnsupportedInput(param, 'This model takes images as PNG, JPEG, GIF or WebP')
  return { image: { format, source: { bytes: source.data } } }
}

const DOCUMENT_FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
}

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

/** A document must not stand without text. */
const userBlocks = (parts: readonly Part[]): readonly WireBlock[] => {
  const blocks = parts.flatMap(blocksOf)
  const isBare = blocks.some((block) => 'document' in block) && !blocks.some((block) => 'text' in block)
  return isBare ? [...blocks, { text: '...' }] : blocks
}

const resultOf = (parts: readonly Part[]): readonly (WireBlock | { readonly json: JsonObject })[] => {
  const text = textOfParts(parts)
  const json = parseJson(text)
  const media = parts.filter((part) => part.kind !== 'text').flatMap(blocksOf)
  return [isObject(json) ? { json } : { text: text || '...' }, ...media]
}

const turnOf = (message: Message, names: ToolNames): WireMessage | undefined => {
  switch (message.role) {
    case 'system':
      return undefined
    case 'user':
      return { role: 'user', content: userBlocks(message.parts) }
    case 'tool':
      return { role: 'user', content: [{ toolResult: { toolUseId: toolId(message.callId), content: resultOf(message.parts) } }] }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...message.sealedReasoning.filter((block) => isObject(block['reasoningContent'])),
          ...(message.text.trim() === '' ? [] : [{ text: message.text }]),
          ...message.toolCalls.map((call) => ({
            toolUse: { toolUseId: toolId(call.id), name: names.toWire(call.name), input: argumentsObject(call) },
          })),
        ],
      }
  }
}

/** Turns that alternate and begin with the user. */
export const converseMessages = (messages: readonly Message[], names: ToolNames): readonly WireMessage[] => {
  const said = messages.flatMap((message) => turnOf(message, names) ?? []).filter((turn) => turn.content.length > 0)
  const turns = neighboursByRole(said).map((run): WireMessage => ({ role: run[0].role, content: run.flatMap((turn) => turn.content) }))
  return turns[0]?.role === 'user' ? turns : [{ role: 'user', content: [{ text: '...' }] }, ...turns]
}
