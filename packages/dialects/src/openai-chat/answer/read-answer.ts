import { arrayAt, countAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import type { ChatEvent, OutputAudio, OutputImage, ReplyTraits, ToolCall } from '../../model/event.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import { signatureOf } from './read-assistant-media.ts'
import { parseDataUrl } from '../read-parts.ts'
import { DOCUMENT_ANNOTATIONS } from '../../model/url-citation.ts'

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter']

const finishOf = (choice: unknown): FinishReason | undefined => {
  const reason = textAt(choice, 'finish_reason')
  if (reason === 'function_call') return 'tool_calls'
  return reason === undefined ? undefined : (FINISH_REASONS.find((known) => known === reason) ?? 'stop')
}

const thoughtOf = (message: JsonObject): string => textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning') ?? ''

const signed = (signature: string | undefined) => (signature === undefined ? {} : { signature })

const toolCallOf = (call: unknown, place: number): ToolCall => {
  const called = objectAt(call, 'function')
  return {
    id: textAt(call, 'id') ?? `call_${place}`,
    name: textAt(called, 'name') ?? '',
    arguments: textAt(called, 'arguments') ?? '',
    ...signed(signatureOf(call)),
  }
}

const imageOf = (entry: unknown): readonly OutputImage[] => {
  const url = textAt(objectAt(entry, 'image_url'), 'url') ?? textAt(entry, 'image_url') ?? ''
  const inline = parseDataUrl(url)
  return inline === undefined ? [] : [{ mimeType: inline.mimeType, data: inline.data, ...signed(signatureOf(entry)) }]
}

const audioOf = (audio: JsonObject): OutputAudio => {
  const [id, data, transcript, expiresAt] = [
    textAt(audio, 'id'),
    textAt(audio, 'data'),
    textAt(audio, 'transcript'),
    countAt(audio, 'expires_at'),
  ]
  return {
    ...(id !== undefined && { id }),
    ...(data !== undefined && { data }),
    ...(transcript !== undefined && { transcript }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

const textEvents = (message: JsonObject): readonly ChatEvent[] => {
  const [text, refusal, signature] = [textAt(message, 'content') ?? '', textAt(message, 'refusal') ?? '', signatureOf(message)]
  return [
    ...(text === '' && signature === undefined ? [] : [{ kind: 'text', text, ...signed(signature) } as const]),
    ...(refusal === '' ? [] : [{ kind: 'refusal', text: refusal } as const]),
  ]
}

/** What only some answers hold. */
const extraEvents = (message: JsonObject, choice: unknown): readonly ChatEvent[] => {
  const logprobs = arrayAt(objectAt(choice, 'logprobs'), 'content').filter(isObject)
  const annotations = [...arrayAt(message, 'annotations'), ...arrayAt(message, DOCUMENT_ANNOTATIONS)].filter(isObject)
  const audio = objectAt(message, 'audio')
  return [
    ...(logprobs.length > 0 ? [{ kind: 'logprobs', logprobs } as const] : []),
    ...(annotations.length > 0 ? [{ kind: 'annotations', annotations } as const] : []),
    ...arrayAt(message, 'images')
      .flatMap(imageOf)
      .map((image) => ({ kind: 'image', image }) as const),
    ...(audio ? [{ kind: 'audio', audio: audioOf(audio) } as const] : []),
  ]
}

/** Reads the message of one answer, or its deltas one after another. */
export class AnswerReader {
  readonly #isStream: boolean
  readonly #begun = new Set<number>()
  readonly #blocks: JsonObject[] = []
  #unsealed = ''
  #traits: ReplyTraits = {}

  constructor(isStream: boolean) {
    this.#isStream = isStream
  }

  get hasCalls(): boolean {
    return this.#begun.size > 0
  }

  /** Told once, although every chunk repeats them. */
  readTraits(json: JsonObject): readonly ChatEvent[] {
    const [systemFingerprint, serviceTier] = [textAt(json, 'system_fingerprint'), textAt(json, 'service_tier')]
    const traits = { ...(systemFingerprint !== undefined && { systemFingerprint }), ...(serviceTier !== undefined && { serviceTier }) }
    const known = this.#traits
    this.#traits = { ...known, ...traits }
    const isSame = this.#traits.systemFingerprint === known.systemFingerprint && this.#traits.serviceTier === known.serviceTier
    return isSame ? [] : [{ kind: 'traits', traits }]
  }

  read(message: JsonObject, choice: unknown): readonly ChatEvent[] {
    const reason = finishOf(choice)
    return [
      ...this.#readThought(message),
      ...textEvents(message),
      ...extraEvents(message, choice),
      ...arrayAt(message, 'tool_calls').flatMap((call, place) => this.#readCall(call, place)),
      ...(reason === undefined ? [] : [{ kind: 'finished', reason } as const]),
    ]
  }

  #readThought(message: JsonObject): readonly ChatEvent[] {
    const text = thoughtOf(message)
    const hasNew = arrayAt(message, 'thinking_blocks')
      .filter(isObject)
      .map((block) => this.#addBlock(block))
      .includes(true)
    return text === '' && !hasNew ? [] : [{ kind: 'reasoning', text, ...(hasNew && { sealed: [...this.#blocks] }) }]
  }

  /** Some gateways stream a thought in pieces, and its seal with the last of them. True when a block is complete. */
  #addBlock(block: JsonObject): boolean {
    const thought = textAt(block, 'thinking')
    if (thought !== undefined && !textAt(block, 'signature')) {
      this.#unsealed += thought
      return false
    }
    this.#blocks.push(thought === undefined ? block : { ...block, thinking: this.#unsealed + thought })
    this.#unsealed = ''
    return true
  }

  #readCall(call: unknown, place: number): readonly ChatEvent[] {
    // A whole answer tells its calls apart by their places; some servers give each of them the index 0.
    const given = this.#isStream && isObject(call) ? call['index'] : undefined
    const index = typeof given === 'number' ? given : place
    const { id, name, arguments: fragment, signature } = toolCallOf(call, index)
    const isNew = !this.#begun.has(index)
    this.#begun.add(index)
    return [
      ...(isNew ? [{ kind: 'tool-call-begun', index, id, name, ...signed(signature) } as const] : []),
      ...(fragment === '' ? [] : [{ kind: 'tool-call-arguments', index, fragment } as const]),
    ]
  }
}
