import { textAt, type JsonObject } from '../../json.ts'
import type { ChatEvent, OutputImage, ReplyTraits, WebSearch } from '../../model/event.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import { charactersIn } from '../../model/url-citation.ts'
import type { CalledNames } from '../offered-tools.ts'
import { signatureBlock } from '../sealed-reasoning.ts'
import { CallItem } from './call.ts'
import { ImageItem } from './image.ts'
import type { OpenItem, Step } from './item.ts'
import { MessageItem, flatAnnotation, passageStart } from './message.ts'
import { ReasoningItem } from './reasoning.ts'
import { SearchItem } from './search.ts'

interface WriterOptions {
  /** Unique to the request; every id in the response is made from it. */
  readonly id: string
  readonly names: Pick<CalledNames, 'fromChat'>
  /** The caller asked for a search. */
  readonly asksSearch?: boolean
  /** The caller wants to be told what a search has found. */
  readonly showsSources?: boolean
}

/** Turns the events of an answer into the items of a response, and tells every step of it. */
export class ItemWriter {
  readonly output: JsonObject[] = []
  finish: FinishReason = 'stop'
  traits: ReplyTraits = {}
  /** Something other than thoughts has been written. */
  hasAnswer = false
  readonly #options: WriterOptions
  readonly #calls = new Map<number, CallItem>()
  /** The thought or the message that is being written; calls may be open side by side. */
  #current: ReasoningItem | MessageItem | undefined
  readonly #messages: MessageItem[] = []
  /** Addresses that the answer names. */
  readonly #cited: string[] = []
  #hasSearched = false
  /** Written so far, in all messages. */
  #characters = 0
  #places = 0

  constructor(options: WriterOptions) {
    this.#options = options
  }

  take(event: ChatEvent): readonly Step[] {
    switch (event.kind) {
      case 'text':
        return this.#write(event)
      case 'reasoning':
        return this.#think(event)
      case 'refusal':
        return this.#inMessage((message) => message.write('refusal', event.text))
      case 'annotations':
        return event.annotations.flatMap((annotation) => this.#annotate(annotation))
      case 'search':
        return this.#search(event.search)
      case 'logprobs':
        return this.#inMessage((message) => message.addLogprobs(event.logprobs))
      case 'image':
        return this.#draw(event.image)
      case 'audio':
        return event.audio.transcript ? this.#write({ text: event.audio.transcript }) : []
      case 'tool-call-begun':
        return this.#beginCall(event)
      case 'tool-call-arguments':
        return this.#calls.get(event.index)?.write(event.fragment) ?? []
      case 'traits':
        this.traits = { ...this.traits, ...event.traits }
        return []
      case 'finished':
        this.finish = event.reason
        return [...this.#closeCurrent(), ...this.#searchUntold(), ...[...this.#calls.values()].flatMap((call) => this.#close(call))]
      case 'usage':
      case 'failed':
        return []
    }
  }

  #next(prefix: string): readonly [place: number, id: string] {
    const place = this.#places++
    return [place, `${prefix}_${this.#options.id}_${place}`]
  }

  /** A seal may come without words after the last of them. */
  #write({ text, signature }: { readonly text: string; readonly signature?: string }): readonly Step[] {
    if (text === '' && signature !== undefined && !(this.#current instanceof MessageItem))
      return this.#sign(signatureBlock('text_signature', signature))
    return this.#inMessage((message) => {
      message.signature = signature ?? message.signature
      this.#characters += charactersIn(text)
      return message.write('text', text)
    })
  }

  /** Upstreams name their sources at the end of an answer, when a search, a picture or a call may have followed the words. */
  #annotate(annotation: JsonObject): readonly Step[] {
    const written = this.#messageOf(annotation)
    const flat = flatAnnotation(annotation, written?.start)
    if (flat.length === 0) return []
    this.#cited.push(...flat.flatMap((cited) => textAt(cited, 'url') ?? []))
    if (written === undefined || written === this.#current) return this.#inMessage((message) => message.annotate(flat))
    const steps = written.annotate(flat)
    this.output[written.place] = written.whole()
    return steps
  }

  /** The message that holds the passage, or the last one. */
  #messageOf(annotation: JsonObject): MessageItem | undefined {
    const from = passageStart(annotation)
    return this.#messages.findLast(({ start }) => from === undefined || start <= from)
  }

  #search(search: WebSearch): readonly Step[] {
    this.#hasSearched = true
    const closed = this.#closeCurrent()
    const item = new SearchItem(...this.#next('ws'), { search, showsSources: this.#options.showsSources === true })
    return [...closed, ...item.begin(), ...this.#close(item)]
  }

  /** A chat tells of its search by the pages that the answer names, and by nothing else. */
  #searchUntold(): readonly Step[] {
    if (this.#hasSearched || this.#options.asksSearch !== true || this.#cited.length === 0) return []
    return this.#search({ queries: [], sources: [...new Set(this.#cited)], hasFailed: false })
  }

  #inMessage(write: (message: MessageItem) => readonly Step[]): readonly Step[] {
    this.hasAnswer = true
    if (this.#current instanceof MessageItem) return write(this.#current)
    const closed = this.#closeCurrent()
    const message = new MessageItem(...this.#next('msg'), this.#characters)
    this.#current = message
    this.#messages.push(message)
    return [...closed, ...message.begin(), ...write(message)]
  }

  #inThought(write: (thought: ReasoningItem) => readonly Step[]): readonly Step[] {
    if (this.#current instanceof ReasoningItem) return write(this.#current)
    const closed = this.#closeCurrent()
    const thought = new ReasoningItem(...this.#next('rs'))
    this.#current = thought
    return [...closed, ...thought.begin(), ...write(thought)]
  }

  #think({ text, sealed }: ChatEvent & { readonly kind: 'reasoning' }): readonly Step[] {
    return this.#inThought((thought) => {
      if (sealed) thought.seal(sealed)
      return thought.write(text)
    })
  }

  #sign(block: JsonObject): readonly Step[] {
    return this.#inThought((thought) => {
      thought.addSignature(block)
      return []
    })
  }

  #draw(image: OutputImage): readonly Step[] {
    this.hasAnswer = true
    const closed = this.#closeCurrent()
    const item = new ImageItem(...this.#next('ig'), image)
    const drawn = [...closed, ...item.begin(), ...this.#close(item)]
    return image.signature === undefined ? drawn : [...drawn, ...this.#sign(signatureBlock('image_signature', image.signature))]
  }

  #beginCall({ index, id, name, signature }: ChatEvent & { readonly kind: 'tool-call-begun' }): readonly Step[] {
    this.hasAnswer = true
    const sealed = signature === undefined ? [] : this.#sign(signatureBlock('call_signature', signature, id))
    const closed = [...sealed, ...this.#closeCurrent()]
    const called = this.#options.names.fromChat(name)
    const call = new CallItem(...this.#next(called.isCustom ? 'ctc' : 'fc'), { callId: id, ...called, signature })
    this.#calls.set(index, call)
    return [...closed, ...call.begin()]
  }

  /** The seal on a message is told when the message is, since more of it may come until then. */
  #closeCurrent(): readonly Step[] {
    const open = this.#current
    this.#current = undefined
    if (open === undefined) return []
    const closed = this.#close(open)
    if (!(open instanceof MessageItem) || open.signature === undefined) return closed
    return [...closed, ...this.#sign(signatureBlock('text_signature', open.signature)), ...this.#closeCurrent()]
  }

  #close(item: OpenItem): readonly Step[] {
    this.output[item.place] = item.whole()
    return item.close()
  }
}
