import { arrayAt, countAt, isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatEvent, ChatReply, SealedReasoning, ToolCall } from '@weir/dialects/model/event'
import { TASKS, type MultipartBody, type Task, type TaskCall } from '@weir/dialects/model/task'
import type { ChannelTarget, EncodeContext } from '@weir/dialects/model/upstream'
import type { Usage } from '@weir/dialects/model/usage'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'

/** The key every fixture is encoded with unless it names another. */
const TEST_KEY = 'sk-conformance-0123456789abcdef'

const DEFAULT_CALL: JsonObject = { model: 'test-model', messages: [{ role: 'user', content: 'Hello' }] }

/** A chat call as a client would have sent it. */
export const chatCallOf = (body: JsonObject | undefined, isStream: boolean): ChatCall => {
  const wanted = isStream ? { stream: true, stream_options: { include_usage: true } } : {}
  const parsed = parseChatCall(JSON.stringify({ ...(body ?? DEFAULT_CALL), ...(body === undefined && wanted) }))
  if (!parsed.ok) throw new Error(`the fixture's call is wrong: ${parsed.problem.en}`)
  return isStream ? { ...parsed.call, isStream } : parsed.call
}

export const taskNamed = (name: string | undefined): Task | undefined => TASKS.find((task) => task === name)

const encoder = new TextEncoder()

const formOf = (fields: JsonObject, files: JsonObject | undefined): MultipartBody => {
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return {
    contentType: 'multipart/form-data; boundary=edge',
    fields: texts,
    files: Object.entries(files ?? {}).map(([name, data]) => ({ name, bytes: Buffer.from(String(data), 'base64') })),
    withField: (name, value) => [encoder.encode(new URLSearchParams({ ...texts, [name]: value }).toString())],
  }
}

/** `form` stands for a body with files; its bytes are written as a query string so that a fixture can show them. `files` are in base64. */
export const taskCallOf = (task: Task, script: JsonObject): TaskCall => {
  const form = objectAt(script, 'form')
  const body = objectAt(script, 'call') ?? {}
  const fields = form ?? body
  return {
    task,
    model: textAt(fields, 'model') ?? 'test-model',
    isStream: fields['stream'] === true,
    body: form === undefined ? body : undefined,
    form: form && formOf(form, objectAt(script, 'files')),
    rawBody: form === undefined ? JSON.stringify(body) : '',
  }
}

