import type { JsonObject } from '../json.ts'
import type { ChatEvent } from '../model/event.ts'
import type { EventRenderer } from '../model/event-renderer.ts'
import type { Usage } from '../model/usage.ts'
import { encodeDataFrame } from '../sse/encode.ts'
import { DONE } from '../sse/last-frame.ts'
import { renderErrorFrame } from './envelope.ts'
import { renderAudio, renderImage, renderSignature, renderSources, renderTraits, renderUsage, type ReplyMeta } from './render-reply.ts'

const deltaOf = (event: ChatEvent): object | undefined => {
  switch (event.kind) {
    case 'text':
      return { content: event.text, ...renderSignature(event.signature) }
    case 'reasoning':
      return { ...(event.text !== '' && { reasoning_content: event.text }), ...(event.sealed && { thinking_blocks: event.sealed }) }
    case 'tool-call-begun':
      return {
        tool_calls: [
          {
            index: event.index,
            id: event.id,
            type: 'function',
            function: { name: event.name, arguments: '' },
            ...renderSignature(event.signature),
          },
        ],
      }
    case 'tool-call-arguments':
      return { tool_calls: [{ index: event.index, function: { arguments: event.fragment } }] }
    case 'refusal':
      return { refusal: event.text }
    case 'audio':
      return { audio: renderAudio(event.audio) }
    case 'annotations':
      return renderSources(event.annotations)
    case 'image':
    case 'logprobs':
    case 'search':
    case 'traits':
    case 'usage':
    case 'finished':
    case 'failed':
      return undefined
  }
}

const END_FRAME = encodeDataFrame(DONE)

/** Writes the common model's events as OpenAI chunks. The first chunk of an answer also names the role. */
export class StreamRenderer implements EventRenderer {
  readonly #meta: ReplyMeta
  readonly #wantsUsage: boolean
  #hasBegun = false
  #images = 0
  #traits: JsonObject = {}

  constructor(meta: ReplyMeta, wantsUsage: boolean) {
    this.#meta = meta
    this.#wantsUsage = wantsUsage
  }

  render = (event: ChatEvent): Uint8Array | undefined => {
    switch (event.kind) {
      case 'finished':
        return this.#chunk({}, { finishReason: event.reason })
      case 'logprobs':
        return this.#chunk({}, { logprobs: { content: event.logprobs, refusal: null } })
      case 'image':
        return this.#chunk({ images: [renderImage(event.image, this.#images++)] })
      case 'traits':
        this.#traits = { ...this.#traits, ...renderTraits(event.traits) }
        return undefined
      default: {
        const delta = deltaOf(event)
        return delta && this.#chunk(delta)
      }
    }
  }

  end = (usage: Usage | undefined): Uint8Array => {
    if (!this.#wantsUsage || usage === undefined) return END_FRAME
    return Buffer.concat([this.#encode({ choices: [], usage: renderUsage(usage) }), END_FRAME])
  }

  /** No end mark follows: the answer has none. */
  failure = renderErrorFrame

  #chunk(
    delta: object,
    { logprobs = null, finishReason = null }: { logprobs?: object | null; finishReason?: string | null } = {},
  ): Uint8Array {
    const role = this.#hasBegun ? {} : { role: 'assistant' }
    this.#hasBegun = true
    return this.#encode({ choices: [{ index: 0, delta: { ...role, ...delta }, logprobs, finish_reason: finishReason }] })
  }

  #encode(body: object): Uint8Array {
    const { id, created, model } = this.#meta
    return encodeDataFrame(JSON.stringify({ id, object: 'chat.completion.chunk', created, model, ...this.#traits, ...body }))
  }
}
