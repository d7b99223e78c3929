import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'

/** No more of a type is told back. */
const MAX_TYPE_CHARACTERS = 64

export const typeOf = (value: unknown): string => (textAt(value, 'type') ?? '').slice(0, MAX_TYPE_CHARACTERS)

/** The caller's mark for a cached prefix, which stands on parts in a chat as well. */
export const markOf = (block: unknown): JsonObject => {
  const mark = objectAt(block, 'cache_control')
  return mark === undefined ? {} : { cache_control: mark }
}

const wordsOf = (block: JsonObject, param: string): string => {
  const text = textAt(block, 'text')
  if (text === undefined) throw new UnsupportedInput(`${param}.text`, 'The words of a block must be a text')
  return text
}

const dataUrl = (source: JsonObject, fallback: string): string =>
  `data:${textAt(source, 'media_type') ?? fallback};base64,${textAt(source, 'data') ?? ''}`

const imagePart = (block: JsonObject, param: string): JsonObject => {
  const source = objectAt(block, 'source') ?? {}
  switch (typeOf(source)) {
    case 'base64':
      return { type: 'image_url', image_url: { url: dataUrl(source, 'image/png') } }
    case 'url':
      return { type: 'image_url', image_url: { url: textAt(source, 'url') ?? '' } }
    default:
      throw new UnsupportedInput(`${param}.source`, 'An image must be sent as base64 or url; stored files are not available')
  }
}

const titled = (title: string | undefined, text: string): string => (title === undefined || title === '' ? text : `${title}\n\n${text}`)

const documentPart = (block: JsonObject, param: string): JsonObject => {
  const source = objectAt(block, 'source') ?? {}
  const title = textAt(block, 'title')
  switch (typeOf(source)) {
    case 'base64':
      return { type: 'file', file: { filename: title ?? 'document.pdf', file_data: dataUrl(source, 'application/pdf') } }
    case 'text':
      return { type: 'text', text: titled(title, textAt(source, 'data') ?? '') }
    case 'content': {
      const { content } = source
      const text = typeof content === 'string' ? content : textOfBlocks(arrayAt(source, 'content'), `${param}.source.content`)
      return { type: 'text', text: titled(title, text) }
    }
    default:
      throw new UnsupportedInput(`${param}.source`, 'A document must be sent as base64 or text; stored and linked files are not available')
  }
}

const textOfBlocks = (blocks: readonly unknown[], param: string): string =>
  blocks.map((block, at) => (isObject(block) ? wordsOf(block, `${param}[${at}]`) : '')).join('\n')

const searchResultPart = (block: JsonObject, param: string): JsonObject => ({
  type: 'text',
  text: [textAt(block, 'title'), textAt(block, 'source'), textOfBlocks(arrayAt(block, 'content'), `${param}.content`)]
    .filter((line) => line !== undefined && line !== '')
    .join('\n'),
})

const partOf = (block: JsonObject, param: string): JsonObject => {
  switch (typeOf(block)) {
    case 'text':
      return { type: 'text', text: wordsOf(block, param) }
    case 'image':
      return imagePart(block, param)
    case 'document':
      return documentPart(block, param)
    case 'search_result':
      return searchResultPart(block, param)
    default:
      throw new UnsupportedInput(param, `This model cannot read a block of the type ${typeOf(block)}`)
  }
}

/** One block of a user's turn or of a tool's result as a part of a chat message. */
export const chatPartOf = (block: unknown, param: string): JsonObject => {
  if (!isObject(block)) throw new UnsupportedInput(param, 'A block of a message must be an object')
  return { ...partOf(block, param), ...markOf(block) }
}

const isPlainText = (part: JsonObject): boolean => part['type'] === 'text' && part['cache_control'] === undefined

/** Parts, or plain text where there is nothing else: not every upstream takes a list. */
export const contentOf = (parts: readonly JsonObject[]): string | readonly JsonObject[] =>
  parts.every(isPlainText) ? parts.map((part) => textAt(part, 'text') ?? '').join('\n') : parts