const textsAt = (value: unknown, key: string): Readonly<Record<string, string>> => {
  const entries = Object.entries(objectAt(value, key) ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export const targetOf = (script: JsonObject): ChannelTarget => {
  const target = objectAt(script, 'target')
  return {
    baseUrl: textAt(target, 'baseUrl') ?? '',
    key: textAt(target, 'key') ?? TEST_KEY,
    other: textAt(target, 'other') ?? '',
    config: textsAt(target, 'config'),
    modelMapping: textsAt(target, 'modelMapping'),
    systemPrompt: textAt(target, 'systemPrompt') ?? '',
  }
}

export const contextOf = (script: JsonObject): EncodeContext => {
  const context = objectAt(script, 'context')
  return {
    now: countAt(context, 'now') ?? 1_767_225_600_000,
    nonce: () => textAt(context, 'nonce') ?? '0123456789abcdef0123456789abcdef',
    accessToken: textAt(context, 'accessToken') ?? '',
  }
}

/** An answer in the form fixtures state it; `estimate` means that upstream reports no usage. */
export interface Answer extends Extras {
  readonly text: string
  readonly reasoning: string
  readonly sealedReasoning?: SealedReasoning
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: string
  readonly usage: UsageFigures | 'estimate'
}

const PARTS = [
  'cacheWriteHour',
  'audioInput',
  'imageInput',
  'audioCacheRead',
  'audioOutput',
  'imageOutput',
  'acceptedPrediction',
  'rejectedPrediction',
] as const

interface UsageFigures extends Readonly<Partial<Record<(typeof PARTS)[number], number>>> {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly reasoning: number
  readonly unit?: string
}

type Extras = Pick<ChatReply, (typeof EXTRAS)[number]>

/** What only some answers hold; a fixture states it in the form of the common model. */
const EXTRAS = ['textSignature', 'refusal', 'images', 'audio', 'annotations', 'logprobs', 'searches', 'traits', 'stopSequence'] as const

const extrasAt = (value: JsonObject): Extras =>
  Object.fromEntries(EXTRAS.filter((name) => name in value).map((name) => [name, value[name]]))

/** Members that come in pieces. Of all others the last counts. */
const IN_PIECES: ReadonlySet<string> = new Set(['refusal', 'images', 'annotations', 'logprobs', 'searches', 'data', 'transcript'])

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const joinedPieces = (older: unknown, newer: unknown): unknown => {
  if (typeof older === 'string' && typeof newer === 'string') return older + newer
  return Array.isArray(older) ? [...listOf(older), ...listOf(newer)] : newer
}

const joinedExtras = (older: JsonObject, newer: JsonObject): JsonObject => {
  const joined = Object.entries(newer).map(([name, piece]): [string, unknown] => {
    const before = older[name]
    if (isObject(before) && isObject(piece)) return [name, joinedExtras(before, piece)]
    return [name, IN_PIECES.has(name) ? joinedPieces(before, piece) : piece]
  })
  return { ...older, ...Object.fromEntries(joined) }
}

const extraOf = (event: ChatEvent): Extras => {
  switch (event.kind) {
    case 'refusal':
      return { refusal: event.text }
    case 'image':
      return { images: [event.image] }
    case 'audio':
      return { audio: event.audio }
    case 'annotations':
      return { annotations: event.annotations }
    case 'logprobs':
      return { logprobs: event.logprobs }
    case 'search':
      return { searches: [event.search] }
    case 'traits':
      return { traits: event.traits }
    case 'finished':
      return event.stopSequence === undefined ? {} : { stopSequence: event.stopSequence }
    case 'text':
      return event.signature === undefined ? {} : { textSignature: event.signature }
    case 'reasoning':
    case 'tool-call-begun':
    case 'tool-call-arguments':
    case 'usage':
    case 'failed':
      return {}
  }
}

const extrasOf = (events: readonly ChatEvent[]): Extras =>
  extrasAt(events.reduce<JsonObject>((all, event) => joinedExtras(all, { ...extraOf(event) }), {}))

const signed = (signature: string | undefined) => (signature === undefined ? {} : { signature })
const sealed = (blocks: SealedReasoning | undefined) => (blocks === undefined || blocks.length === 0 ? {} : { sealedReasoning: blocks })

const toolCallOf = (value: unknown): ToolCall => ({
  id: textAt(value, 'id') ?? '',
  name: textAt(value, 'name') ?? '',
  arguments: textAt(value, 'arguments') ?? '',
  ...signed(textAt(value, 'signature')),
})

const figuresAt = (value: unknown): UsageFigures | 'estimate' => {
  if (!isObject(value)) return 'estimate'
  const count = (name: string): number => countAt(value, name) ?? 0
  const unit = textAt(value, 'unit')
  const parts = PARTS.flatMap((name): readonly (readonly [string, number])[] => {
    const part = countAt(value, name)
    return part === undefined ? [] : [[name, part]]
  })
  return {
    input: count('input'),
    cacheRead: count('cacheRead'),
    cacheWrite: count('cacheWrite'),
    ...Object.fromEntries(parts),
    output: count('output'),
    reasoning: count('reasoning'),
    ...(unit !== undefined && { unit }),
  }
}

export const figuresOf = (usage: Usage | undefined): UsageFigures | 'estimate' =>
  usage?.source === 'upstream' ? figuresAt(usage) : 'estimate'

export const expectedFigures = (expected: JsonObject): UsageFigures | 'estimate' => figuresAt(expected['usage'])

export const expectedAnswer = (expected: JsonObject): Answer => ({
  text: textAt(expected, 'text') ?? '',
  reasoning: textAt(expected, 'reasoning') ?? '',
  ...sealed(arrayAt(expected, 'sealedReasoning').filter(isObject)),
  toolCalls: arrayAt(expected, 'toolCalls').map(toolCallOf),
  finishReason: textAt(expected, 'finishReason') ?? '',
  ...extrasAt(expected),
  usage: figuresAt(expected['usage']),
})

export const answerOfReply = (reply: ChatReply): Answer => ({ ...reply, usage: figuresOf(reply.usage) })

/** Adds up the events of a stream. Fragments of a tool call go to the call with their number. */
export const answerOfEvents = (events: readonly ChatEvent[]): Answer => {
  const toolCalls = new Map<number, { id: string; name: string; arguments: string; signature?: string }>()
  let blocks: SealedReasoning | undefined
  let [text, reasoning, finishReason] = ['', '', '']
  let usage: Usage | undefined
  for (const event of events) {
    if (event.kind === 'text') text += event.text
    else if (event.kind === 'reasoning') {
      reasoning += event.text
      blocks = event.sealed ?? blocks
    } else if (event.kind === 'finished') finishReason = event.reason
    else if (event.kind === 'usage') usage = event.usage
    else if (event.kind === 'tool-call-begun')
      toolCalls.set(event.index, { id: event.id, name: event.name, arguments: '', ...signed(event.signature) })
    else if (event.kind === 'tool-call-arguments') {
      const call = toolCalls.get(event.index)
      if (call === undefined) throw new Error(`arguments for tool call ${event.index}, which has not begun`)
      call.arguments += event.fragment
    }
  }
  const inOrder = [...toolCalls].toSorted(([a], [b]) => a - b)
  if (inOrder.some(([index], place) => index !== place)) throw new Error('tool calls are not numbered 0, 1, 2')
  return {
    text,
    reasoning,
    ...sealed(blocks),
    toolCalls: inOrder.map(([, call]) => call),
    finishReason,
    ...extrasOf(events),
    usage: figuresOf(usage),
  }
}
