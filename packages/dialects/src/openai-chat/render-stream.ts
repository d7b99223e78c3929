import type { ChatEvent } from '../model/event.ts'
import type { Usage } from '../model/usage.ts'
import { encodeDataFrame } from '../sse/encode.ts'
import { renderSignature, renderUsage, type ReplyMeta } from './render-reply.ts'

const deltaOf = (event: ChatEvent): object | undefined => {
  switch (event.kind) {
    case 'text':
      return { content: event.text }
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
    case 'usage':
    case 'finished':
    case 'failed':
      return undefined
  }
}

export const END_FRAME = encodeDataFrame('[DONE]')

/** Writes the common model's events as OpenAI chunks. The first chunk of an answer also names the role. */
export class StreamRenderer {
  readonly #meta: ReplyMeta
  #hasBegun = false

  constructor(meta: ReplyMeta) {
    this.#meta = meta
  }

  /** Undefined for events that have no chunk of their own. */
  render(event: ChatEvent): Uint8Array | undefined {
    if (event.kind === 'finished') return this.#chunk({}, event.reason)
    const delta = deltaOf(event)
    return delta && this.#chunk(delta, null)
  }

  renderUsage(usage: Usage): Uint8Array {
    return this.#encode({ choices: [], usage: renderUsage(usage) })
  }

  #chunk(delta: object, finishReason: string | null): Uint8Array {
    const role = this.#hasBegun ? {} : { role: 'assistant' }
    this.#hasBegun = true
    return this.#encode({ choices: [{ index: 0, delta: { ...role, ...delta }, logprobs: null, finish_reason: finishReason }] })
  }

  #encode(body: object): Uint8Array {
    const { id, created, model } = this.#meta
    return encodeDataFrame(JSON.stringify({ id, object: 'chat.completion.chunk', created, model, ...body }))
  }
}
