import type { JsonObject } from '../../json.ts'
import type { WireReplyMeta } from '../../model/caller-wire.ts'
import type { ChatEvent, SealedReasoning, ToolCall, WebSearch } from '../../model/event.ts'
import type { EventRenderer } from '../../model/event-renderer.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import type { Usage } from '../../model/usage.ts'
import type { WireError } from '../../model/wire-error.ts'
import { joinBytes } from '../../bytes.ts'
import { ChunkFrames } from './chunk-frames.ts'
import {
  audioParts,
  callParts,
  finishOf,
  imagePart,
  logprobsFields,
  renderChunk,
  renderUsage,
  showsThoughts,
  textSeal,
  thoughtPart,
} from './render-reply.ts'
import { groundingOf } from './sources.ts'

interface OpenCall extends Omit<ToolCall, 'arguments'> {
  arguments: string
}

/** Writes the common model's events as the chunks of Google's endpoint. Calls come whole on this wire, and so at the end. */
export class GeminiRenderer implements EventRenderer {
  readonly #meta: WireReplyMeta
  readonly #frames: ChunkFrames
  readonly #showsThoughts: boolean
  readonly #calls = new Map<number, OpenCall>()
  readonly #annotations: JsonObject[] = []
  readonly #searches: WebSearch[] = []
  #text = ''
  #reasoning = ''
  #sealed: SealedReasoning = []
  #signature: string | undefined
  #finish: FinishReason = 'stop'

  constructor(meta: WireReplyMeta, isArray: boolean) {
    this.#meta = meta
    this.#frames = new ChunkFrames(isArray)
    this.#showsThoughts = showsThoughts(meta)
  }

  render = (event: ChatEvent): Uint8Array | undefined => {
    switch (event.kind) {
      case 'text':
        this.#text += event.text
        this.#signature = event.signature ?? this.#signature
        return this.#writeText(event.text)
      case 'refusal':
        return this.#writeText(event.text)
      case 'reasoning':
        this.#reasoning += event.text
        this.#sealed = event.sealed ?? this.#sealed
        return this.#showsThoughts && event.text !== '' ? this.#write([thoughtPart(event.text)]) : undefined
      case 'image':
        return this.#write([imagePart(event.image)])
      case 'audio':
        return this.#write(audioParts(event.audio))
      case 'tool-call-begun':
        this.#beginCall(event)
        return undefined
      case 'tool-call-arguments':
        this.#continueCall(event.index, event.fragment)
        return undefined
      case 'annotations':
        this.#annotations.push(...event.annotations)
        return undefined
      case 'search':
        this.#searches.push(event.search)
        return undefined
      case 'logprobs':
        return this.#encode(renderChunk(logprobsFields(event.logprobs), this.#meta))
      case 'finished':
        this.#finish = event.reason
        return undefined
      case 'traits':
      case 'usage':
      case 'failed':
        return undefined
    }
  }

  end = (usage: Usage | undefined): Uint8Array => {
    const candidate = {
      content: { role: 'model', parts: this.#lastParts() },
      finishReason: finishOf(this.#finish),
      ...groundingOf(this.#annotations, this.#text, this.#searches),
    }
    const last = { ...renderChunk(candidate, this.#meta), ...(usage && { usageMetadata: renderUsage(usage) }) }
    return joinBytes([this.#encode(last), this.#frames.end()])
  }

  failure = (error: WireError): Uint8Array => this.#frames.failure(error)

  #writeText(text: string): Uint8Array | undefined {
    return text === '' ? undefined : this.#write([{ text }])
  }

  #write(parts: readonly JsonObject[]): Uint8Array | undefined {
    return parts.length === 0 ? undefined : this.#encode(renderChunk({ content: { role: 'model', parts } }, this.#meta))
  }

  #encode(chunk: JsonObject): Uint8Array {
    return this.#frames.chunk(JSON.stringify(chunk))
  }

  #beginCall({ index, id, name, signature }: ChatEvent & { readonly kind: 'tool-call-begun' }): void {
    this.#calls.set(index, { id, name, arguments: '', ...(signature !== undefined && { signature }) })
  }

  #continueCall(index: number, fragment: string): void {
    const call = this.#calls.get(index)
    if (call !== undefined) call.arguments += fragment
  }

  /** The seal of an answer in words alone comes with its end, as Google sends it. */
  #lastParts(): readonly JsonObject[] {
    const calls = callParts([...this.#calls.values()], { text: this.#reasoning, sealed: this.#sealed })
    const seal = textSeal(calls.length > 0 ? [] : this.#sealed, this.#signature)
    const sealed = seal === undefined ? [] : [{ text: '', thoughtSignature: seal }]
    return calls.length === 0 && sealed.length === 0 ? [{ text: '' }] : [...sealed, ...calls]
  }
}
