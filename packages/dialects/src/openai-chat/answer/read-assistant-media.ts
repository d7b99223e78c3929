import { objectAt, textAt, type JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { readParts, textOfParts, type InlineData, type Part } from '../read-parts.ts'

/** A picture or a sound of an earlier answer, with upstream's seal on the thought behind it. */
export interface AssistantMedia {
  readonly part: Part
  readonly signature?: string
}

/** Where Google's own OpenAI-compatible endpoint puts it: on a call, on a message, and here on a picture as well. */
export const signatureOf = (value: unknown): string | undefined =>
  textAt(objectAt(objectAt(value, 'extra_content'), 'google'), 'thought_signature')

const signed = (signature: string | undefined) => (signature === undefined ? {} : { signature })

const SOUNDS: readonly (readonly [string, string])[] = [
  ['UklGR', 'audio/wav'],
  ['SUQz', 'audio/mp3'],
  ['//', 'audio/mp3'],
  ['T2dnUw', 'audio/ogg'],
  ['ZkxhQ', 'audio/flac'],
]

/** The message does not say what kind of sound it is; bare samples have no beginning that tells. */
const soundOf = (data: string): InlineData => ({
  kind: 'inline',
  mimeType: SOUNDS.find(([start]) => data.startsWith(start))?.[1] ?? 'audio/pcm',
  data,
})

const isMedia = (part: Part): boolean => part.kind !== 'text'

const readSound = (message: JsonObject, words: string, param: string): readonly AssistantMedia[] => {
  const audio = objectAt(message, 'audio')
  if (audio === undefined) return []
  const data = textAt(audio, 'data')
  if (data !== undefined) return [{ part: { kind: 'audio', source: soundOf(data), param } }]
  if (words !== '') return []
  throw new UnsupportedInput(param, 'Nothing is kept of earlier answers: send the data of the audio, or its words as content')
}

const readImages = (message: JsonObject, param: string): readonly AssistantMedia[] => {
  const images: readonly unknown[] = Array.isArray(message['images']) ? message['images'] : []
  return readParts(images, param).flatMap((part, at) => (isMedia(part) ? [{ part, ...signed(signatureOf(images[at])) }] : []))
}

/** What an earlier answer holds beside its words, its thoughts and its calls. A data URL within the words stays a part of them. */
export const readAssistantMedia = (
  message: JsonObject,
  param: string,
): { readonly media: readonly AssistantMedia[]; readonly signature?: string } => {
  const parts = readParts(message['content'], param)
  const beside = (name: string): string => param.replace(/content$/, name)
  return {
    media: [
      ...parts.filter(isMedia).map((part) => ({ part })),
      ...readImages(message, beside('images')),
      ...readSound(message, textOfParts(parts), beside('audio')),
    ],
    ...signed(signatureOf(message)),
  }
}
