import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'
import type { ChatEvent, WireFailure } from '@weir/dialects/model/event'
import type { EventRenderer } from '@weir/dialects/model/event-renderer'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import type { Usage } from '@weir/dialects/model/usage'
import type { WireError } from '@weir/dialects/model/wire-error'
import type { ReplyStream } from './reply-stream.ts'

export interface NativeWireOptions {
  readonly decoder: StreamDecoder
  readonly renderer: EventRenderer
  readonly onText: (text: string) => void
  readonly onPicture: () => void
  /** Cuts figures that cannot be true before they are told. */
  readonly bound: (usage: Usage) => Usage
}

const isOfAnAnswer = ({ kind }: ChatEvent): boolean => kind !== 'usage' && kind !== 'failed' && kind !== 'traits'

const countedText = (event: ChatEvent): string => {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      return event.text
    case 'tool-call-begun':
      return event.name
    case 'tool-call-arguments':
      return event.fragment
    case 'audio':
      return event.audio.transcript ?? ''
    case 'image':
    case 'annotations':
    case 'logprobs':
    case 'search':
    case 'traits':
    case 'usage':
    case 'finished':
    case 'failed':
      return ''
  }
}

/** Translates an upstream's own events into the caller's language while they pass. */
export class NativeWireStream implements ReplyStream {
  readonly #options: NativeWireOptions
  #usage: Usage | undefined
  #assumed: Usage | undefined
  #failure: WireFailure | undefined
  #hasBegun = false
  #hasFinished = false
  #isFlushed = false

  constructor(options: NativeWireOptions) {
    this.#options = options
  }

  push = (chunk: Uint8Array): Uint8Array => this.#pass(this.#options.decoder.push(chunk))

  /** Upstream is found closed twice when its answer only begins with its end; what is owed then is owed once. */
  flush = (): Uint8Array => {
    if (this.#isFlushed) return NO_BYTES
    this.#isFlushed = true
    return this.#pass(this.#options.decoder.end())
  }

  /** These wires end with a finish of their own, so the end mark stands for it. */
  tail = (): Uint8Array | undefined => (this.isComplete() ? this.#options.renderer.end(this.#told()) : undefined)
  renderFailure = (error: WireError): Uint8Array => this.#options.renderer.failure(error)

  /** Usage may follow the finish, so the upstream is read to its end. */
  isEnded = (): boolean => false
  hasBegun = (): boolean => this.#hasBegun
  isComplete = (): boolean => this.#failure === undefined && this.#hasFinished
  isWhole = (): boolean => this.isComplete() && this.#usage !== undefined
  failure = (): WireFailure | undefined => this.#failure
  usage = (): Usage | undefined => this.#usage

  /** What is charged as long as upstream has told no figures, or none of the prompt. */
  assume(usage: Usage): void {
    this.#assumed = usage
  }

  #told(): Usage | undefined {
    return this.#usage?.uncountedPrompt === undefined ? (this.#usage ?? this.#assumed) : this.#assumed
  }

  #pass(events: readonly ChatEvent[]): Uint8Array {
    return joinBytes(events.map((event) => this.#take(this.#bounded(event))).filter((frame) => frame !== undefined))
  }

  #bounded(event: ChatEvent): ChatEvent {
    return event.kind === 'usage' ? { kind: 'usage', usage: this.#options.bound(event.usage) } : event
  }

  #take(event: ChatEvent): Uint8Array | undefined {
    if (event.kind === 'usage') {
      this.#usage = event.usage
      // The end tells it, when the prompt has been counted.
      if (event.usage.uncountedPrompt !== undefined) return undefined
    }
    if (event.kind === 'failed') this.#failure ??= event.failure
    if (isOfAnAnswer(event)) this.#hasBegun = true
    const text = countedText(event)
    if (text !== '') this.#options.onText(text)
    if (event.kind === 'image') this.#options.onPicture()
    if (event.kind === 'finished') {
      // Two finishes would make some clients run a tool twice.
      if (this.#hasFinished) return undefined
      this.#hasFinished = true
    }
    return this.#options.renderer.render(event)
  }
}
