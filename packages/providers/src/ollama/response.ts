import { arrayAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded } from '@weir/dialects/model/event'
import type { StreamDecoder, TaskReply } from '@weir/dialects/model/provider'
import type { TaskCall } from '@weir/dialects/model/task'
import type { Usage } from '@weir/dialects/model/usage'
import { numbersOf, renderEmbeddings } from '@weir/dialects/openai-tasks/embeddings'
import { wholeArguments } from '@weir/dialects/openai-chat/answer/argument-pieces'
import { collectReply } from '../kit/streams/collect-reply.ts'
import { openLineStream } from '../kit/streams/line-stream.ts'
import { reportedUsage } from '../kit/reported-usage.ts'

/** A prompt that was cached as a whole is not counted. */
const usageOf = (json: JsonObject): Usage | undefined =>
  reportedUsage({ prompt: figureAt(json, 'prompt_eval_count'), output: figureAt(json, 'eval_count') })

/** Calls have no ids here. The moment they were made tells them from those of other turns. */
const callId = (json: JsonObject, index: number): string => `call_${(textAt(json, 'created_at') ?? '').replaceAll(/\D/g, '')}_${index}`

const logprobOf = (entry: JsonObject): JsonObject => ({ token: entry['token'], logprob: entry['logprob'], bytes: entry['bytes'] ?? null })

/** Entries are written as OpenAI writes them, but for members that may be missing. */
const logprobsOf = (json: JsonObject): readonly ChatEvent[] => {
  const logprobs = arrayAt(json, 'logprobs')
    .filter(isObject)
    .map((entry) => ({ ...logprobOf(entry), top_logprobs: arrayAt(entry, 'top_logprobs').filter(isObject).map(logprobOf) }))
  return logprobs.length === 0 ? [] : [{ kind: 'logprobs', logprobs }]
}

class LineReader {
  #toolCount = 0

  read(line: string): readonly ChatEvent[] {
    const json = parseJson(line)
    if (!isObject(json)) return []
    const error = textAt(json, 'error')
    if (error !== undefined) return [{ kind: 'failed', failure: failedWith('broken', error).failure }]
    const message = objectAt(json, 'message')
    const [text, reasoning] = [textAt(message, 'content') ?? '', textAt(message, 'thinking') ?? '']
    return [
      ...(reasoning === '' ? [] : [{ kind: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
      ...logprobsOf(json),
      ...arrayAt(message, 'tool_calls').flatMap((call) => this.#toolEvents(objectAt(call, 'function'), json)),
      ...(json['done'] === true ? this.#end(json) : []),
    ]
  }

  #toolEvents(fn: JsonObject | undefined, json: JsonObject): readonly ChatEvent[] {
    const index = this.#toolCount
    this.#toolCount += 1
    return [
      { kind: 'tool-call-begun', index, id: callId(json, index), name: textAt(fn, 'name') ?? '' },
      { kind: 'tool-call-arguments', index, fragment: wholeArguments(fn?.['arguments']) },
    ]
  }

  #end(json: JsonObject): readonly ChatEvent[] {
    const usage = usageOf(json)
    const reason = textAt(json, 'done_reason') === 'length' ? 'length' : 'stop'
    return [
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      { kind: 'finished', reason: reason === 'stop' && this.#toolCount > 0 ? 'tool_calls' : reason },
    ]
  }
}

export const openStream = (): StreamDecoder => {
  const reader = new LineReader()
  return openLineStream((line) => reader.read(line))
}

/** A whole reply is a stream of one line. */
export const decodeChat = (body: string): Decoded<ChatReply> => collectReply(openStream(), JSON.stringify(parseJson(body)) ?? '')

export const decodeEmbeddings = (bytes: Uint8Array, call: TaskCall): Decoded<TaskReply> => {
  const json = parseJson(new TextDecoder().decode(bytes))
  const vectors = arrayAt(json, 'embeddings').map(numbersOf)
  if (vectors.length === 0) return failedWith('broken')
  return decoded(renderEmbeddings(vectors, call, reportedUsage({ prompt: figureAt(json, 'prompt_eval_count'), output: undefined })))
}
