import type { JsonObject } from '../json.ts'
import type { ChatEvent } from '../model/event.ts'
import type { EventRenderer } from '../model/event-renderer.ts'
import type { FinishReason } from '../model/finish-reason.ts'
import type { Usage } from '../model/usage.ts'
import type { WireError } from '../model/wire-error.ts'
import { renderEvent, renderFailedResponse } from './render-failure.ts'
import {
  IN_PROGRESS,
  begunItem,
  callKind,
  endState,
  itemId,
  renderResponse,
  summaryPart,
  textPart,
  wholeItem,
  type Item,
  type ResponseMeta,
  type ResponseState,
} from './render-reply.ts'

interface OpenItem {
  readonly place: number
  readonly id: string
  item: Item
}

type Step = readonly [type: string, payload: JsonObject]

const encoder = new TextEncoder()

/** Part of a thought, of a message, or none: a call has no parts. */
const partSteps = ({ item, id, place }: OpenItem, isEnd: boolean): readonly Step[] => {
  const where = { item_id: id, output_index: place }
  const verb = isEnd ? 'done' : 'added'
  switch (item.kind) {
    case 'reasoning':
      return item.text === '' && isEnd
        ? []
        : [[`response.reasoning_summary_part.${verb}`, { ...where, summary_index: 0, part: summaryPart(isEnd ? item.text : '') }]]
    case 'message':
      return [[`response.content_part.${verb}`, { ...where, content_index: 0, part: textPart(isEnd ? item.text : '') }]]
    case 'call':
    case 'custom-call':
      return []
  }
}

const deltaSteps = ({ item, id, place }: OpenItem, delta: string): readonly Step[] => {
  const where = { item_id: id, output_index: place }
  switch (item.kind) {
    case 'reasoning':
      return [['response.reasoning_summary_text.delta', { ...where, summary_index: 0, delta }]]
    case 'message':
      return [['response.output_text.delta', { ...where, content_index: 0, delta, logprobs: [] }]]
    case 'call':
      return [['response.function_call_arguments.delta', { ...where, delta }]]
    case 'custom-call':
      // The text of its input can be told from the JSON around it only when all of it is there.
      return []
  }
}

const doneSteps = ({ item, id, place }: OpenItem): readonly Step[] => {
  const where = { item_id: id, output_index: place }
  switch (item.kind) {
    case 'reasoning':
      return item.text === '' ? [] : [['response.reasoning_summary_text.done', { ...where, summary_index: 0, text: item.text }]]
    case 'message':
      return [['response.output_text.done', { ...where, content_index: 0, text: item.text, logprobs: [] }]]
    case 'call':
      return [['response.function_call_arguments.done', { ...where, name: item.name, arguments: item.arguments }]]
    case 'custom-call':
      return []
  }
}

const extended = (item: Item, delta: string): Item => {
  switch (item.kind) {
    case 'reasoning':
    case 'message':
      return { ...item, text: item.text + delta }
    case 'call':
    case 'custom-call':
      return { ...item, arguments: item.arguments + delta }
  }
}

/** Writes the common model's events as those of OpenAI's Responses endpoint. */
export class ResponsesRenderer implements EventRenderer {
  readonly #meta: ResponseMeta
  readonly #output: JsonObject[] = []
  readonly #calls = new Map<number, OpenItem>()
  /** The thought or the message that is being written; calls may be open side by side. */
  #current: OpenItem | undefined
  #places = 0
  #sequence = 0
  #finish: FinishReason = 'stop'

  constructor(meta: ResponseMeta) {
    this.#meta = meta
  }

  render = (event: ChatEvent): Uint8Array | undefined => {
    const steps = this.#stepsOf(event)
    if (steps.length === 0) return undefined
    return this.#encode([...this.#opening(), ...steps])
  }

