import { isObject, parseJson, textAt } from '@weir/dialects/json'
import { decoded, failedWith } from '@weir/dialects/model/event'
import { STATUS_OF_ANSWERS } from '@weir/dialects/model/fault'
import type { Provider, TaskCapability } from '@weir/dialects/model/provider'
import { isTaskAnswer } from '@weir/dialects/openai-tasks/task-answer'
import { usageOfTaskReply } from '@weir/dialects/openai-tasks/task-usage'
import { wordTable } from '@weir/dialects/word-table'

const CONTENT_TYPES = wordTable<string>({
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  opus: 'audio/opus',
  pcm: 'audio/pcm',
})

const decoder = new TextDecoder()

/** Sound stands as base64 in a JSON object, where clients of OpenAI expect the sound itself. */
export const readSpeech =
  (classify: Provider['classify']): NonNullable<TaskCapability['decode']> =>
  ({ bytes, contentType: given }, call) => {
    if (given.startsWith('audio/')) return decoded({ body: bytes, contentType: given, usage: undefined })
    const body = decoder.decode(bytes)
    const json = parseJson(body)
    const sound = Buffer.from(textAt(json, 'audio_data') ?? '', 'base64')
    if (!isObject(json) || !isTaskAnswer('audio/speech', json) || sound.length === 0) return failedWith(classify(STATUS_OF_ANSWERS, body))
    const contentType = CONTENT_TYPES[textAt(call.body, 'response_format') ?? 'mp3'] ?? 'application/octet-stream'
    return decoded({ body: new Uint8Array(sound), contentType, usage: usageOfTaskReply(json) })
  }
