import { arrayAt, countAt, objectAt, textAt, type JsonObject } from '../../json.ts'
import type { ChatCall } from '../../model/call.ts'
import type { ChatEvent } from '../../model/event.ts'
import type { UpstreamFault } from '../../model/fault.ts'
import { charactersIn } from '../../model/url-citation.ts'
import { wholeArguments } from '../../openai-chat/answer/argument-pieces.ts'
import { toolNames, type ToolNames } from '../../openai-chat/tool-names.ts'
import { isToolCall } from '../tool-calls.ts'
import { annotationOf } from './annotations.ts'
import { outcomeOf } from './outcome.ts'
import { SealedThoughts } from './sealed-thoughts.ts'
import { searchOf } from './searches.ts'

/** What an error inside a reply means. */
export type FaultOf = (body: string) => UpstreamFault

interface OpenCall {
  readonly index: number
  hasArguments: boolean
}

const placeOf = (event: unknown, part: 'content_index' | 'summary_index' = 'content_index'): string =>
  `${countAt(event, 'output_index') ?? 0} ${part} ${countAt(event, part) ?? 0}`

/** Reads the events of one answer in their order; a whole answer is read as its items. Kinds it does not know are passed over. */
export class ResponseEventReader {
  readonly #call: ChatCall
  readonly #faultOf: FaultOf
  readonly #names: ToolNames
  readonly #calls = new Map<number, OpenCall>()
  /** Where each part that has begun starts in its kind of text. What was told in pieces is not told again with its item. */
  readonly #starts = new Map<string, number>()
  readonly #cited = new Set<string>()
  readonly #hosted: JsonObject[] = []
  readonly #sealed = new SealedThoughts()
  #textLength = 0
  #thought: string | undefined
  #hasItems = false
  #hasEnded = false

  constructor(call: ChatCall, faultOf: FaultOf) {
    this.#call = call
    this.#faultOf = faultOf
    this.#names = toolNames(call.body)
  }

