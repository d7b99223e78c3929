import { arrayAt, countAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { failedWith, type ChatEvent, type ChatReply, type Decoded } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { CONTENT_FILTERED, CONTEXT_EXCEEDED, type RefusalCode } from '@weir/dialects/model/wire-error'
import type { Usage } from '@weir/dialects/model/usage'
import { wholeArguments } from '@weir/dialects/openai-chat/answer/argument-pieces'
import { collectReply } from '../kit/streams/collect-reply.ts'
import { openLineStream } from '../kit/streams/line-stream.ts'
import { reportedUsage } from '../kit/reported-usage.ts'

const faults = (fault: UpstreamFault, ...codes: readonly number[]): readonly (readonly [number, UpstreamFault])[] =>
  codes.map((code) => [code, fault])

const FAULTS: ReadonlyMap<number, UpstreamFault> = new Map([
  ...faults('bad-request', 10_003, 10_004, 10_005, 10_163, 10_907),
  ...faults('bad-request', 10_013, 10_014, 10_019, 10_021, 10_022),
  ...faults('rate-limited', 10_006, 10_007, 11_201, 11_202, 11_203),
  ...faults('overloaded', 10_008, 10_009, 10_010, 10_011, 10_012, 10_110, 10_222, 10_223),
  ...faults('bad-credential', 10_015),
  ...faults('out-of-credit', 10_016, 11_200),
])

/** The answer was stopped by the provider's filter after some of it had come. */
const BLOCKED_OUTPUT = new Set([10_013, 10_014, 10_019, 10_022])

const INPUT_BLOCKED = 10_021
const TOO_MANY_TOKENS = 10_907

const refusalCodeOf = (code: number): RefusalCode | undefined => {
  if (BLOCKED_OUTPUT.has(code) || code === INPUT_BLOCKED) return CONTENT_FILTERED
  return code === TOO_MANY_TOKENS ? CONTEXT_EXCEEDED : undefined
}

const LAST = 2

const usageOf = (json: JsonObject): Usage | undefined => {
  const counts = objectAt(objectAt(objectAt(json, 'payload'), 'usage'), 'text')
  return reportedUsage({
    prompt: figureAt(counts, 'prompt_tokens'),
    output: figureAt(counts, 'completion_tokens'),
    total: figureAt(counts, 'total_tokens'),
  })
}

const hasLastMark = (json: unknown): boolean =>
  countAt(objectAt(json, 'header'), 'status') === LAST || countAt(objectAt(objectAt(json, 'payload'), 'choices'), 'status') === LAST

/** An error ends the talk as well. */
export const isLastMessage = (message: string): boolean => {
  const json = parseJson(message)
  return hasLastMark(json) || (objectAt(json, 'header')?.['code'] ?? 0) !== 0
}

class FrameReader {
  #hasText = false
  #hasTool = false
  #hasEnded = false

  read(line: string): readonly ChatEvent[] {
    const json = parseJson(line)
    if (!isObject(json) || this.#hasEnded) return []
    const header = objectAt(json, 'header')
    const code = header?.['code'] ?? 0
    return code === 0 ? this.#content(json, header) : this.#failure(typeof code === 'number' ? code : -1, header)
  }

  #failure(code: number, header: JsonObject | undefined): readonly ChatEvent[] {
    this.#hasEnded = true
    if (this.#hasText && BLOCKED_OUTPUT.has(code)) return [{ kind: 'finished', reason: 'content_filter' }]
    return [{ kind: 'failed', failure: failedWith(FAULTS.get(code) ?? 'broken', textAt(header, 'message'), refusalCodeOf(code)).failure }]
  }

  #content(json: JsonObject, header: JsonObject | undefined): readonly ChatEvent[] {
    const choices = objectAt(objectAt(json, 'payload'), 'choices')
    const entries = arrayAt(choices, 'text').filter(isObject)
    const isLast = hasLastMark(json)
    const usage = usageOf(json)
    const events = entries.flatMap((entry) => this.#entry(entry, textAt(header, 'sid') ?? ''))
    if (isLast) this.#hasEnded = true
    return [
      ...events,
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      ...(isLast ? [{ kind: 'finished' as const, reason: this.#hasTool ? ('tool_calls' as const) : ('stop' as const) }] : []),
    ]
  }

  #entry(entry: JsonObject, sid: string): readonly ChatEvent[] {
    const [text, reasoning] = [textAt(entry, 'content') ?? '', textAt(entry, 'reasoning_content') ?? '']
    if (text !== '') this.#hasText = true
    return [
      ...(reasoning === '' ? [] : [{ kind: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
      ...this.#tool(objectAt(entry, 'function_call'), sid),
    ]
  }

  /** One call at most, and it comes whole. */
  #tool(call: JsonObject | undefined, sid: string): readonly ChatEvent[] {
    const name = textAt(call, 'name')
    if (name === undefined || this.#hasTool) return []
    this.#hasTool = true
    return [
      { kind: 'tool-call-begun', index: 0, id: `call_${sid}`, name },
      { kind: 'tool-call-arguments', index: 0, fragment: wholeArguments(call?.['arguments']) },
    ]
  }
}

export const openStream = (): StreamDecoder => {
  const reader = new FrameReader()
  return openLineStream((line) => reader.read(line))
}

export const decodeChat = (body: string): Decoded<ChatReply> => collectReply(openStream(), body)
