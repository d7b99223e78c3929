import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { FinishReason } from '@weir/dialects/model/finish-reason'
import type { AnswerHead, Normalizer } from '@weir/dialects/model/provider'
import { errorIn } from '@weir/dialects/openai-chat/inspect-reply'
import { wordTable } from '@weir/dialects/word-table'
import { withoutFields } from './body.ts'
import { ArgumentPieces, argumentsPiece, EMPTY_ARGUMENTS, wholeArguments } from '@weir/dialects/openai-chat/answer/argument-pieces'

/** How an answer on OpenAI's wire differs from what clients accept, beyond what is normalized in any case. */
export interface NormalizeOptions {
  /** The last word on each chunk, before anything is normalized. */
  readonly first?: (json: JsonObject) => JsonObject
}

const FINISH_WORDS = wordTable<FinishReason>({
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  normal: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  sensitive: 'content_filter',
  safety: 'content_filter',
  refusal: 'content_filter',
})

/** Upstream gave up: what has come is no whole answer, and must not end as one. The word becomes the code of an error. */
const FAILURES: ReadonlySet<string> = new Set(['error', 'network_error', 'insufficient_system_resource', 'aborted'])

/** Some write it in capitals, and some the reason after it. */
const finishNamed = (word: string): FinishReason => FINISH_WORDS[word] ?? FINISH_WORDS[word.toLowerCase().replace(/:.*$/s, '')] ?? 'stop'

interface Parts {
  readonly text: string
  readonly reasoning: string
  readonly images: readonly JsonObject[]
}

const partsOf = (content: readonly unknown[]): Parts => {
  let [text, reasoning] = ['', '']
  const images: JsonObject[] = []
  for (const part of content) {
    if (typeof part === 'string') text += part
    else if (textAt(part, 'type') === 'thinking') reasoning += partsOf(arrayAt(part, 'thinking')).text + (textAt(part, 'thinking') ?? '')
    else if (isObject(part) && part['type'] === 'image_url') images.push({ index: images.length, ...part })
    else text += textAt(part, 'text') ?? textAt(objectAt(part, 'text'), 'content') ?? ''
  }
  return { text, reasoning, images }
}

const withoutRole = (message: JsonObject): JsonObject => withoutFields('role')(message, '')

const detailsText = (message: JsonObject): string =>
  arrayAt(message, 'reasoning_details')
    .map((detail) => textAt(detail, 'text') ?? '')
    .join('')

const contentOf = (message: JsonObject, { text, images }: Parts): JsonObject => ({
  content: text,
  ...(images.length > 0 && { images: [...arrayAt(message, 'images'), ...images] }),
})

/** Text in one string, and reasoning also under the name that clients know. */
const normalizeText = (message: JsonObject): JsonObject => {
  const { content } = message
  const parts = Array.isArray(content) ? partsOf(content) : undefined
  const hasKnownName = textAt(message, 'reasoning_content') !== undefined
  const thought = hasKnownName ? '' : (textAt(message, 'reasoning') ?? (parts?.reasoning || detailsText(message)))
  if (parts === undefined && thought === '') return message
  return { ...message, ...(parts && contentOf(message, parts)), ...(thought !== '' && { reasoning_content: thought }) }
}

/** What has passed of one choice. */
class ChoiceNormalizer {
  readonly #isStream: boolean
  readonly #pieces = new ArgumentPieces()
  #hasRole = false
  #toolCount = 0
  #hasFinished = false

  constructor(isStream: boolean) {
    this.#isStream = isStream
  }

  normalize(choice: JsonObject, index: number): JsonObject {
    const name = this.#isStream && objectAt(choice, 'message') === undefined ? 'delta' : 'message'
    const message = objectAt(choice, name) ?? {}
    const told = this.#normalizeTools(this.#normalizeRole(normalizeText(message)))
    const finish = this.#finishOf(choice['finish_reason'])
    const normalized = finish === null ? told : this.#closeTools(told)
    if (finish !== null) this.#hasFinished = true
    const isSame = normalized === message && finish === choice['finish_reason'] && index === choice['index']
    return isSame ? choice : { ...choice, index, [name]: normalized, finish_reason: finish }
  }

