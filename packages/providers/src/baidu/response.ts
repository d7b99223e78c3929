import { arrayAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from '@weir/dialects/model/event'
import type { FinishReason } from '@weir/dialects/model/finish-reason'
import type { FollowUp, StreamDecoder, TaskReply } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'
import type { TaskCall } from '@weir/dialects/model/task'
import type { Usage } from '@weir/dialects/model/usage'
import { numbersOf, renderEmbeddings } from '@weir/dialects/openai-tasks/embeddings'
import { openJsonStream } from '@weir/dialects/model/json-stream'
import { wholeArguments } from '@weir/dialects/openai-chat/answer/argument-pieces'
import { reportedUsage } from '../kit/reported-usage.ts'
import { failureOf } from './errors.ts'

const usageOf = (json: JsonObject): Usage | undefined => {
  const usage = objectAt(json, 'usage')
  const prompt = figureAt(usage, 'prompt_tokens')
  const total = figureAt(usage, 'total_tokens')
  // In a stream the total is right and the completion may lag behind.
  const output = total !== undefined && prompt !== undefined ? Math.max(0, total - prompt) : figureAt(usage, 'completion_tokens')
  return reportedUsage({ prompt, output })
}

/** One call at most, without an id; the id of the answer stands in. */
const toolCallOf = (json: JsonObject): readonly ToolCall[] => {
  const call = objectAt(json, 'function_call')
  const name = textAt(call, 'name')
  if (name === undefined) return []
  return [{ id: `call_${textAt(json, 'id') ?? '0'}`, name, arguments: wholeArguments(call?.['arguments']) }]
}

const finishOf = (json: JsonObject, hasTools: boolean): FinishReason => {
  const word = textAt(json, 'finish_reason')
  // The provider asks to forget the talk when it was against its rules.
  if (json['need_clear_history'] === true || word === 'content_filter') return 'content_filter'
  if (hasTools) return 'tool_calls'
  return json['is_truncated'] === true || word === 'length' ? 'length' : 'stop'
}

export const decodeChat = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  const failure = failureOf(json)
  if (failure) return { ok: false, failure }
  const text = textAt(json, 'result')
  if (!isObject(json) || text === undefined) return failedWith('broken')
  const toolCalls = toolCallOf(json)
  return decoded({ text, reasoning: '', toolCalls, finishReason: finishOf(json, toolCalls.length > 0), usage: usageOf(json) })
}

/** A call may come before the last frame, which alone has the finish. */
const readFrames = (): ((json: unknown) => readonly ChatEvent[]) => {
  let hasTools = false
  return (json) => {
    const failure = failureOf(json)
    if (failure) return [{ kind: 'failed', failure }]
    if (!isObject(json)) return []
    const text = textAt(json, 'result') ?? ''
    const calls = hasTools ? [] : toolCallOf(json)
    hasTools ||= calls.length > 0
    const usage = usageOf(json)
    return [
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
      ...calls.flatMap(({ id, name, arguments: fragment }, index): readonly ChatEvent[] => [
        { kind: 'tool-call-begun', index, id, name },
        { kind: 'tool-call-arguments', index, fragment },
      ]),
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      ...(json['is_end'] === true ? [{ kind: 'finished' as const, reason: finishOf(json, hasTools) }] : []),
    ]
  }
}

export const openStream = (): StreamDecoder => openJsonStream({ read: readFrames(), readWhole: (body) => eventsOfReply(decodeChat(body)) })

/** An error shows before the reply is read, so that a token that was revoked can be fetched anew. */
export const follow: FollowUp = ({ body }) => failureOf(parseJson(body))

export const decodeEmbeddings = (bytes: Uint8Array, call: TaskCall): Decoded<TaskReply> => {
  const json = parseJson(new TextDecoder().decode(bytes))
  const failure = failureOf(json)
  if (failure) return { ok: false, failure }
  const vectors = arrayAt(json, 'data').map((entry) => numbersOf(isObject(entry) ? entry['embedding'] : undefined))
  if (vectors.length === 0) return failedWith('broken')
  return decoded(renderEmbeddings(vectors, call, isObject(json) ? usageOf(json) : undefined))
}
