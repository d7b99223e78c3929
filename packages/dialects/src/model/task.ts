import type { JsonObject } from '../json.ts'

/** Everything but chat that a caller can ask for, by the last part of OpenAI's path. */
export const TASKS = [
  'completions',
  'embeddings',
  'moderations',
  'images/generations',
  'images/edits',
  'images/variations',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'rerank',
] as const

export type Task = (typeof TASKS)[number]

/** A part of a form that may be read as a file, without a copy. */
export interface FormFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A form with files, as it came. Fields are read for routing; the bytes are forwarded as they are, in pieces that share one buffer. */
export interface MultipartBody {
  readonly contentType: string
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly FormFile[]
  /** The body with one text field replaced, without copying the files in it. */
  readonly withField: (name: string, value: string) => readonly Uint8Array[]
}

export interface TaskCall {
  readonly task: Task
  readonly model: string
  readonly isStream: boolean
  /** Exactly one of the two is set. */
  readonly body: JsonObject | undefined
  readonly form: MultipartBody | undefined
  readonly rawBody: string
}