  /** The word for a finish that upstream leaves out; nothing when no answer has come. */
  pendingFinish(): { readonly delta: JsonObject; readonly finish_reason: FinishReason } | undefined {
    if (this.#hasFinished || !this.#hasRole) return undefined
    return { delta: this.#closeTools({}), finish_reason: this.#usualFinish() }
  }

  #normalizeRole(message: JsonObject): JsonObject {
    const hasOwn = textAt(message, 'role') !== undefined && message['role'] !== ''
    const needsRole = !this.#hasRole && !hasOwn
    this.#hasRole = true
    if (needsRole) return { role: 'assistant', ...withoutRole(message) }
    return message['role'] === '' ? withoutRole(message) : message
  }

  #normalizeTools(message: JsonObject): JsonObject {
    const calls = message['tool_calls']
    if (calls === undefined || calls === null) return message
    const list: readonly unknown[] = Array.isArray(calls) ? calls : [calls]
    const normalized = list.map((call) => this.#normalizeTool(call))
    return Array.isArray(calls) && normalized.every((call, at) => call === list[at]) ? message : { ...message, tool_calls: normalized }
  }

  /** Calls that have ended without arguments get empty ones with the finish. */
  #closeTools(message: JsonObject): JsonObject {
    const closed = new Set(this.#pieces.close())
    if (closed.size === 0) return message
    const calls = arrayAt(message, 'tool_calls').map((call) => {
      const isClosed = isObject(call) && closed.delete(Number(call['index']))
      return isClosed ? { ...call, function: { ...objectAt(call, 'function'), arguments: EMPTY_ARGUMENTS } } : call
    })
    return { ...message, tool_calls: [...calls, ...[...closed].map((index) => ({ index, function: { arguments: EMPTY_ARGUMENTS } }))] }
  }

  #normalizeTool(value: unknown): unknown {
    if (!isObject(value)) return value
    const fn = objectAt(value, 'function') ?? {}
    const isFragment = this.#isStream && textAt(fn, 'name') === undefined && textAt(value, 'id') === undefined
    const index = this.#toolIndex(value['index'], isFragment)
    const text = this.#argumentsOf(index, fn, isFragment)
    const identity = isFragment ? {} : { id: textAt(value, 'id') || `call_${index}`, type: textAt(value, 'type') ?? 'function' }
    const wanted = { ...identity, ...(this.#isStream && { index }) }
    const isSame = text === fn['arguments'] && Object.entries(wanted).every(([key, member]) => value[key] === member)
    return isSame ? value : { ...value, ...wanted, function: { ...fn, arguments: text } }
  }

  #argumentsOf(index: number, fn: JsonObject, isFragment: boolean): string {
    if (!this.#isStream) return wholeArguments(fn['arguments'])
    if (!isFragment) this.#pieces.begin(index)
    return this.#pieces.take(index, argumentsPiece(fn['arguments']))
  }

  #toolIndex(given: unknown, isFragment: boolean): number {
    const isUsable = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
    if (isUsable) this.#toolCount = Math.max(this.#toolCount, given + 1)
    else if (!isFragment) this.#toolCount += 1
    return isUsable ? given : Math.max(0, this.#toolCount - 1)
  }

  /** Some say "stop" after tool calls; clients would then not run them. */
  #usualFinish(): FinishReason {
    return this.#toolCount > 0 ? 'tool_calls' : 'stop'
  }

  #finishOf(word: unknown): FinishReason | null {
    if (this.#hasFinished) return null
    if (typeof word !== 'string' || word === '' || word === 'null') return this.#isStream ? null : this.#usualFinish()
    const finish = finishNamed(word)
    return finish === 'stop' ? this.#usualFinish() : finish
  }
}

const errorOf = (json: JsonObject): JsonObject | undefined => {
  const { error } = json
  if (typeof error !== 'string' || error === '') return undefined
  return { message: error, type: 'upstream_error', ...(json['code'] !== undefined && { code: json['code'] }) }
}

/** Clients take the mere presence of an error for one. */
const withoutError = withoutFields('error')

const failureOf = (json: JsonObject): JsonObject | undefined => {
  const words = arrayAt(json, 'choices').map((choice) => textAt(choice, 'finish_reason'))
  const word = words.find((candidate) => candidate !== undefined && FAILURES.has(candidate))
  return word === undefined ? undefined : { message: '', type: 'upstream_error', code: word }
}

/** Where the answer itself is not told on. */
const NO_HEAD: AnswerHead = { id: 'chatcmpl-upstream', created: 0 }

class AnswerNormalizer implements Normalizer {
  readonly #options: NormalizeOptions
  readonly #call: ChatCall
  readonly #head: AnswerHead
  readonly #choices = new Map<number, ChoiceNormalizer>()
  #outline: JsonObject = {}
  #hasFailed = false

