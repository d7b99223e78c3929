import type { JsonObject } from '../json.ts'

/** Longer strings under these names are files, not text. */
const FILE_FIELDS = new Set(['url', 'data', 'file_data', 'b64_json'])
const MAX_INLINE_CHARACTERS = 256

/**
 * Everything a model would read, as one text: messages, tools and schemas. Image and audio data are left out,
 * because upstream counts them by content and not by transfer size.
 */
export const promptTextOf = (body: JsonObject): string =>
  JSON.stringify(
    [body['messages'], body['prompt'], body['input'], body['tools'], body['functions'], body['response_format']],
    (key, value: unknown) => (FILE_FIELDS.has(key) && typeof value === 'string' && value.length > MAX_INLINE_CHARACTERS ? '' : value),
  )
