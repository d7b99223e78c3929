import type { JsonObject } from '../json.ts'

/** Longer strings under these names are files, not text. */
const FILE_FIELDS: ReadonlySet<string> = new Set(['url', 'image_url', 'data', 'file_data', 'b64_json'])
const MAX_INLINE_CHARACTERS = 256
const READ_FIELDS = ['messages', 'prompt', 'input', 'tools', 'functions', 'response_format'] as const
/** Brackets, quotes and commas around a value: a little for every value, as in the JSON it came from. */
const FRAME_BYTES = 4

const isFile = (name: string, value: string): boolean => value.length > MAX_INLINE_CHARACTERS && FILE_FIELDS.has(name)

/**
 * Everything a model would read, as one text: messages, tools and schemas. Image and audio data are left out,
 * because upstream counts them by content and not by transfer size.
 */
export const promptTextOf = (body: JsonObject): string =>
  JSON.stringify(
    READ_FIELDS.map((field) => body[field]).filter((value) => value !== undefined),
    (name, value: unknown) => (typeof value === 'string' && isFile(name, value) ? '' : value),
  )

const sizeOf = (name: string, value: unknown): number => {
  if (typeof value === 'string') return isFile(name, value) ? FRAME_BYTES : Buffer.byteLength(value) + FRAME_BYTES
  if (typeof value !== 'object' || value === null) return FRAME_BYTES
  let size = FRAME_BYTES
  if (Array.isArray(value)) for (const member of value) size += sizeOf('', member)
  else for (const key in value) size += key.length + sizeOf(key, (value as JsonObject)[key])
  return size
}

/** About how many bytes that text has, without writing it: this runs on every request, the text itself is rarely needed. */
export const promptBytesOf = (body: JsonObject): number => {
  let size = 0
  for (const field of READ_FIELDS) if (body[field] !== undefined) size += sizeOf('', body[field])
  return size
}
