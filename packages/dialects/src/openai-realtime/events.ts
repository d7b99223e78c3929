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

/** What one event of upstream's adds to an answer or a transcript. */
export const producedBy = (type: string, event: JsonObject): Amount => {
  if (!type.endsWith('.delta')) return NOTHING
  const delta = textAt(event, 'delta') ?? ''
  return AUDIO_DELTA.test(type) ? { audioBytes: bytesOfBase64(delta), characters: 0 } : { audioBytes: 0, characters: delta.length }
}

const amountOfPart = (part: unknown): Amount => {
  if (!isObject(part)) return NOTHING
  const audio = textAt(part, 'audio')
  if (audio !== undefined) return { audioBytes: bytesOfBase64(audio), characters: 0 }
  return { audioBytes: 0, characters: (textAt(part, 'text') ?? textAt(part, 'transcript') ?? '').length }
}

const sum = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((a, b) => ({ audioBytes: a.audioBytes + b.audioBytes, characters: a.characters + b.characters }), NOTHING)

/** What one event of the caller's adds to the conversation. */
export const saidBy = (type: string, event: JsonObject): Amount => {
  if (type === 'input_audio_buffer.append') return { audioBytes: bytesOfBase64(textAt(event, 'audio') ?? ''), characters: 0 }
  if (type !== 'conversation.item.create') return NOTHING
  const item = objectAt(event, 'item')
  const words = (textAt(item, 'output') ?? '').length + (textAt(item, 'arguments') ?? '').length
  return sum([{ audioBytes: 0, characters: words }, ...arrayAt(item, 'content').map(amountOfPart)])
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