  end = (usage: Usage | undefined): Uint8Array => {
    const state = endState(this.#finish, this.#output, usage)
    return this.#encode([...this.#opening(), [`response.${state.status}`, { response: this.#response(state) }]])
  }

  failure = (error: WireError): Uint8Array => {
    const opening = this.#encode(this.#opening())
    const response = this.#response({ ...IN_PROGRESS, output: Object.values(this.#output) })
    return Buffer.concat([opening, renderFailedResponse(response, this.#sequence++, error)])
  }

  #stepsOf(event: ChatEvent): readonly Step[] {
    switch (event.kind) {
      case 'text':
        return this.#write('message', event.text)
      case 'reasoning':
        return this.#think(event)
      case 'tool-call-begun':
        return this.#beginCall(event)
      case 'tool-call-arguments':
        return this.#writeCall(event.index, event.fragment)
      case 'finished':
        this.#finish = event.reason
        return [...this.#closeCurrent(), ...[...this.#calls.values()].flatMap((open) => this.#close(open))]
      case 'refusal':
        return this.#write('message', event.text)
      case 'image':
      case 'audio':
      case 'annotations':
      case 'logprobs':
      case 'traits':
      case 'usage':
      case 'failed':
        return []
    }
  }

  #opening(): readonly Step[] {
    if (this.#sequence > 0) return []
    const response = this.#response(IN_PROGRESS)
    return [
      ['response.created', { response }],
      ['response.in_progress', { response }],
    ]
  }

  #open(item: Item): readonly [OpenItem, readonly Step[]] {
    const place = this.#places++
    const open: OpenItem = { place, id: itemId(item.kind, place, this.#meta), item }
    const added: Step = ['response.output_item.added', { output_index: place, item: begunItem(item, open.id) }]
    return [open, [added, ...partSteps(open, false)]]
  }

  #write(kind: 'message' | 'reasoning', delta: string): readonly Step[] {
    const steps: Step[] = []
    if (this.#current?.item.kind !== kind) {
      steps.push(...this.#closeCurrent())
      const [open, begun] = this.#open(kind === 'message' ? { kind, text: '' } : { kind, text: '', sealed: undefined })
      this.#current = open
      steps.push(...begun)
    }
    if (this.#current === undefined || delta === '') return steps
    this.#current.item = extended(this.#current.item, delta)
    return [...steps, ...deltaSteps(this.#current, delta)]
  }

  #think({ text, sealed }: ChatEvent & { readonly kind: 'reasoning' }): readonly Step[] {
    const steps = this.#write('reasoning', text)
    if (sealed && this.#current?.item.kind === 'reasoning') this.#current.item = { ...this.#current.item, sealed }
    return steps
  }

  #beginCall({ index, id, name }: ChatEvent & { readonly kind: 'tool-call-begun' }): readonly Step[] {
    const closed = this.#closeCurrent()
    const [open, begun] = this.#open({ kind: callKind(name, this.#meta), callId: id, name, arguments: '' })
    this.#calls.set(index, open)
    return [...closed, ...begun]
  }

  #writeCall(index: number, delta: string): readonly Step[] {
    const open = this.#calls.get(index)
    if (open === undefined || delta === '') return []
    open.item = extended(open.item, delta)
    return deltaSteps(open, delta)
  }

  #closeCurrent(): readonly Step[] {
    const open = this.#current
    this.#current = undefined
    return open === undefined ? [] : this.#close(open)
  }

  #close(open: OpenItem): readonly Step[] {
    const item = wholeItem(open.item, open.id)
    this.#output[open.place] = item
    return [...doneSteps(open), ...partSteps(open, true), ['response.output_item.done', { output_index: open.place, item }]]
  }

  #response(state: ResponseState): JsonObject {
    return renderResponse(state, this.#meta)
  }

  #encode(steps: readonly Step[]): Uint8Array {
    return encoder.encode(steps.map(([type, payload]) => renderEvent(type, this.#sequence++, payload)).join(''))
  }
}
