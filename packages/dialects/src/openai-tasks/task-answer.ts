import type { JsonObject } from '../json.ts'
import type { Task } from '../model/task.ts'
import { errorIn } from '../openai-chat/inspect-reply.ts'

interface Place {
  readonly names: readonly string[]
  /** A list of none says something: nothing that fits, or nothing that was said. */
  readonly mayBeEmpty?: boolean
}

const PICTURES: Place = { names: ['data', 'images'] }
const TRANSCRIPT: Place = { names: ['text', 'segments', 'words'], mayBeEmpty: true }

/** Where the answer to a task stands. Speech is sound, which few write as JSON. */
const PLACES: Readonly<Record<Task, Place>> = {
  completions: { names: ['choices'] },
  embeddings: { names: ['data'] },
  moderations: { names: ['results'], mayBeEmpty: true },
  'images/generations': PICTURES,
  'images/edits': PICTURES,
  'images/variations': PICTURES,
  'audio/speech': { names: ['audio_data', 'audio'] },
  'audio/transcriptions': TRANSCRIPT,
  'audio/translations': TRANSCRIPT,
  rerank: { names: ['results', 'data'], mayBeEmpty: true },
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

const isIn = ({ names, mayBeEmpty = false }: Place, json: JsonObject): boolean =>
  names.some((name) => {
    const value = json[name]
    return value !== undefined && value !== null && (mayBeEmpty || !isEmpty(value))
  })

/** Whether a reply answers the task: it has what was asked for, and tells of no error. */
export const isTaskAnswer = (task: Task, json: JsonObject): boolean => {
  return isIn(PLACES[task], json) && errorIn(json, true) === undefined
}

/** Whether a reply has a list of none in place of the answer, and tells of no error. */
export const isEmptyAnswer = (task: Task, json: JsonObject): boolean =>
  PLACES[task].names.some((name) => Array.isArray(json[name])) && !isIn(PLACES[task], json) && errorIn(json, false) === undefined
