import { createHash } from 'node:crypto'
import { arrayAt, countAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatReply, ToolCall } from '@weir/dialects/model/event'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { approximateTokens, type Usage } from '@weir/dialects/model/usage'
import { promptTextOf } from '@weir/dialects/openai-chat/prompt-text'
import { renderReply, type ReplyMeta } from '@weir/dialects/openai-chat/render-reply'
import { StreamRenderer } from '@weir/dialects/openai-chat/render-stream'
import { sampleArguments } from './sample-arguments.ts'

export interface SimulatedPiece {
  /** How long to wait before this piece is sent. */
  readonly afterMs: number
  readonly bytes: Uint8Array
}

export interface SimulatedReply {
  readonly status: number
  readonly contentType: string
  readonly pieces: readonly SimulatedPiece[]
}

export interface SimulatorContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Time between two pieces of a stream. */
  readonly paceMs: number
}

const encoder = new TextEncoder()

const json = (status: number, text: string, afterMs: number): SimulatedReply => ({
  status,
  contentType: 'application/json',
  pieces: [{ afterMs, bytes: encoder.encode(text) }],
})

const ERROR_CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
}

const refusal = (status: number, afterMs: number): SimulatedReply => {
  const error = { message: `Simulated error ${status}`, type: 'simulated_error', param: null, code: ERROR_CODES[status] ?? null }
  return json(status, JSON.stringify({ error }), afterMs)
}

const textOf = (message: unknown): string => {
  const content = isObject(message) ? message['content'] : undefined
  if (typeof content === 'string') return content
  return arrayAt(message, 'content')
    .map((part) => textAt(part, 'text') ?? '')
    .join('')
}

/** The first tool is called once; when its result has come, the result is what there is to echo. */
const toolCallFor = (body: JsonObject, last: unknown, id: string): ToolCall | undefined => {
  const fn = objectAt(arrayAt(body, 'tools')[0], 'function')
  const isAsked = textAt(last, 'role') === 'user' && body['tool_choice'] !== 'none'
  if (fn === undefined || !isAsked) return undefined
  return { id: `call_${id.slice(0, 12)}`, name: textAt(fn, 'name') ?? 'tool', arguments: sampleArguments(fn['parameters']) }
}

const words = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? []

const usageOf = (body: JsonObject, produced: string): Usage => ({
  input: approximateTokens(Buffer.byteLength(promptTextOf(body))),
  cacheRead: 0,
  cacheWrite: 0,
  output: approximateTokens(Buffer.byteLength(produced)),
  reasoning: 0,
  source: 'upstream',
})

const replyTo = (body: JsonObject, id: string): ChatReply => {
  const last = arrayAt(body, 'messages').at(-1)
  const call = toolCallFor(body, last, id)
  if (call !== undefined)
    return { text: '', reasoning: '', toolCalls: [call], finishReason: 'tool_calls', usage: usageOf(body, call.name + call.arguments) }
  const spoken = words(textOf(last))
  const limit = countAt(body, 'max_completion_tokens') ?? countAt(body, 'max_tokens') ?? spoken.length
  const text = spoken.slice(0, limit).join('')
  return { text, reasoning: '', toolCalls: [], finishReason: limit < spoken.length ? 'length' : 'stop', usage: usageOf(body, text) }
}

const streamed = (reply: ChatReply, meta: ReplyMeta, wantsUsage: boolean): readonly Uint8Array[] => {
  const renderer = new StreamRenderer(meta, wantsUsage)
  const events = [
    ...words(reply.text).map((text) => ({ kind: 'text', text }) as const),
    ...reply.toolCalls.flatMap((call, index) => [
      { kind: 'tool-call-begun', index, id: call.id, name: call.name } as const,
      { kind: 'tool-call-arguments', index, fragment: call.arguments } as const,
    ]),
    { kind: 'finished', reason: reply.finishReason } as const,
  ]
  const frames = events.flatMap((event) => renderer.render(event) ?? [])
  return [...frames, renderer.end(reply.usage)]
}

/** Orders in the last message: `!error 429` refuses, `!cut` breaks a stream off after its first piece. */
const ORDER = /^!(?:error (4\d\d|5\d\d)|(cut))\s*$/

/** What the built-in upstream answers. The same request always gets the same answer. */
export const answer = (request: UpstreamRequest, { now, paceMs }: SimulatorContext): SimulatedReply => {
  const body = typeof request.body === 'string' ? parseJson(request.body) : undefined
  if (!isObject(body)) return refusal(400, 0)
  const order = ORDER.exec(textOf(arrayAt(body, 'messages').at(-1)))
  if (order?.[1] !== undefined) return refusal(Number(order[1]), paceMs)
  const id = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 24)
  const meta = { id: `chatcmpl-${id}`, created: Math.floor(now / 1000), model: textAt(body, 'model') ?? '' }
  const reply = replyTo(body, id)
  if (body['stream'] !== true) return json(200, renderReply(reply, meta), paceMs)
  const frames = streamed(reply, meta, objectAt(body, 'stream_options')?.['include_usage'] === true)
  const sent = order?.[2] === undefined ? frames : frames.slice(0, 1)
  return { status: 200, contentType: 'text/event-stream', pieces: sent.map((bytes) => ({ afterMs: paceMs, bytes })) }
}
