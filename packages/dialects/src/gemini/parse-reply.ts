import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { ChatEvent, ChatReply, Decoded } from '../model/event.ts'
import type { UpstreamFault } from '../model/fault.ts'
import type { FinishReason } from '../model/finish-reason.ts'
import { replyOfEvents } from '../model/reply-events.ts'
import type { Usage } from '../model/usage.ts'
import { toolNames, type ToolNames } from '../openai-chat/tool-names.ts'
import { faultOfGoogleError } from './errors.ts'
import { logprobsOf } from './log-probabilities.ts'
import { searchOptionsIn } from '../hosted-tools/search-options.ts'
import { GroundingCounter } from './grounding.ts'
import { usageFromGemini } from './read-usage.ts'
import { GeminiSources } from './sources.ts'
import { speechOf } from './speech.ts'
import { StreamedArguments } from './streamed-arguments.ts'
import { wordTable } from '../word-table.ts'

const FINISHES = wordTable<FinishReason>({
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
})

/** The model failed to write a call or a picture; what it wrote is no answer. */
const FAILURES = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'NO_IMAGE',
  'MISSING_THOUGHT_SIGNATURE',
])

/** How a signed thought is named among others' when it comes back. */
export const THOUGHT_BLOCK = 'gemini_thought'

const failure = (fault: UpstreamFault, message = ''): ChatEvent => ({ kind: 'failed', failure: { fault, message } })

const signed = (signature: string | undefined) => (signature === undefined ? {} : { signature })

const isThought = (part: unknown): boolean => isObject(part) && part['thought'] === true

/** A call whose arguments are still coming. */
interface OpenCall {
  readonly index: number
  readonly wireName: string
  readonly wireId: string | undefined
  readonly written: StreamedArguments
}

/** Reads one chunk after another; a whole reply is a single chunk. */
export class GeminiReader {
  readonly #call: ChatCall
  readonly #names: ToolNames
  readonly #sources = new GeminiSources()
  readonly #seals: JsonObject[] = []
  readonly #grounding: GroundingCounter
  #openCall: OpenCall | undefined
  #toolCount = 0
  #usage: Usage | undefined
  #hasEnded = false

  constructor(call: ChatCall) {
    this.#call = call
    this.#names = toolNames(call.body)
    this.#grounding = new GroundingCounter({ searches: searchOptionsIn(call.body) !== undefined, readsMaps: false })
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
    this.#grounding.note(candidate)
    const usage = this.#noteUsage(chunk)
    const content = arrayAt(objectAt(candidate, 'content'), 'parts').flatMap((part) => this.#readPart(part, replyId))
    const logprobs = logprobsOf(candidate)
    this.#sources.noteCandidate(candidate)
    return [
      ...content,
      ...(logprobs.length > 0 ? [{ kind: 'logprobs', logprobs } as const] : []),
      ...usage,
      ...this.#end(textAt(candidate, 'finishReason'), candidate),
    ]
  }

  /** Figures are totals that grow with every chunk, so only the last count; those that come without an end are kept back until it. */
  #noteUsage(chunk: unknown): readonly ChatEvent[] {
    const wire = objectAt(chunk, 'usageMetadata')
    this.#usage = (wire && usageFromGemini(wire)) ?? this.#usage
    return this.#hasEnded && wire ? this.#figures() : []
  }

