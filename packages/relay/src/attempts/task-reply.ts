import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'
import type { TaskReply } from '@weir/dialects/model/provider'
import { inspectReply } from '@weir/dialects/openai-chat/inspect-reply'
import { replyAsStream } from '@weir/dialects/openai-chat/reply-as-stream'
import { inAskedFormat } from '@weir/dialects/openai-tasks/embeddings'
import type { ParsedTask } from '@weir/dialects/openai-tasks/parse-task'
import { isEmptyAnswer, isTaskAnswer } from '@weir/dialects/openai-tasks/task-answer'
import { usageOfTaskReply } from '@weir/dialects/openai-tasks/task-usage'
import { drawnInstead } from '../charging/pictures.ts'
import { failedAttempt, type FailedAttempt } from '../stage-types.ts'
import { failedOrEmpty } from '../upstream/told-failure.ts'
import { EVENT_STREAM } from './native-reply.ts'
import type { TaskContext } from './task-context.ts'

/** A whole reply with the words it holds, where it is charged by them. */
export interface ReadReply extends TaskReply {
  readonly words?: string
}

const decoder = new TextDecoder()

const JSON_TYPE = 'application/json'
/** Not read as text. */
const MEDIA = /^(?:audio|image|video)\//i
const MEDIA_TASK = /^(?:audio|images)\//
const PAGE = /^(?:text\/html|application\/xhtml\+xml)/i
const TEXT = /^(?:text\/|application\/xhtml\+xml)/i

/** Pages and texts in place of sound are errors that somebody wrote for people. */
export const isNoSound = (contentType: string): boolean => TEXT.test(contentType)

/** Subtitles and bare transcripts, which some servers send under the wrong type. */
const TEXT_FORMATS = new Set(['text', 'srt', 'vtt'])

const wantsText = ({ call }: ParsedTask): boolean => TEXT_FORMATS.has(call.form?.fields['response_format'] ?? '')

export const wantsStreamUsage = ({ call }: ParsedTask): boolean => {
  const options = call.body?.['stream_options']
  return isObject(options) && options['include_usage'] === true
}

const normalized = (json: JsonObject, { capability, task: { call } }: TaskContext): JsonObject =>
  call.task === 'embeddings' ? inAskedFormat(json, call) : (capability.openNormalizer?.().normalize(json) ?? json)

interface GivenJson {
  readonly bytes: Uint8Array
  readonly json: JsonObject
  readonly contentType: string
}

/** A wish for a stream is met here where upstream has not heard it. A completion is words, and counted as those of a chat. */
const readCompletion = (
  body: Uint8Array | string,
  json: JsonObject,
  { task, contentType }: Pick<TaskContext, 'task'> & Pick<GivenJson, 'contentType'>,
): ReadReply => {
  const { usage, text: words } = inspectReply(json)
  if (!task.call.isStream) return { body, contentType, usage, words }
  return { body: replyAsStream(json, wantsStreamUsage(task)), contentType: EVENT_STREAM, usage, words }
}

const readJson = ({ bytes, json: given, contentType }: GivenJson, context: TaskContext): ReadReply | FailedAttempt => {
  const { task } = context
  const json = normalized(given, context)
  if (!isTaskAnswer(task.call.task, json))
    return failedOrEmpty(context.attempt.provider, decoder.decode(bytes), isEmptyAnswer(task.call.task, json))
  const body = json === given ? bytes : JSON.stringify(json)
  if (task.call.task === 'completions') return readCompletion(body, json, { task, contentType })
  return { body, contentType, usage: usageOfTaskReply(json) ?? drawnInstead(task.fixedUsage, json) }
}

/** OpenAI's own reply to a task: JSON whatever upstream calls it, but for sound, pictures and transcripts that are nothing but text. */
export const readTaskReply = (bytes: Uint8Array, contentType: string, context: TaskContext): ReadReply | FailedAttempt => {
  const { task } = context
  const asItIs: ReadReply = { body: bytes, contentType, usage: undefined }
  if (MEDIA_TASK.test(task.call.task) && MEDIA.test(contentType)) return asItIs
  const json = parseJson(decoder.decode(bytes))
  if (isObject(json)) return readJson({ bytes, json, contentType: contentType.includes('json') ? contentType : JSON_TYPE }, context)
  // Some rankers answer with the bare list.
  if (task.call.task === 'rerank' && Array.isArray(json) && json.some(isObject)) return { ...asItIs, contentType: JSON_TYPE }
  // Half a reply is no answer, and neither is a page.
  return wantsText(task) && !PAGE.test(contentType) ? asItIs : failedAttempt('broken')
}
