import { arrayAt, countAt, isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatEvent, OutputImage } from '@weir/dialects/model/event'

/** What OpenAI's own clients refuse or misread; each was seen to break at least one of them. */
class RefusedByClients extends Error {}

export const refuse = (what: string): never => {
  throw new RefusedByClients(`clients refuse ${what}`)
}

const isNumber = (value: unknown): boolean => typeof value === 'number'

/** Where Google keeps its seals: on calls and on messages. */
export const signatureOf = (value: unknown): { readonly signature?: string } => {
  const signature = textAt(objectAt(objectAt(value, 'extra_content'), 'google'), 'thought_signature')
  return signature === undefined ? {} : { signature }
}

const annotationOf = (value: unknown): JsonObject => {
  if (!isObject(value)) return refuse('an annotation that is no object')
  const cited = objectAt(value, 'url_citation')
  if (value['type'] !== 'url_citation') return value
  if (textAt(cited, 'url') === undefined || textAt(cited, 'title') === undefined) refuse('a source without address or title')
  if (!isNumber(cited?.['start_index']) || !isNumber(cited?.['end_index'])) refuse('a source without its place in the text')
  return value
}

const logprobOf = (value: unknown): JsonObject => {
  if (!isObject(value)) return refuse('a log probability that is no object')
  if (textAt(value, 'token') === undefined || !isNumber(value['logprob'])) refuse('a log probability without token or value')
  return Array.isArray(value['top_logprobs']) ? value : refuse('a log probability without top_logprobs')
}

const DATA_URL = /^data:([^;,]+);base64,(.*)$/s

const imageOf = (value: unknown): OutputImage => {
  if (textAt(value, 'type') !== 'image_url') refuse('a picture without type')
  const match = DATA_URL.exec(textAt(objectAt(value, 'image_url'), 'url') ?? '')
  return match === null
    ? refuse('a picture that is no data URL')
    : { mimeType: match[1] ?? '', data: match[2] ?? '', ...signatureOf(value) }
}

const audioEvents = (audio: JsonObject | undefined): readonly ChatEvent[] => {
  if (audio === undefined) return []
  const [id, data, transcript] = [textAt(audio, 'id'), textAt(audio, 'data'), textAt(audio, 'transcript')]
  const expiresAt = countAt(audio, 'expires_at')
  const told = {
    ...(id !== undefined && { id }),
    ...(data !== undefined && { data }),
    ...(transcript !== undefined && { transcript }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
  return [{ kind: 'audio', audio: told }]
}

/** What only some answers hold beside their words, thoughts and calls. */
export const extraEvents = (message: JsonObject, choice: JsonObject): readonly ChatEvent[] => {
  const refusal = textAt(message, 'refusal') ?? ''
  const logprobs = arrayAt(objectAt(choice, 'logprobs'), 'content').map(logprobOf)
  const annotations = arrayAt(message, 'annotations').map(annotationOf)
  return [
    ...(refusal === '' ? [] : [{ kind: 'refusal', text: refusal } as const]),
    ...(logprobs.length === 0 ? [] : [{ kind: 'logprobs', logprobs } as const]),
    ...(annotations.length === 0 ? [] : [{ kind: 'annotations', annotations } as const]),
    ...arrayAt(message, 'images').map((image) => ({ kind: 'image', image: imageOf(image) }) as const),
    ...audioEvents(objectAt(message, 'audio')),
  ]
}
