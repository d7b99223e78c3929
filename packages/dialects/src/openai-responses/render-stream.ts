import type { JsonObject } from '../json.ts'
import type { ChatEvent } from '../model/event.ts'
import type { EventRenderer } from '../model/event-renderer.ts'
import type { Usage } from '../model/usage.ts'
import type { WireError } from '../model/wire-error.ts'
import type { Step } from './items/item.ts'
import type { ItemWriter } from './items/writer.ts'
import { renderEvent, renderFailedResponse } from './render-failure.ts'
import { IN_PROGRESS, endState, openWriter, renderEnded, renderResponse, type ResponseMeta, type ResponseState } from './render-reply.ts'

const encoder = new TextEncoder()

/** Writes the common model's events as those of OpenAI's Responses endpoint. */
export class ResponsesRenderer implements EventRenderer {
  readonly #meta: ResponseMeta
  readonly #writer: ItemWriter
  #sequence = 0

  constructor(meta: ResponseMeta) {
    this.#meta = meta
    this.#writer = openWriter(meta)
  }

  render = (event: ChatEvent): Uint8Array | undefined => {
    const steps = this.#writer.take(event)
    if (steps.length === 0) return undefined
    return this.#encode([...this.#opening(), ...steps])
  }

  end = (usage: Usage | undefined): Uint8Array => {
    const state = endState(this.#writer, usage)
    return this.#encode([...this.#opening(), [`response.${state.status}`, { response: renderEnded(state, this.#meta) }]])
  }

  failure = (error: WireError): Uint8Array => {
    const opening = this.#encode(this.#opening())
    const response = this.#response({ ...IN_PROGRESS, output: Object.values(this.#writer.output) })
    return Buffer.concat([opening, renderFailedResponse(response, this.#sequence++, error)])
  }

  #opening(): readonly Step[] {
    if (this.#sequence > 0) return []
    const response = this.#response(IN_PROGRESS)
    return [
      ['response.created', { response }],
      ['response.in_progress', { response }],
    ]
  }

  #response(state: ResponseState): JsonObject {
    return renderResponse(state, this.#meta)
  }

  #encode(steps: readonly Step[]): Uint8Array {
    return encoder.encode(steps.map(([type, payload]) => renderEvent(type, this.#sequence++, payload)).join(''))
  }
}
