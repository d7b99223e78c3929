import { isObject, parseJson, type JsonObject } from '../../json.ts'
import type { WireReplyMeta } from '../../model/caller-wire.ts'
import type { ChatEvent } from '../../model/event.ts'
import type { EventRenderer } from '../../model/event-renderer.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import type { Usage } from '../../model/usage.ts'
import type { WireError } from '../../model/wire-error.ts'
import { errorEvent } from './envelope.ts'
import { citationOf, imageText, renderMessage, renderUsage, stopFields } from './render-reply.ts'
import { UNSIGNED, sealId, sealedBlock } from './seals.ts'

type Step = readonly [type: string, payload: JsonObject]

const encoder = new TextEncoder()

const renderEvent = (type: string, payload: JsonObject): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...payload })}\n\n`

/** A call whose block is being written, or waits until those before it are. */
interface StartedCall {
  readonly call: number
  readonly block: JsonObject
  written: string
}

/** Arguments that are whole cannot go on. */
const isWhole = ({ written }: StartedCall): boolean => written.endsWith('}') && isObject(parseJson(written))

/** Writes the common model's events as those of Anthropic's endpoint. */
export class MessagesRenderer implements EventRenderer {
  readonly #meta: WireReplyMeta
  /** The first one's block is open. Some clients know one open block only, so that the others wait where upstream writes several at once. */
  #calls: readonly StartedCall[] = []
  /** The thought or the text that is being written. */
  #current: { readonly kind: 'text' | 'thinking'; readonly index: number } | undefined
  #blocks = 0
  #hasBegun = false
  #usage: Usage | undefined
  #finish: { readonly reason: FinishReason; readonly stopSequence: string | undefined } = { reason: 'stop', stopSequence: undefined }

  constructor(meta: WireReplyMeta) {
    this.#meta = meta
  }

  render = (event: ChatEvent): Uint8Array | undefined => {
    const steps = this.#stepsOf(event)
    return steps.length === 0 ? undefined : this.#encode([...this.#opening(), ...steps])
  }

  end = (usage: Usage | undefined): Uint8Array => {
    const { reason, stopSequence } = this.#finish
    return this.#encode([
      ...this.#opening(),
      ['message_delta', { delta: stopFields(reason, stopSequence), usage: renderUsage(usage) }],
      ['message_stop', {}],
    ])
  }

  failure = (error: WireError): Uint8Array => encoder.encode(errorEvent(error))

  #stepsOf(event: ChatEvent): readonly Step[] {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        return this.#write('text', event.text)
      case 'reasoning':
        return [...(event.text === '' ? [] : this.#write('thinking', event.text)), ...this.#seal(event.sealed)]
      case 'tool-call-begun':
        return this.#beginCall(event)
      case 'tool-call-arguments':
        return this.#writeCall(event.index, event.fragment)
      case 'image':
        return this.#write('text', imageText(event.image))
      case 'audio':
        return this.#write('text', event.audio.transcript ?? '')
      case 'annotations':
        return this.#cite(event.annotations)
      case 'usage':
        this.#usage = event.usage
        return []
      case 'finished':
        this.#finish = { reason: event.reason, stopSequence: event.stopSequence }
        return [...this.#closeCurrent(), ...this.#closeCalls()]
      case 'logprobs':
      case 'search':
      case 'traits':
      case 'failed':
        return []
    }
  }

  /** Input is told first on this wire. Where upstream tells it last, an estimate stands here and the true figure at the end. */
  #opening(): readonly Step[] {
    if (this.#hasBegun) return []
    this.#hasBegun = true
    const usage =
      this.#usage === undefined ? { ...renderUsage(undefined), input_tokens: this.#meta.estimatedInput } : renderUsage(this.#usage)
    const state = { content: [], stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 0 } }
    return [
      ['message_start', { message: renderMessage(state, this.#meta) }],
      ['ping', {}],
    ]
  }

  #open(block: JsonObject): readonly [number, Step] {
    const index = this.#blocks++
    return [index, ['content_block_start', { index, content_block: block }]]
  }

  #write(kind: 'text' | 'thinking', words: string): readonly Step[] {
    if (words === '') return []
    const steps: Step[] = []
    if (this.#current?.kind !== kind) {
      const block = kind === 'text' ? { type: kind, text: '' } : { type: kind, thinking: '', signature: '' }
      steps.push(...this.#closeCurrent(), ...this.#closeCalls())
      const [index, begun] = this.#open(block)
      this.#current = { kind, index }
      steps.push(begun)
    }
    const index = this.#current?.index ?? 0
    const delta = kind === 'text' ? { type: 'text_delta', text: words } : { type: 'thinking_delta', thinking: words }
    return [...steps, ['content_block_delta', { index, delta }]]
  }

  /** Signed thoughts come at the end of an answer: they travel in a block of their own. */
  #seal(sealed: (ChatEvent & { readonly kind: 'reasoning' })['sealed']): readonly Step[] {
    if (sealed === undefined || sealed.length === 0) return []
    const closed = [...this.#closeCurrent(), ...this.#closeCalls()]
    const [index, begun] = this.#open(sealedBlock(sealed))
    return [...closed, begun, ['content_block_stop', { index }]]
  }

  #cite(annotations: readonly JsonObject[]): readonly Step[] {
    const current = this.#current
    if (current?.kind !== 'text') return []
    return annotations
      .flatMap(citationOf)
      .map((citation) => ['content_block_delta', { index: current.index, delta: { type: 'citations_delta', citation } }])
  }

  #beginCall({ index: call, id, name, signature }: ChatEvent & { readonly kind: 'tool-call-begun' }): readonly Step[] {
    const closed = this.#closeCurrent()
    this.#calls = [...this.#calls, { call, block: { type: 'tool_use', id: sealId(id, signature), name, input: {} }, written: '' }]
    return [...closed, ...(this.#calls.length === 1 ? this.#openCall() : this.#closeWholeCalls())]
  }

  #writeCall(call: number, fragment: string): readonly Step[] {
    const started = this.#calls.findLast((entry) => entry.call === call)
    if (started === undefined || fragment === '') return []
    started.written += fragment
    return started === this.#calls[0] ? [this.#argumentsStep(fragment)] : this.#closeWholeCalls()
  }

  #argumentsStep(fragment: string): Step {
    return ['content_block_delta', { index: this.#blocks - 1, delta: { type: 'input_json_delta', partial_json: fragment } }]
  }

  #openCall(): readonly Step[] {
    const [first] = this.#calls
    if (first === undefined) return []
    const [, begun] = this.#open(first.block)
    return first.written === '' ? [begun] : [begun, this.#argumentsStep(first.written)]
  }

  /** Clients run a tool when its block is closed. */
  #closeCall(): readonly Step[] {
    this.#calls = this.#calls.slice(1)
    return [['content_block_stop', { index: this.#blocks - 1 }], ...this.#openCall()]
  }

  /** Those that another one waits for. What has no arguments yet may still get some. */
  #closeWholeCalls(): readonly Step[] {
    const steps: Step[] = []
    for (let [first, next] = this.#calls; first && next && isWhole(first); [first, next] = this.#calls) steps.push(...this.#closeCall())
    return steps
  }

  #closeCalls(): readonly Step[] {
    const steps: Step[] = []
    while (this.#calls.length > 0) steps.push(...this.#closeCall())
    return steps
  }

  #closeCurrent(): readonly Step[] {
    const current = this.#current
    this.#current = undefined
    if (current === undefined) return []
    const { index } = current
    const signed: readonly Step[] =
      current.kind === 'thinking' ? [['content_block_delta', { index, delta: { type: 'signature_delta', signature: UNSIGNED } }]] : []
    return [...signed, ['content_block_stop', { index }]]
  }

  #encode(steps: readonly Step[]): Uint8Array {
    return encoder.encode(steps.map(([type, payload]) => renderEvent(type, payload)).join(''))
  }
}
