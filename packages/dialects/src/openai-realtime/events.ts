import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'

/** Sound in bytes as it is heard, and words in characters. */
export interface Amount {
  readonly audioBytes: number
  readonly characters: number
}

const NOTHING: Amount = { audioBytes: 0, characters: 0 }

/** Without decoding it: four letters stand for three bytes. */
const bytesOfBase64 = (text: string): number => Math.floor((text.length * 3) / 4)

const AUDIO_DELTA = /^response\.(?:output_)?audio\.delta$/

export interface Produced extends Amount {
  /** Of a part that is told as a whole, whose pieces may have been told before. */
  readonly wholeCharacters: number
}

const NOTHING_PRODUCED: Produced = { ...NOTHING, wholeCharacters: 0 }

/** The members under which the words of a part are told once more, as a whole. */
const WHOLE = ['text', 'transcript', 'arguments'] as const

/** What one event of upstream's adds to an answer or a transcript. */
export const producedBy = (type: string, event: JsonObject): Produced => {
  if (type.startsWith('response.') && type.endsWith('.done')) {
    return { ...NOTHING_PRODUCED, wholeCharacters: WHOLE.reduce((length, name) => length + (textAt(event, name) ?? '').length, 0) }
  }
  if (!type.endsWith('.delta')) return NOTHING_PRODUCED
  const delta = textAt(event, 'delta') ?? ''
  const amount = AUDIO_DELTA.test(type) ? { audioBytes: bytesOfBase64(delta) } : { characters: delta.length }
  return { ...NOTHING_PRODUCED, ...amount }
}

const amountOfPart = (part: unknown): Amount => {
  if (!isObject(part)) return NOTHING
  const audio = textAt(part, 'audio')
  if (audio !== undefined) return { audioBytes: bytesOfBase64(audio), characters: 0 }
  return { audioBytes: 0, characters: (textAt(part, 'text') ?? textAt(part, 'transcript') ?? '').length }
}

const sum = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((a, b) => ({ audioBytes: a.audioBytes + b.audioBytes, characters: a.characters + b.characters }), NOTHING)

const amountOfItem = (item: unknown): Amount => {
  if (!isObject(item)) return NOTHING
  const words = (textAt(item, 'output') ?? '').length + (textAt(item, 'arguments') ?? '').length
  return sum([{ audioBytes: 0, characters: words }, ...arrayAt(item, 'content').map(amountOfPart)])
}

/** All that a response is said to hold at its end. */
export const amountOfResponse = (response: JsonObject | undefined): Amount => sum(arrayAt(response, 'output').map(amountOfItem))

/** What one event of the caller's adds to the conversation. */
export const saidBy = (type: string, event: JsonObject): Amount => {
  if (type === 'input_audio_buffer.append') return { audioBytes: bytesOfBase64(textAt(event, 'audio') ?? ''), characters: 0 }
  if (type !== 'conversation.item.create') return NOTHING
  return amountOfItem(objectAt(event, 'item'))
}

export interface RealtimeError {
  /** Of this event. */
  readonly id: string
  readonly type: string
  readonly code: string
  readonly message: string
  readonly param?: string | undefined
  /** Of the caller's event that it answers. */
  readonly causeId?: string | undefined
}

export const renderErrorEvent = ({ id, type, code, message, param, causeId }: RealtimeError): string =>
  JSON.stringify({
    type: 'error',
    event_id: `event_${id}`,
    error: { type, code, message, param: param ?? null, event_id: causeId ?? null },
  })
