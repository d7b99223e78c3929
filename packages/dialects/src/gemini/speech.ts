import { objectAt, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'

const PCM = /^audio\/(?:L16|pcm)\b/i
const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2
const DEFAULT_RATE = 24_000

/** One channel of 16 bits. */
const wavHeader = (size: number, rate: number): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + size, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  header.write('data', 36)
  header.writeUInt32LE(size, 40)
  return header
}

/**
 * Speech as OpenAI would have sent it. These models write bare samples, which OpenAI sends in streams as well; a whole answer is a file
 * that can be played, unless the caller asked for the samples.
 */
export const speechOf = (data: string, mimeType: string, call: ChatCall): string => {
  const wantsSamples = call.isStream || textAt(objectAt(call.body, 'audio'), 'format') === 'pcm16'
  if (wantsSamples || !PCM.test(mimeType)) return data
  const samples = Buffer.from(data, 'base64')
  const rate = Number(/rate=(\d{4,6})\b/.exec(mimeType)?.[1] ?? DEFAULT_RATE)
  return Buffer.concat([wavHeader(samples.length, rate), samples]).toString('base64')
}

/** Sent by clients that know no others; these models have voices of their own. */
const OPENAI_VOICES: ReadonlySet<string> = new Set('alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' '))

const voiceOf = (body: JsonObject): string | undefined => textAt(objectAt(body, 'audio'), 'voice')

export const hasForeignVoice = (body: JsonObject): boolean => OPENAI_VOICES.has(voiceOf(body) ?? '')

export const speechFields = (body: JsonObject): JsonObject => {
  const voice = voiceOf(body)
  if (voice === undefined || hasForeignVoice(body)) return {}
  return { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } } }
}
