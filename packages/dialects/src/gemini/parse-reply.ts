import { arrayAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { ChatEvent, ChatReply, Decoded } from '../model/event.ts'
import type { UpstreamFault } from '../model/fault.ts'
import type { FinishReason } from '../model/finish-reason.ts'
import { replyOfEvents } from '../model/reply-events.ts'
import type { Usage } from '../model/usage.ts'
import { toolNames, type ToolNames } from '../openai-chat/tool-names.ts'
import { faultOfGoogleError } from './errors.ts'

const FINISHES: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  LANGUAGE: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  OTHER: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  IMAGE_PROHIBITED_CONTENT: 'content_filter',
  IMAGE_RECITATION: 'content_filter',
}

/** The model failed to write a call or a picture; what it wrote is no answer. */
const FAILURES = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'NO_IMAGE',
  'MISSING_THOUGHT_SIGNATURE',
])

/** Cached input is part of the prompt's count. Some gateways count thoughts among the candidates' tokens; then the sum shows it. */
const usageFromGemini = (wire: JsonObject): Usage | undefined => {
  const promptOnly = figureAt(wire, 'promptTokenCount')
  const candidates = figureAt(wire, 'candidatesTokenCount') ?? 0
  if (promptOnly === undefined) return undefined
  const prompt = promptOnly + (figureAt(wire, 'toolUsePromptTokenCount') ?? 0)
  const thoughts = figureAt(wire, 'thoughtsTokenCount') ?? 0
  const isInside = thoughts > 0 && prompt + candidates === figureAt(wire, 'totalTokenCount')
  const output = isInside ? candidates : candidates + thoughts
  const cacheRead = Math.min(figureAt(wire, 'cachedContentTokenCount') ?? 0, prompt)
  return { input: prompt - cacheRead, cacheRead, cacheWrite: 0, output, reasoning: Math.min(thoughts, output), source: 'upstream' }
}

const failure = (fault: UpstreamFault, message = ''): ChatEvent => ({ kind: 'failed', failure: { fault, message } })

/** Reads one chunk after another; a whole reply is a single chunk. */
export class GeminiReader {
  readonly #names: ToolNames
  #toolCount = 0
  #usage: Usage | undefined
  #hasEnded = false

  constructor(call: ChatCall) {
    this.#names = toolNames(call.body)
  }

  read(json: unknown): readonly ChatEvent[] {
    // Streams that are not server-sent events carry an error as a list of one.
    const chunk = Array.isArray(json) ? (json[0] as unknown) : json
    const error = objectAt(chunk, 'error')
    if (error) return [failure(faultOfGoogleError(error) ?? 'broken', textAt(error, 'message'))]
    const candidate = arrayAt(chunk, 'candidates')[0]
    const blocked = textAt(objectAt(chunk, 'promptFeedback'), 'blockReason')
    if (candidate === undefined && blocked !== undefined && !blocked.endsWith('UNSPECIFIED'))
      return [failure('bad-request', `The prompt was blocked: ${blocked}`)]
    const replyId = textAt(chunk, 'responseId') ?? ''
    const usage = this.#noteUsage(chunk)
    const content = arrayAt(objectAt(candidate, 'content'), 'parts').flatMap((part) => this.#readPart(part, replyId))
    return [...content, ...usage, ...this.#end(textAt(candidate, 'finishReason'), candidate)]
  }

  /** Figures are totals that grow with every chunk, so only the last count; those that come without an end are kept back until it. */
  #noteUsage(chunk: unknown): readonly ChatEvent[] {
    const wire = objectAt(chunk, 'usageMetadata')
    this.#usage = (wire && usageFromGemini(wire)) ?? this.#usage
    return this.#hasEnded && wire && this.#usage ? [{ kind: 'usage', usage: this.#usage }] : []
  }

  #readPart(part: unknown, replyId: string): readonly ChatEvent[] {
    const call = objectAt(part, 'functionCall')
    if (call) return this.#readCall(call, textAt(part, 'thoughtSignature'), replyId)
    const image = objectAt(part, 'inlineData')
    if (image) return [{ kind: 'text', text: `![image](data:${textAt(image, 'mimeType') ?? ''};base64,${textAt(image, 'data') ?? ''})` }]
    const text = textAt(part, 'text') ?? ''
    if (text === '') return []
    return [{ kind: isObject(part) && part['thought'] === true ? 'reasoning' : 'text', text }]
  }

  #readCall(call: JsonObject, signature: string | undefined, replyId: string): readonly ChatEvent[] {
    const index = this.#toolCount++
    const wireName = textAt(call, 'name') ?? ''
    const fragment = JSON.stringify(objectAt(call, 'args') ?? {})
    // Older models give no id; this one is the same whenever the same reply is read.
    const id = textAt(call, 'id') || `call_${replyId}_${index}`
    return [
      { kind: 'tool-call-begun', index, id, name: this.#names.fromWire(wireName), ...(signature !== undefined && { signature }) },
      { kind: 'tool-call-arguments', index, fragment },
    ]
  }

  #end(reason: string | undefined, candidate: unknown): readonly ChatEvent[] {
    if (this.#hasEnded || reason === undefined || reason.endsWith('UNSPECIFIED')) return []
    this.#hasEnded = true
    if (FAILURES.has(reason)) return [failure('broken', textAt(candidate, 'finishMessage'))]
    const mapped = FINISHES[reason] ?? 'stop'
    const finish: ChatEvent = { kind: 'finished', reason: mapped === 'stop' && this.#toolCount > 0 ? 'tool_calls' : mapped }
    return this.#usage ? [{ kind: 'usage', usage: this.#usage }, finish] : [finish]
  }
}

export const parseGeminiReply = (body: string, call: ChatCall): Decoded<ChatReply> =>
  replyOfEvents(new GeminiReader(call).read(parseJson(body)))
