import { NO_BYTES } from '@weir/dialects/bytes'
import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from '@weir/dialects/model/event'
import { STATUS_OF_ANSWERS } from '@weir/dialects/model/fault'
import type { FinishReason } from '@weir/dialects/model/finish-reason'
import type { Provider, SameWire, StreamDecoder } from '@weir/dialects/model/provider'
import { replyOfEvents } from '@weir/dialects/model/reply-events'
import { normalizerOf } from '@weir/dialects/openai-chat/answer/fill-arguments'
import { inspectReply } from '@weir/dialects/openai-chat/inspect-reply'
import { SameWireStream } from '@weir/dialects/openai-chat/same-wire'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'
import { extraEvents, refuse, signatureOf } from './strict-extras.ts'

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter']

const finishOf = (choice: unknown): FinishReason | undefined => {
  const reason = isObject(choice) ? choice['finish_reason'] : undefined
  if (reason === undefined || reason === null) return undefined
  return FINISH_REASONS.find((known) => known === reason) ?? refuse(`finish_reason ${JSON.stringify(reason)}`)
}

const contentOf = (message: JsonObject): string => {
  const content = message['content']
  if (content === undefined || content === null) return ''
  return typeof content === 'string' ? content : refuse('content that is not text')
}

const toolCallOf = (value: unknown): ToolCall => {
  const fn = objectAt(value, 'function')
  const args = textAt(fn, 'arguments') ?? refuse('tool arguments that are not text')
  if (textAt(value, 'type') === undefined) refuse('a tool call without type')
  const id = textAt(value, 'id') ?? refuse('a tool call without id')
  return { id, name: textAt(fn, 'name') ?? '', arguments: args, ...signatureOf(value) }
}

const reasoningOf = (message: JsonObject): string => textAt(message, 'reasoning_content') ?? ''

const firstChoice = (json: JsonObject): JsonObject => {
  const [choice] = arrayAt(json, 'choices')
  if (!isObject(choice)) return refuse('a reply without choices')
  return Number.isSafeInteger(choice['index']) ? choice : refuse('a choice without index')
}

export interface Reading {
  readonly provider: Provider
  readonly wire: SameWire
  readonly call: ChatCall
}

/** Reads a reply on OpenAI's wire the way the relay and then a strict client would. */
export const readSameWire = ({ provider, wire, call }: Reading, body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  if (!isObject(json)) return failedWith('broken')
  const normalized = normalizerOf(wire, call).normalize(json)
  const summary = (wire.inspectReply ?? inspectReply)(normalized)
  // As the relay does: of a whole reply all of the text is judged, of a stream the one error that was found in it.
  if (summary.error !== undefined || !summary.hasChoices) return failedWith(provider.classify(STATUS_OF_ANSWERS, body))
  const choice = firstChoice(normalized)
  const message = objectAt(choice, 'message') ?? refuse('a choice without message')
  const { usage } = summary
  return replyOfEvents([
    ...wordEvents(message),
    ...extraEvents(message, choice),
    ...arrayAt(message, 'tool_calls').flatMap((value, index) => wholeCallEvents(toolCallOf(value), index)),
    ...(usage === undefined ? [] : [{ kind: 'usage', usage } as const]),
    { kind: 'finished', reason: finishOf(choice) ?? refuse('a reply without finish_reason') },
  ])
}

const wholeCallEvents = ({ id, name, arguments: fragment, signature }: ToolCall, index: number): readonly ChatEvent[] => [
  { kind: 'tool-call-begun', index, id, name, ...(signature !== undefined && { signature }) },
  { kind: 'tool-call-arguments', index, fragment },
]

const wordEvents = (message: JsonObject): readonly ChatEvent[] => {
  const [text, reasoning, seal] = [contentOf(message), reasoningOf(message), signatureOf(message)]
  return [
    ...(reasoning === '' ? [] : [{ kind: 'reasoning', text: reasoning } as const]),
    ...(text === '' && seal.signature === undefined ? [] : [{ kind: 'text', text, ...seal } as const]),
  ]
}

const DONE = '[DONE]'

/** Reads the bytes that a caller gets as OpenAI's own clients do. */
class StrictClient {
  readonly #splitter = new FrameSplitter()
  #hasRole = false

  push(bytes: Uint8Array): readonly ChatEvent[] {
    return this.#splitter.push(bytes).flatMap((frame) => this.#eventsOfFrame(frame))
  }

  #eventsOfFrame(frame: Uint8Array): readonly ChatEvent[] {
    const data = dataOfFrame(frame)
    const json = data === undefined || data.trim() === DONE ? undefined : parseJson(data)
    return isObject(json) ? this.#eventsOfChunk(json) : []
  }

  #eventsOfChunk(json: JsonObject): readonly ChatEvent[] {
    if (!Array.isArray(json['choices'])) refuse('a chunk without choices')
    return arrayAt(json, 'choices').length > 0 ? this.#eventsOfChoice(firstChoice(json)) : []
  }

  #eventsOfChoice(choice: JsonObject): readonly ChatEvent[] {
    const delta = objectAt(choice, 'delta') ?? {}
    this.#checkRole(delta)
    const reason = finishOf(choice)
    return [
      ...wordEvents(delta),
      ...extraEvents(delta, choice),
      ...arrayAt(delta, 'tool_calls').flatMap(toolEvents),
      ...(reason === undefined ? [] : [{ kind: 'finished', reason } as const]),
    ]
  }

  #checkRole(delta: JsonObject): void {
    if (delta['role'] === '') refuse('an empty role')
    if (textAt(delta, 'role') !== undefined) this.#hasRole = true
    else if (!this.#hasRole) refuse('a first chunk without role')
  }
}

const toolEvents = (value: unknown): readonly ChatEvent[] => {
  const index = isObject(value) ? value['index'] : undefined
  if (typeof index !== 'number') return refuse('a tool call without index')
  const fn = objectAt(value, 'function')
  const fragment = fn?.['arguments'] ?? ''
  if (typeof fragment !== 'string') return refuse('tool arguments that are not text')
  const id = textAt(value, 'id')
  const begun =
    id === undefined ? [] : [{ kind: 'tool-call-begun', index, id, name: textAt(fn, 'name') ?? '', ...signatureOf(value) } as const]
  if (id !== undefined && textAt(value, 'type') === undefined) refuse('a tool call without type')
  return fragment === '' ? begun : [...begun, { kind: 'tool-call-arguments', index, fragment }]
}

/**
 * The relay's own stream with a strict client behind it. Usage and a failure are reported at the end, as the relay asks for them:
 * a packet that is passed on whole has no place for them between its words.
 */
export const openSameWire = ({ provider, wire, call }: Reading): StreamDecoder => {
  const client = new StrictClient()
  const stream = new SameWireStream({
    inspectReply: wire.inspectReply,
    normalizer: wire.openNormalizer?.(call),
    wantsUsage: call.wantsStreamUsage,
    failureOf: (error) => ({ fault: provider.classify(STATUS_OF_ANSWERS, JSON.stringify({ error })), message: '' }),
    onText: () => undefined,
    onWords: () => undefined,
  })
  return {
    push: (chunk) => client.push(stream.push(chunk)),
    end: () => {
      const events = [...client.push(stream.flush()), ...client.push(stream.tail() ?? NO_BYTES)]
      const [usage, failure] = [stream.usage(), stream.failure()]
      return [
        ...events,
        ...(usage === undefined ? [] : [{ kind: 'usage', usage } as const]),
        ...(failure === undefined ? [] : [{ kind: 'failed', failure } as const]),
      ]
    },
  }
}
