import { arrayAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from '@weir/dialects/model/event'
import type { FinishReason } from '@weir/dialects/model/finish-reason'
import type { StreamDecoder, TaskReply } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'
import type { TaskCall } from '@weir/dialects/model/task'
import type { Usage } from '@weir/dialects/model/usage'
import { numbersOf, renderEmbeddings } from '@weir/dialects/openai-tasks/embeddings'
import { usageFromWire } from '@weir/dialects/openai-chat/usage'
import { openJsonStream } from '@weir/dialects/model/json-stream'
import { wordTable } from '@weir/dialects/word-table'
import { reportedUsage } from '../kit/reported-usage.ts'
import { argumentsPiece, wholeArguments } from '@weir/dialects/openai-chat/answer/argument-pieces'
import { ToolDeltas } from '../kit/streams/tool-deltas.ts'
import { failureOf } from './errors.ts'

const FINISHES = wordTable<FinishReason>({
  stop: 'stop',
  sensitive: 'content_filter',
  tool_calls: 'tool_calls',
  length: 'length',
})

const finishOf = (choice: JsonObject, hasTools: boolean): FinishReason | undefined => {
  const word = textAt(choice, 'FinishReason') ?? ''
  if (word === '') return undefined
  const reason = FINISHES[word] ?? 'stop'
  return reason === 'stop' && hasTools ? 'tool_calls' : reason
}

const usageOf = (json: JsonObject): Usage | undefined => {
  const usage = objectAt(json, 'Usage')
  return reportedUsage({
    prompt: figureAt(usage, 'PromptTokens'),
    output: figureAt(usage, 'CompletionTokens'),
    total: figureAt(usage, 'TotalTokens'),
  })
}

const toolCallOf = (call: unknown, index: number): ToolCall => {
  const fn = objectAt(call, 'Function')
  return { id: textAt(call, 'Id') || `call_${index}`, name: textAt(fn, 'Name') ?? '', arguments: wholeArguments(fn?.['Arguments']) }
}

export const decodeChat = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  const failure = failureOf(json)
  if (failure) return { ok: false, failure }
  const response = objectAt(json, 'Response')
  const choice = arrayAt(response, 'Choices')[0]
  if (response === undefined || !isObject(choice)) return failedWith('broken')
  const message = objectAt(choice, 'Message')
  const toolCalls = arrayAt(message, 'ToolCalls').map(toolCallOf)
  return decoded({
    text: textAt(message, 'Content') ?? '',
    reasoning: textAt(message, 'ReasoningContent') ?? '',
    toolCalls,
    finishReason: finishOf(choice, toolCalls.length > 0) ?? 'stop',
    usage: usageOf(response),
  })
}

const readFrames = (): ((json: unknown) => readonly ChatEvent[]) => {
  const tools = new ToolDeltas()
  const toolEvents = (call: unknown): readonly ChatEvent[] => {
    const fn = objectAt(call, 'Function')
    const id = textAt(call, 'Id') || undefined
    return tools.take({ key: id, id, name: textAt(fn, 'Name'), fragment: argumentsPiece(fn?.['Arguments']) })
  }
  return (json) => {
    const failure = failureOf(json)
    if (failure) return [{ kind: 'failed', failure }]
    if (!isObject(json)) return []
    const choice = arrayAt(json, 'Choices')[0]
    const delta = objectAt(choice, 'Delta')
    const [text, reasoning] = [textAt(delta, 'Content') ?? '', textAt(delta, 'ReasoningContent') ?? '']
    const calls = arrayAt(delta, 'ToolCalls').flatMap(toolEvents)
    const usage = usageOf(json)
    const reason = isObject(choice) ? finishOf(choice, tools.count > 0) : undefined
    return [
      ...(reasoning === '' ? [] : [{ kind: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
      ...calls,
      ...(reason === undefined ? [] : tools.close()),
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      ...(reason === undefined ? [] : [{ kind: 'finished' as const, reason }]),
    ]
  }
}

export const openStream = (): StreamDecoder => openJsonStream({ read: readFrames(), readWhole: (body) => eventsOfReply(decodeChat(body)) })

const vectorOf = (entry: unknown): readonly number[] => numbersOf(isObject(entry) ? (entry['Embedding'] ?? entry['embedding']) : undefined)

const embeddingUsage = (json: unknown): Usage | undefined => {
  const newer = objectAt(json, 'usage')
  if (newer !== undefined) return usageFromWire(newer)
  return reportedUsage({ prompt: figureAt(objectAt(objectAt(json, 'Response'), 'Usage'), 'PromptTokens'), output: undefined })
}

/** Reads the replies of both wires. */
export const decodeEmbeddings = (bytes: Uint8Array, call: TaskCall): Decoded<TaskReply> => {
  const json = parseJson(new TextDecoder().decode(bytes))
  const failure = failureOf(json)
  if (failure) return { ok: false, failure }
  const vectors = [...arrayAt(objectAt(json, 'Response'), 'Data'), ...arrayAt(json, 'data')].map(vectorOf)
  if (vectors.length === 0) return failedWith('broken')
  return decoded(renderEmbeddings(vectors, call, embeddingUsage(json)))
}
