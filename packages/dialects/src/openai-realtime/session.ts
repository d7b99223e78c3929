import { countAt, objectAt, textAt, type JsonObject } from '../json.ts'

/** What counts of a session's settings: how sound is written, how long an answer may be and who writes speech down. */
export interface SessionFacts {
  readonly inputBytesPerMs: number
  readonly outputBytesPerMs: number
  readonly maxOutputTokens: number | undefined
  readonly transcriptionModel: string | undefined
}

/** 24 000 samples a second of two bytes, and the telephone's 8000 of one. */
const PCM_BYTES_PER_MS = 48
const TELEPHONE_BYTES_PER_MS = 8

export const DEFAULT_SESSION: SessionFacts = {
  inputBytesPerMs: PCM_BYTES_PER_MS,
  outputBytesPerMs: PCM_BYTES_PER_MS,
  maxOutputTokens: undefined,
  transcriptionModel: undefined,
}

const TELEPHONE = /g711|pcm[ua]/i

const bytesPerMs = (format: string | undefined, before: number): number => {
  if (format === undefined) return before
  return TELEPHONE.test(format) ? TELEPHONE_BYTES_PER_MS : PCM_BYTES_PER_MS
}

const audioOf = (session: JsonObject, side: 'input' | 'output'): JsonObject | undefined => objectAt(objectAt(session, 'audio'), side)

/** The present form and the one before it. */
const formatOf = (session: JsonObject, side: 'input' | 'output'): string | undefined =>
  textAt(objectAt(audioOf(session, side), 'format'), 'type') ?? textAt(session, `${side}_audio_format`)

/** Who writes speech down, as it stands in the settings of a session. */
export const transcriptionOf = (session: JsonObject): JsonObject | undefined =>
  objectAt(audioOf(session, 'input'), 'transcription') ?? objectAt(session, 'input_audio_transcription')

/** Undefined where there is no limit: `inf` is none. */
export const outputLimitOf = (settings: JsonObject): number | undefined =>
  countAt(settings, 'max_output_tokens') ?? countAt(settings, 'max_response_output_tokens')

/** The settings as upstream tells them after each change: all of them. */
export const readSession = (session: JsonObject, before: SessionFacts): SessionFacts => ({
  inputBytesPerMs: bytesPerMs(formatOf(session, 'input'), before.inputBytesPerMs),
  outputBytesPerMs: bytesPerMs(formatOf(session, 'output'), before.outputBytesPerMs),
  maxOutputTokens: outputLimitOf(session),
  transcriptionModel: textAt(transcriptionOf(session), 'model'),
})
