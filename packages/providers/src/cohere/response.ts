import { arrayAt, countAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { FinishReason } from '@weir/dialects/model/finish-reason'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'
import type { Usage } from '@weir/dialects/model/usage'
import { openJsonStream } from '@weir/dialects/model/json-stream'
import { wordTable } from '@weir/dialects/word-table'
import { reportedUsage } from '../kit/reported-usage.ts'
import { argumentsPiece, wholeArguments } from '@weir/dialects/openai-chat/answer/argument-pieces'
import { ToolDeltas } from '../kit/streams/tool-deltas.ts'
import { annotationsOf } from './citations.ts'

const FINISHES = wordTable<FinishReason>({
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool_calls',
  ERROR_TOXIC: 'content_filter',
})

const FAILURES = wordTable<UpstreamFault>({ ERROR: 'broken', TIMEOUT: 'too-slow' })

const usageOf = (usage: JsonObject | undefined): Usage | undefined => {
  const counts = objectAt(usage, 'tokens') ?? objectAt(usage, 'billed_units')
  return reportedUsage({
    prompt: figureAt(counts, 'input_tokens'),
    cached: figureAt(usage, 'cached_tokens'),
    output: figureAt(counts, 'output_tokens'),
  })
}

const joined = (parts: readonly unknown[], member: 'text' | 'thinking'): string => parts.map((part) => textAt(part, member) ?? '').join('')

const toolCallOf = (call: unknown): ToolCall => {
  const fn = objectAt(call, 'function')
  return { id: textAt(call, 'id') ?? '', name: textAt(fn, 'name') ?? '', arguments: wholeArguments(fn?.['arguments']) }
}

export const decodeChat = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  const message = objectAt(json, 'message')
  const word = textAt(json, 'finish_reason')
  if (!isObject(json) || message === undefined || word === undefined) return failedWith('broken')
  const fault = FAILURES[word]
  if (fault !== undefined) return failedWith(fault)
  const content = arrayAt(message, 'content')
  const offsetOf = (piece: number): number => joined(content.slice(0, piece), 'text').length
  const annotations = arrayAt(message, 'citations').flatMap((citation) => annotationsOf(citation, offsetOf))
  return decoded({
    text: joined(content, 'text'),
    ...(annotations.length > 0 && { annotations }),
    reasoning: joined(content, 'thinking') + (textAt(message, 'tool_plan') ?? ''),
    toolCalls: arrayAt(message, 'tool_calls').map(toolCallOf),
    finishReason: FINISHES[word] ?? 'stop',
    usage: usageOf(objectAt(json, 'usage')),
  })
}

class EventReader {
  readonly #tools = new ToolDeltas()
  /** Where each piece of the content begins in the whole text. */
  readonly #offsets = new Map<number, number>()
  #length = 0

  read(json: unknown): readonly ChatEvent[] {
    const delta = objectAt(json, 'delta')
    const message = objectAt(delta, 'message')
    switch (textAt(json, 'type')) {
      case 'content-start':
        this.#offsets.set(countAt(json, 'index') ?? 0, this.#length)
        return this.#content(objectAt(message, 'content'))
      case 'content-delta':
        return this.#content(objectAt(message, 'content'))
      case 'citation-start':
        return this.#sources(objectAt(message, 'citations'))
      case 'tool-plan-delta':
        return this.#thought(textAt(message, 'tool_plan') ?? '')
      case 'tool-call-start':
      case 'tool-call-delta':
        return this.#tool(objectAt(message, 'tool_calls'), countAt(json, 'index'))
      case 'message-end':
        return this.#end(delta)
      default:
        return []
    }
  }

  #content(content: JsonObject | undefined): readonly ChatEvent[] {
    const text = textAt(content, 'text') ?? ''
    this.#length += text.length
    return [...this.#thought(textAt(content, 'thinking') ?? ''), ...(text === '' ? [] : [{ kind: 'text' as const, text }])]
  }

  #sources(citation: JsonObject | undefined): readonly ChatEvent[] {
    const annotations = annotationsOf(citation, (piece) => this.#offsets.get(piece) ?? 0)
    return annotations.length === 0 ? [] : [{ kind: 'annotations', annotations }]
  }

  #thought(text: string): readonly ChatEvent[] {
    return text === '' ? [] : [{ kind: 'reasoning', text }]
  }

  /** One call, not a list of calls, in spite of the name. */
  #tool(call: JsonObject | undefined, key: number | undefined): readonly ChatEvent[] {
    const fn = objectAt(call, 'function')
    return this.#tools.take({ key, id: textAt(call, 'id'), name: textAt(fn, 'name'), fragment: argumentsPiece(fn?.['arguments']) })
  }

  #end(delta: JsonObject | undefined): readonly ChatEvent[] {
    const word = textAt(delta, 'finish_reason') ?? ''
    const fault = FAILURES[word]
    if (fault !== undefined) return [{ kind: 'failed', failure: failedWith(fault).failure }]
    const usage = usageOf(objectAt(delta, 'usage'))
    return [
      ...this.#tools.close(),
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      { kind: 'finished', reason: FINISHES[word] ?? 'stop' },
    ]
  }
}

export const openStream = (): StreamDecoder => {
  const reader = new EventReader()
  return openJsonStream({ read: (json) => reader.read(json), readWhole: (body) => eventsOfReply(decodeChat(body)) })
}
