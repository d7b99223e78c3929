import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from '../model/event.ts'
import type { UpstreamFault } from '../model/fault.ts'
import type { FinishReason } from '../model/finish-reason.ts'
import type { Normalizer, NativeWire, SameWire, StreamDecoder } from '../model/provider.ts'
import { eventsOfReply } from '../model/reply-events.ts'
import { FrameSplitter, dataOfFrame } from '../sse/decode.ts'
import { StrayBody } from '../sse/stray-body.ts'
import { inspectReply as inspectStandardReply } from './inspect-reply.ts'

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter']

const finishOf = (choice: unknown): FinishReason | undefined => {
  const reason = textAt(choice, 'finish_reason')
  if (reason === 'function_call') return 'tool_calls'
  return reason === undefined ? undefined : (FINISH_REASONS.find((known) => known === reason) ?? 'stop')
}

const wordsOf = (message: JsonObject): string => (textAt(message, 'content') ?? '') + (textAt(message, 'refusal') ?? '')
const thoughtOf = (message: JsonObject): string => textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning') ?? ''

const toolCallOf = (call: unknown, place: number): ToolCall => {
  const called = objectAt(call, 'function')
  return { id: textAt(call, 'id') ?? `call_${place}`, name: textAt(called, 'name') ?? '', arguments: textAt(called, 'arguments') ?? '' }
}

/** What is needed of a channel to read its answers. */
interface Reading {
  readonly wire: SameWire
  /** What an error inside a reply means. */
  readonly faultOf: (body: string) => UpstreamFault
}

const readReply = (body: string, call: ChatCall, { wire, faultOf }: Reading): Decoded<ChatReply> => {
  const raw = parseJson(body)
  if (!isObject(raw)) return failedWith('broken')
  const json = wire.openNormalizer?.(call).normalize(raw) ?? raw
  const summary = (wire.inspectReply ?? inspectStandardReply)(json)
  if (summary.error !== undefined) return failedWith(faultOf(body), textAt(summary.error, 'message'))
  const [choice] = arrayAt(json, 'choices')
  const message = objectAt(choice, 'message')
  if (message === undefined) return failedWith('broken')
  const toolCalls = arrayAt(message, 'tool_calls').map(toolCallOf)
  return decoded({
    text: wordsOf(message),
    reasoning: thoughtOf(message),
    toolCalls,
    finishReason: finishOf(choice) ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    usage: summary.usage,
  })
}

const DONE = '[DONE]'

/** The chunks of a chat as events. A whole reply in place of a stream is read as one. */
class ChunkReader implements StreamDecoder {
  readonly #reading: Reading
  readonly #call: ChatCall
  readonly #normalizer: Normalizer | undefined
  readonly #splitter = new FrameSplitter()
  readonly #begun = new Set<number>()
  readonly #stray = new StrayBody()
  #hasChunks = false
  #hasFinished = false

  constructor(reading: Reading, call: ChatCall) {
    this.#reading = reading
    this.#call = call
    this.#normalizer = reading.wire.openNormalizer?.(call)
  }

  push = (chunk: Uint8Array): readonly ChatEvent[] => this.#splitter.push(chunk).flatMap((frame) => this.#eventsOfFrame(frame))

  end = (): readonly ChatEvent[] => {
    const events = this.#eventsOfFrame(this.#splitter.flush())
    const body = this.#hasChunks ? '' : this.#stray.text()
    return body.startsWith('{') ? eventsOfReply(readReply(body, this.#call, this.#reading)) : events
  }

  #eventsOfFrame(frame: Uint8Array): readonly ChatEvent[] {
    const data = dataOfFrame(frame)
    if (data === undefined) {
      if (!this.#hasChunks) this.#stray.add(frame)
      return []
    }
    this.#hasChunks = true
    if (data.trim() === DONE) return this.#eventsOfEnd()
    const json = parseJson(data)
    return isObject(json) ? this.#eventsOfChunk(this.#normalizer?.normalize(json) ?? json) : []
  }

  /** The end mark stands for a finish where upstream names none, as it does for those who are sent the chunks. */
  #eventsOfEnd(): readonly ChatEvent[] {
    const pendingChunk = this.#normalizer?.pendingChunk?.()
    const events = pendingChunk === undefined ? [] : this.#eventsOfChunk(pendingChunk)
    if (this.#hasFinished) return events
    this.#hasFinished = true
    return [...events, { kind: 'finished', reason: this.#begun.size > 0 ? 'tool_calls' : 'stop' }]
  }

  #eventsOfChunk(json: JsonObject): readonly ChatEvent[] {
    const summary = (this.#reading.wire.inspectReply ?? inspectStandardReply)(json)
    if (summary.error !== undefined) {
      const fault = this.#reading.faultOf(JSON.stringify({ error: summary.error }))
      return [{ kind: 'failed', failure: { fault, message: textAt(summary.error, 'message') ?? '' } }]
    }
    const [choice] = arrayAt(json, 'choices')
    const events = choice === undefined ? [] : this.#eventsOfChoice(choice)
    return summary.usage === undefined ? events : [...events, { kind: 'usage', usage: summary.usage }]
  }

  #eventsOfChoice(choice: unknown): readonly ChatEvent[] {
    const delta = objectAt(choice, 'delta') ?? {}
    const [thought, words, reason] = [thoughtOf(delta), wordsOf(delta), finishOf(choice)]
    if (reason !== undefined) this.#hasFinished = true
    return [
      ...(thought === '' ? [] : [{ kind: 'reasoning', text: thought } as const]),
      ...(words === '' ? [] : [{ kind: 'text', text: words } as const]),
      ...arrayAt(delta, 'tool_calls').flatMap((call, place) => this.#eventsOfCall(call, place)),
      ...(reason === undefined ? [] : [{ kind: 'finished', reason } as const]),
    ]
  }

  #eventsOfCall(call: unknown, place: number): readonly ChatEvent[] {
    const given = isObject(call) ? call['index'] : undefined
    const index = typeof given === 'number' ? given : place
    const { id, name, arguments: fragment } = toolCallOf(call, index)
    const isNew = !this.#begun.has(index)
    this.#begun.add(index)
    return [
      ...(isNew ? [{ kind: 'tool-call-begun', index, id, name } as const] : []),
      ...(fragment === '' ? [] : [{ kind: 'tool-call-arguments', index, fragment } as const]),
    ]
  }
}

/** Chat on OpenAI's wire as one wire among others, for callers who speak another language than it. */
export const chatWire = (reading: Reading): NativeWire => ({
  kind: 'native',
  decode: (body, call) => readReply(body, call, reading),
  openStream: (call) => new ChunkReader(reading, call),
})