  read(event: unknown): readonly ChatEvent[] {
    if (this.#hasEnded) return []
    const delta = textAt(event, 'delta') ?? ''
    switch (textAt(event, 'type')) {
      case 'response.output_item.added':
        return this.#begin(countAt(event, 'output_index') ?? 0, objectAt(event, 'item'))
      case 'response.output_text.delta':
        return this.#say(placeOf(event), delta)
      case 'response.refusal.delta':
        return this.#refuse(placeOf(event), delta)
      case 'response.reasoning_summary_text.delta':
        return this.#think(placeOf(event, 'summary_index'), delta)
      case 'response.reasoning_text.delta':
        return this.#think(placeOf(event), delta)
      case 'response.function_call_arguments.delta':
        return this.#argue(this.#calls.get(countAt(event, 'output_index') ?? 0), delta)
      case 'response.output_text.annotation.added':
        return this.#cite(placeOf(event), countAt(event, 'annotation_index') ?? 0, objectAt(event, 'annotation'))
      case 'response.output_item.done':
        return this.#close(countAt(event, 'output_index') ?? 0, objectAt(event, 'item'))
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.#end(objectAt(event, 'response') ?? {})
      case 'error':
        return this.#fail(objectAt(event, 'error') ?? event)
      default:
        return []
    }
  }

  /** A whole answer, told at once. */
  readWhole(response: JsonObject): readonly ChatEvent[] {
    const items = arrayAt(response, 'output').flatMap((item, at) => this.#close(at, item))
    return [...items, ...this.#end(response)]
  }

  #begin(at: number, item: unknown): readonly ChatEvent[] {
    this.#hasItems = true
    if (textAt(item, 'type') !== 'function_call' || this.#calls.has(at)) return []
    const call: OpenCall = { index: this.#calls.size, hasArguments: false }
    this.#calls.set(at, call)
    const [id, name] = [textAt(item, 'call_id') ?? textAt(item, 'id') ?? '', textAt(item, 'name') ?? '']
    this.#sealed.leadTo(id)
    return [{ kind: 'tool-call-begun', index: call.index, id, name: this.#names.fromWire(name) }]
  }

  #say(place: string, text: string): readonly ChatEvent[] {
    if (text === '') return []
    if (!this.#starts.has(place)) this.#starts.set(place, this.#textLength)
    this.#textLength += charactersIn(text)
    return [{ kind: 'text', text }]
  }

  #refuse(place: string, text: string): readonly ChatEvent[] {
    if (text === '') return []
    this.#starts.set(place, this.#textLength)
    return [{ kind: 'refusal', text }]
  }

  /** Parts of a summary are paragraphs. */
  #think(place: string, text: string): readonly ChatEvent[] {
    if (text === '') return []
    this.#starts.set(place, 0)
    const gap = this.#thought === undefined || this.#thought === place ? '' : '\n\n'
    this.#thought = place
    return [{ kind: 'reasoning', text: gap + text }]
  }

  #argue(call: OpenCall | undefined, fragment: string): readonly ChatEvent[] {
    if (call === undefined || fragment === '') return []
    call.hasArguments = true
    return [{ kind: 'tool-call-arguments', index: call.index, fragment }]
  }

  #cite(place: string, at: number, annotation: unknown): readonly ChatEvent[] {
    const name = `${place} ${at}`
    if (this.#cited.has(name)) return []
    this.#cited.add(name)
    const annotations = annotationOf(annotation, this.#starts.get(place) ?? this.#textLength)
    return annotations.length > 0 ? [{ kind: 'annotations', annotations }] : []
  }

  /** All of an item is known with its end: what was not told in pieces is told now. */
  #close(at: number, item: unknown): readonly ChatEvent[] {
    this.#hasItems = true
    switch (textAt(item, 'type')) {
      case 'message':
        this.#sealed.leadTo(undefined)
        return arrayAt(item, 'content').flatMap((part, index) => this.#closePart(placeOf({ output_index: at, content_index: index }), part))
      case 'reasoning':
        this.#sealed.note(item)
        return this.#closeThought(at, item)
      case 'function_call': {
        const begun = this.#begin(at, item)
        const call = this.#calls.get(at)
        return [...begun, ...(call?.hasArguments === false ? this.#argue(call, wholeArguments(textAt(item, 'arguments'))) : [])]
      }
      default:
        return this.#closeHosted(item)
    }
  }

  #closePart(place: string, part: unknown): readonly ChatEvent[] {
    const isTold = this.#starts.has(place)
    if (textAt(part, 'type') === 'refusal') return isTold ? [] : this.#refuse(place, textAt(part, 'refusal') ?? '')
    return [
      ...(isTold ? [] : this.#say(place, textAt(part, 'text') ?? '')),
      ...arrayAt(part, 'annotations').flatMap((annotation, at) => this.#cite(place, at, annotation)),
    ]
  }

  #closeThought(at: number, item: unknown): readonly ChatEvent[] {
    const unsaid = (list: 'summary' | 'content', index: 'summary_index' | 'content_index'): readonly ChatEvent[] =>
      arrayAt(item, list).flatMap((part, number) => {
        const place = placeOf({ output_index: at, [index]: number }, index)
        return this.#starts.has(place) ? [] : this.#think(place, textAt(part, 'text') ?? '')
      })
    return [...unsaid('summary', 'summary_index'), ...unsaid('content', 'content_index')]
  }

  #closeHosted(item: unknown): readonly ChatEvent[] {
    if (isToolCall(item)) this.#hosted.push(item as JsonObject)
    return searchOf(item).map((search) => ({ kind: 'search', search }))
  }

  #end(response: JsonObject): readonly ChatEvent[] {
    // Some servers tell the answer with its end alone.
    const items = this.#hasItems ? [] : arrayAt(response, 'output').flatMap((item, at) => this.#close(at, item))
    const outcome = outcomeOf(response, { call: this.#call, hosted: this.#hosted, hasCalls: this.#calls.size > 0 })
    if (outcome.kind === 'failed') return this.#fail(outcome.error)
    this.#hasEnded = true
    return [...items, ...this.#seals(), ...outcome.events]
  }

  /** All at once: clients keep only the last list they were sent. An answer without calls is not thought about again. */
  #seals(): readonly ChatEvent[] {
    const sealed = this.#calls.size > 0 ? this.#sealed.blocks() : []
    return sealed.length > 0 ? [{ kind: 'reasoning', text: '', sealed }] : []
  }

  #fail(error: unknown): readonly ChatEvent[] {
    this.#hasEnded = true
    return [{ kind: 'failed', failure: { fault: this.#faultOf(JSON.stringify({ error })), message: textAt(error, 'message') ?? '' } }]
  }
}