  constructor(options: NormalizeOptions, call: ChatCall, head: AnswerHead) {
    this.#options = options
    this.#call = call
    this.#head = head
  }

  normalize(raw: JsonObject): JsonObject {
    const json = this.#options.first?.(raw) ?? raw
    const isTold = errorIn(json) !== undefined
    const error = errorOf(json) ?? (isTold ? undefined : failureOf(json))
    // After an error no finish is made up.
    this.#hasFailed ||= isTold || error !== undefined
    if (error !== undefined) return { ...json, error }
    if (this.#hasFailed) return json
    return this.#normalizeOutline(this.#normalizeChoices(withoutError(json, '')))
  }

  pendingChunk(): JsonObject | undefined {
    if (this.#hasFailed) return undefined
    const open = [...this.#choices].flatMap(([index, choice]) => {
      const finish = choice.pendingFinish()
      return finish === undefined ? [] : [{ index, logprobs: null, ...finish }]
    })
    return open.length === 0 ? undefined : { ...this.#outline, choices: open }
  }

  #normalizeChoices(json: JsonObject): JsonObject {
    const list = arrayAt(json, 'choices')
    if (!Array.isArray(json['choices'])) return this.#call.isStream ? { ...json, choices: [] } : json
    const normalized = list.map((choice, at) => this.#normalizeChoice(choice, at))
    return normalized.every((choice, at) => choice === list[at]) ? json : { ...json, choices: normalized }
  }

  #normalizeChoice(value: unknown, at: number): unknown {
    if (!isObject(value)) return value
    const given = value['index']
    const index = typeof given === 'number' && Number.isSafeInteger(given) ? given : at
    const known = this.#choices.get(index)
    const choice = known ?? new ChoiceNormalizer(this.#call.isStream)
    if (known === undefined) this.#choices.set(index, choice)
    return choice.normalize(value, index)
  }

  /** Clients want id, object, created and model on every chunk, the same for the whole answer. */
  #normalizeOutline(json: JsonObject): JsonObject {
    const outline = {
      id: textAt(json, 'id') || (textAt(this.#outline, 'id') ?? this.#head.id),
      object: this.#call.isStream ? 'chat.completion.chunk' : 'chat.completion',
      created:
        Number.isSafeInteger(json['created']) && json['created'] !== 0 ? json['created'] : (this.#outline['created'] ?? this.#head.created),
      model: textAt(json, 'model') || this.#call.model,
    }
    this.#outline = outline
    return Object.entries(outline).every(([key, value]) => json[key] === value) ? json : { ...json, ...outline }
  }
}

/** Normalizes what servers on OpenAI's wire are known to get wrong. A chunk that is right comes back as the same object. */
export const lenientNormalizer =
  (options: NormalizeOptions = {}) =>
  (call: ChatCall, head = NO_HEAD): Normalizer => {
    const normalizer = new AnswerNormalizer(options, call, head)
    return { normalize: (json) => normalizer.normalize(json), pendingChunk: () => normalizer.pendingChunk() }
  }
