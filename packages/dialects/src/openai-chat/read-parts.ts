import { isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'

export interface InlineData {
  readonly kind: 'inline'
  readonly mimeType: string
  /** Plain base64, padded or not. */
  readonly data: string
}

export type MediaSource = InlineData | { readonly kind: 'url'; readonly url: string }

interface PartBase {
  readonly param: string
  /** Anthropic's mark for a cached prefix; clients put it on parts on any wire. */
  readonly cacheControl?: JsonObject
}

/** One piece of a message. */
export type Part = PartBase &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'image'; readonly source: MediaSource }
    | { readonly kind: 'audio'; readonly source: InlineData }
    | { readonly kind: 'file'; readonly name: string; readonly source: InlineData }
  )

/** Bounded: the head of a URL of megabytes without a comma is not searched to its end. */
const DATA_URL = /^data:([^;,]{0,200})((?:;[^;,]{0,200}){0,16}),/i

/** Upstreams refuse an image whose declared type is not its real one, and clients often guess. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['/9j/', 'image/jpeg'],
  ['iVBORw0KGgo', 'image/png'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]

const realMimeType = (data: string, declared: string): string => {
  if (declared !== '' && !declared.startsWith('image/')) return declared
  return SIGNATURES.find(([start]) => data.startsWith(start))?.[1] ?? declared
}

const toPlainBase64 = (text: string): string => (/[-_]/.test(text) ? text.replaceAll('-', '+').replaceAll('_', '/') : text)

/** Undefined when the text is not a data URL with base64 content. */
export const parseDataUrl = (url: string): InlineData | undefined => {
  const match = DATA_URL.exec(url)
  if (match === null || !(match[2] ?? '').toLowerCase().split(';').includes('base64')) return undefined
  const data = toPlainBase64(url.slice(match[0].length))
  return { kind: 'inline', mimeType: realMimeType(data, (match[1] ?? '').toLowerCase()), data }
}

const mediaSource = (url: string, param: string): MediaSource => {
  const inline = parseDataUrl(url)
  if (inline) return inline
  if (/^https?:\/\//i.test(url)) return { kind: 'url', url }
  throw new UnsupportedInput(param, 'The address must be an http address or a data URL with base64 content')
}

const imageUrl = (part: JsonObject): string => textAt(objectAt(part, 'image_url'), 'url') ?? textAt(part, 'image_url') ?? ''

const readFile = (part: JsonObject, param: string): { readonly name: string; readonly source: InlineData } => {
  const file = objectAt(part, 'file')
  const source = parseDataUrl(textAt(file, 'file_data') ?? '')
  if (source === undefined) throw new UnsupportedInput(param, 'A file must be sent as file_data in a data URL with base64 content')
  return { name: textAt(file, 'filename') ?? 'file', source }
}

const readAudio = (part: JsonObject): InlineData => {
  const audio = objectAt(part, 'input_audio')
  return { kind: 'inline', mimeType: `audio/${textAt(audio, 'format') ?? 'wav'}`, data: textAt(audio, 'data') ?? '' }
}

const readPart = (part: unknown, param: string): Part => {
  if (!isObject(part)) throw new UnsupportedInput(param, 'A part of a message must be an object')
  const cacheControl = objectAt(part, 'cache_control')
  const base = { param, ...(cacheControl && { cacheControl }) }
  switch (textAt(part, 'type')) {
    case 'text':
    case 'refusal':
    case undefined:
      return { kind: 'text', text: textAt(part, 'text') ?? textAt(part, 'refusal') ?? '', ...base }
    case 'image_url':
      return { kind: 'image', source: mediaSource(imageUrl(part), param), ...base }
    case 'input_audio':
      return { kind: 'audio', source: readAudio(part), ...base }
    case 'file':
      return { kind: 'file', ...readFile(part, param), ...base }
    default:
      throw new UnsupportedInput(param, 'A part of a message has a type that is not supported')
  }
}

/** A message's content: plain text, a list of parts, or nothing. */
export const readParts = (content: unknown, param: string): readonly Part[] => {
  if (typeof content === 'string') return [{ kind: 'text', text: content, param }]
  return Array.isArray(content) ? content.map((part: unknown, at) => readPart(part, `${param}[${at}]`)) : []
}

export const textOfParts = (parts: readonly Part[]): string => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
