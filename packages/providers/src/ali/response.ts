import { arrayAt, countAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from '@weir/dialects/model/event'
import type { FinishReason } from '@weir/dialects/model/finish-reason'
import type { NativeWire } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'
import type { Usage } from '@weir/dialects/model/usage'
import { openJsonStream } from '@weir/dialects/model/json-stream'
import { chatUsageFromWire } from '@weir/dialects/openai-chat/usage'
import { wordTable } from '@weir/dialects/word-table'
import { argumentsPiece, wholeArguments } from '@weir/dialects/openai-chat/answer/argument-pieces'
import { ToolDeltas } from '../kit/streams/tool-deltas.ts'
import { failureIn } from '../kit/dashscope/errors.ts'

const FINISHES = wordTable<FinishReason>({ stop: 'stop', length: 'length', tool_calls: 'tool_calls' })

/** An answer that has not ended says so with the word "null". */
const finishOf = (choice: JsonObject, hasTools: boolean): FinishReason | undefined => {
  const word = textAt(choice, 'finish_reason') ?? ''
  if (word === '' || word === 'null') return undefined
  const reason = FINISHES[word] ?? 'stop'
  return reason === 'stop' && hasTools ? 'tool_calls' : reason
}

const usageOf = (json: JsonObject): Usage | undefined => {
  const usage = objectAt(json, 'usage')
  return usage && chatUsageFromWire(usage)
}

/** Text, or a list of pieces from the models that see. */
const textOf = (message: JsonObject | undefined): string =>
  textAt(message, 'content') ??
  arrayAt(message, 'content')
    .map((part) => textAt(part, 'text') ?? '')
    .join('')

/** The form before messages had the text beside the finish. */
const choiceOf = (json: JsonObject): JsonObject | undefined => {
  const output = objectAt(json, 'output')
  const choice = arrayAt(output, 'choices')[0]
  if (isObject(choice)) return choice
  const text = textAt(output, 'text')
  return text === undefined ? undefined : { message: { content: text }, finish_reason: textAt(output, 'finish_reason') }
}

const toolCallOf = (call: unknown, index: number): ToolCall => {
  const fn = objectAt(call, 'function')
  return { id: textAt(call, 'id') || `call_${index}`, name: textAt(fn, 'name') ?? '', arguments: wholeArguments(fn?.['arguments']) }
}

const decodeNative = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  if (!isObject(json)) return failedWith('broken')
  const failure = failureIn(json)
  if (failure) return failure
  const choice = choiceOf(json)
  const message = objectAt(choice, 'message')
  const toolCalls = arrayAt(message, 'tool_calls').map(toolCallOf)
  const finishReason = choice && finishOf(choice, toolCalls.length > 0)
  if (finishReason === undefined) return failedWith('broken')
  return decoded({
    text: textOf(message),
    reasoning: textAt(message, 'reasoning_content') ?? '',
    toolCalls,
    finishReason,
    usage: usageOf(json),
  })
}

const readFrames = (): ((json: unknown) => readonly ChatEvent[]) => {
  const tools = new ToolDeltas()
  const toolEvents = (call: unknown): readonly ChatEvent[] => {
    const fn = objectAt(call, 'function')
    return tools.take({
      key: countAt(call, 'index'),
      id: textAt(call, 'id'),
      name: textAt(fn, 'name'),
      fragment: argumentsPiece(fn?.['arguments']),
    })
  }
  return (json) => {
    if (!isObject(json)) return []
    const failure = failureIn(json)
    if (failure) return [{ kind: 'failed', failure: failure.failure }]
    const choice = choiceOf(json)
    const message = objectAt(choice, 'message')
    const [text, reasoning] = [textOf(message), textAt(message, 'reasoning_content') ?? '']
    const calls = arrayAt(message, 'tool_calls').flatMap(toolEvents)
    const usage = usageOf(json)
    const reason = choice && finishOf(choice, tools.count > 0)
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

export const nativeWire: NativeWire = {
  kind: 'native',
  decode: decodeNative,
  openStream: () => openJsonStream({ read: readFrames(), readWhole: (body) => eventsOfReply(decodeNative(body)) }),
}