  #figures(): readonly ChatEvent[] {
    if (this.#usage === undefined) return []
    const calls = this.#grounding.counts()
    const { tier } = this.#usage
    const traits: readonly ChatEvent[] = tier === undefined ? [] : [{ kind: 'traits', traits: { serviceTier: tier } }]
    return [...traits, { kind: 'usage', usage: calls ? { ...this.#usage, calls } : this.#usage }]
  }

  #readPart(part: unknown, replyId: string): readonly ChatEvent[] {
    const signature = textAt(part, 'thoughtSignature')
    const text = textAt(part, 'text') ?? ''
    this.#sources.notePart(isThought(part) ? '' : text)
    const call = objectAt(part, 'functionCall')
    if (call) return this.#readCall(call, signature, replyId)
    if (isThought(part)) return this.#readThought(text, signature)
    const media = objectAt(part, 'inlineData')
    if (media) return [this.#readMedia(media, signature, replyId)]
    return text === '' && signature === undefined ? [] : [{ kind: 'text', text, ...signed(signature) }]
  }

  /** Pictures among the thoughts are drafts of those in the answer. */
  #readThought(text: string, signature: string | undefined): readonly ChatEvent[] {
    if (signature === undefined) return text === '' ? [] : [{ kind: 'reasoning', text }]
    this.#seals.push({ type: THOUGHT_BLOCK, text, signature })
    return [{ kind: 'reasoning', text, sealed: [...this.#seals] }]
  }

  #readMedia(media: JsonObject, signature: string | undefined, replyId: string): ChatEvent {
    const [mimeType, data] = [textAt(media, 'mimeType') ?? '', textAt(media, 'data') ?? '']
    if (!mimeType.startsWith('audio/')) return { kind: 'image', image: { mimeType, data, ...signed(signature) } }
    return { kind: 'audio', audio: { id: `audio_${replyId}`, data: speechOf(data, mimeType, this.#call) } }
  }

  #readCall(call: JsonObject, signature: string | undefined, replyId: string): readonly ChatEvent[] {
    const open = this.#openCall
    if (open !== undefined && isSameCall(call, open)) return this.#continueCall(call, open)
    const wireName = textAt(call, 'name') ?? ''
    // The end of a call that came in pieces.
    if (wireName === '') return []
    const closed = this.#closeCall()
    const index = this.#toolCount++
    const wireId = textAt(call, 'id')
    // Older models give no id; this one is the same whenever the same reply is read.
    const id = wireId || `call_${replyId}_${index}`
    const begun: ChatEvent = { kind: 'tool-call-begun', index, id, name: this.#names.fromWire(wireName), ...signed(signature) }
    const next = { index, wireName, wireId, written: new StreamedArguments(objectAt(call, 'args')) }
    this.#openCall = next
    return [...closed, begun, ...this.#continueCall(call, next)]
  }

  #continueCall(call: JsonObject, open: OpenCall): readonly ChatEvent[] {
    open.written.add(call)
    return call['willContinue'] === true ? [] : this.#closeCall()
  }

  #closeCall(): readonly ChatEvent[] {
    const open = this.#openCall
    this.#openCall = undefined
    return open === undefined ? [] : [{ kind: 'tool-call-arguments', index: open.index, fragment: String(open.written) }]
  }

  #end(reason: string | undefined, candidate: unknown): readonly ChatEvent[] {
    if (this.#hasEnded || reason === undefined || reason.endsWith('UNSPECIFIED')) return []
    this.#hasEnded = true
    if (FAILURES.has(reason)) return [failure('broken', textAt(candidate, 'finishMessage'))]
    const mapped = FINISHES[reason] ?? 'stop'
    const annotations = this.#sources.annotations()
    const searches = this.#grounding.searches().map((search) => ({ kind: 'search' as const, search }))
    return [
      ...this.#closeCall(),
      ...(annotations.length > 0 ? [{ kind: 'annotations', annotations } as const] : []),
      // What was searched for is told with the sources, at the end.
      ...searches,
      ...this.#figures(),
      { kind: 'finished', reason: mapped === 'stop' && this.#toolCount > 0 ? 'tool_calls' : mapped },
    ]
  }
}

/** Only the first piece of a call must name it. */
const isSameCall = (call: JsonObject, open: OpenCall): boolean => {
  const [name, id] = [textAt(call, 'name') || open.wireName, textAt(call, 'id') ?? open.wireId]
  return name === open.wireName && id === open.wireId
}

export const parseGeminiReply = (body: string, call: ChatCall): Decoded<ChatReply> =>
  replyOfEvents(new GeminiReader(call).read(parseJson(body)))
