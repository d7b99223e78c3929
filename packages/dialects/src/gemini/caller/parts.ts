import { objectAt, textAt, type JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { wordTable } from '../../word-table.ts'

/** No more of a name is told back. */
const MAX_NAME_CHARACTERS = 64

const AUDIO_FORMATS = wordTable<string>({ mpeg: 'mp3', mpga: 'mp3', 'x-wav': 'wav', wave: 'wav' })

const audioPart = (subtype: string, data: string): JsonObject => ({
  type: 'input_audio',
  input_audio: { data, format: AUDIO_FORMATS[subtype] ?? subtype },
})

const inlinePart = (blob: JsonObject, param: string): JsonObject => {
  const mimeType = (textAt(blob, 'mimeType') ?? '').toLowerCase()
  const data = textAt(blob, 'data') ?? ''
  const [kind, subtype = ''] = (mimeType.split(';')[0] ?? '').trim().split('/')
  switch (kind) {
    case 'image':
      return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } }
    case 'audio':
      return audioPart(subtype, data)
    case 'text':
      return { type: 'text', text: Buffer.from(data, 'base64').toString() }
    case 'application': {
      const filename = textAt(blob, 'displayName') ?? `file.${subtype.slice(0, MAX_NAME_CHARACTERS)}`
      return { type: 'file', file: { filename, file_data: `data:${mimeType};base64,${data}` } }
    }
    default:
      throw new UnsupportedInput(`${param}.inlineData.mimeType`, `This model cannot read ${mimeType.slice(0, MAX_NAME_CHARACTERS)}`)
  }
}

const STORED = /^https:\/\/generativelanguage\.googleapis\.com\//

const linkedPart = (file: JsonObject, param: string): JsonObject => {
  const url = textAt(file, 'fileUri') ?? ''
  const isImage = (textAt(file, 'mimeType') ?? 'image/').startsWith('image/')
  if (!isImage || !/^https?:\/\//i.test(url) || STORED.test(url)) {
    throw new UnsupportedInput(`${param}.fileData`, 'This model reads linked pictures only; send other files as inlineData')
  }
  return { type: 'image_url', image_url: { url } }
}

/** One part of a user's turn or of a function's response as a part of a chat message. */
export const chatPartOf = (part: JsonObject, param: string): JsonObject => {
  const text = textAt(part, 'text')
  if (text !== undefined) return { type: 'text', text }
  const blob = objectAt(part, 'inlineData')
  if (blob !== undefined) return inlinePart(blob, param)
  const file = objectAt(part, 'fileData')
  if (file !== undefined) return linkedPart(file, param)
  const name = Object.keys(part)[0]?.slice(0, MAX_NAME_CHARACTERS)
  throw new UnsupportedInput(name === undefined ? param : `${param}.${name}`, 'This model cannot read such a part')
}

/** Plain text where there is nothing else: not every upstream takes a list. */
export const contentOf = (parts: readonly JsonObject[]): string | readonly JsonObject[] => {
  const [first] = parts
  return parts.length === 1 && first?.['type'] === 'text' ? (textAt(first, 'text') ?? '') : parts
}
