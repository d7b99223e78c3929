import { isObject, objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { STATUS_OF_ANSWERS, type UpstreamFault } from '@weir/dialects/model/fault'
import type { ChatCapability, ChatExtension, KeptRequest, SameWire, TaskCapability, WireCapability } from '@weir/dialects/model/provider'
import type { Task, TaskCall } from '@weir/dialects/model/task'
import { type ChannelTarget, type EncodeContext, type UpstreamRequest, mappedModel } from '@weir/dialects/model/upstream'
import { fieldsPresent } from '@weir/dialects/openai-chat/read-options'
import { hasOneModelKey, renderChatCall } from '@weir/dialects/openai-chat/render-call'
import type { ReplySummary } from '@weir/dialects/model/reply-summary'
import { renderResponsesCall } from '@weir/dialects/openai-responses/render-call'
import { baseUrlOf, joinUrl, withQuery } from './base-url.ts'
import { changes, type BodyChange, withoutFields } from './body.ts'
import { isToolForced, onlyAllowedTools } from './input/allowed-tools.ts'
import { losesStops } from './input/few-stops.ts'
import { withoutHostedTools } from './input/hosted-tools.ts'
import { lostMedia } from './input/lost-media.ts'
import { changeOfTask } from './input/stream-usage.ts'
import { faultInWords, statusInWords } from './told-faults.ts'

/** How a provider that speaks OpenAI's wire differs from OpenAI. Everything is optional; nothing given means nothing differs. */
export interface OpenaiWireOptions {
  readonly defaultBaseUrl: string
  /** The path after the base address, or a whole address. OpenAI's own is `/v1/` and the task. */
  readonly path?: (where: Where) => string
  readonly headers?: (target: ChannelTarget, context: EncodeContext) => Readonly<Record<string, string>>
  /** Upstream's name where it is not the one in the call. */
  readonly modelName?: (model: string) => string
  /** Top-level fields of a chat call that upstream would refuse. They are reported as dropped. */
  readonly drop?: readonly string[] | ((model: string) => readonly string[])
  /** Where upstream refuses whatever it does not know: the only top-level fields of a chat call that may be sent. */
  readonly keep?: readonly string[]
  /** Other changes to a chat body. The same object back means that the caller's bytes can be sent. */
  readonly adapt?: BodyChange
  /** Changes to the body of the other tasks. */
  readonly adaptTask?: Readonly<Partial<Record<Task, BodyChange>>>
  /** How many inputs of embeddings upstream takes at a time. */
  readonly maxInputs?: NonNullable<TaskCapability['maxInputs']>
  /** Where completions come in another form. */
  readonly openCompletions?: NonNullable<TaskCapability['openNormalizer']>
  /** Upstream does not document `allowed_tools`: those tools alone are sent. */
  readonly filtersAllowedTools?: boolean
  /** Upstream refuses `stream_options`, or reports usage without being asked. */
  readonly hasUnaskedUsage?: boolean
  /** What upstream reads beyond OpenAI's wire. Absent: thoughts of earlier turns. */
  readonly extensions?: readonly ChatExtension[]
  readonly inspectReply?: (json: unknown) => ReplySummary
  readonly openNormalizer?: NonNullable<SameWire['openNormalizer']>
}

export interface Where {
  readonly task: Task | 'chat/completions' | 'responses' | `responses/${string}` | 'realtime'
  readonly model: string
  readonly base: string
}

const STREAM = 'text/event-stream'
const JSON_TYPE = 'application/json'

export const bearer = (target: ChannelTarget): Readonly<Record<string, string>> => ({ authorization: `Bearer ${target.key}` })

export const urlOf = (options: OpenaiWireOptions, target: ChannelTarget, where: Omit<Where, 'base'>): string => {
  const base = baseUrlOf(target, options.defaultBaseUrl)
  return joinUrl(base, options.path?.({ ...where, base }) ?? `/v1/${where.task}`)
}

export const modelFor = (model: string, target: ChannelTarget, options: OpenaiWireOptions): string => {
  const mapped = mappedModel(model, target.modelMapping)
  return options.modelName?.(mapped) ?? mapped
}

const NOTHING: readonly string[] = []

/** The fields of a body that upstream would refuse. */
const refusedFields = (body: JsonObject, { drop = NOTHING, keep }: OpenaiWireOptions, model: string): readonly string[] => {
  const list = typeof drop === 'function' ? drop(model) : drop
  if (keep === undefined && !list.some((field) => Object.hasOwn(body, field))) return NOTHING
  return Object.keys(body).filter((field) => list.includes(field) || keep?.includes(field) === false)
}

/** What the caller asks for in words that this upstream may know. Throws where it has none. */
const askedBody = (call: ChatCall, options: OpenaiWireOptions, model: string): JsonObject => {
  const body = withoutHostedTools(call.body, model)
  return options.filtersAllowedTools === true ? onlyAllowedTools(body, model) : body
}

const adaptedCall = (call: ChatCall, options: OpenaiWireOptions, model: string): ChatCall => {
  const asked = askedBody(call, options, model)
  const adapted = options.adapt?.(asked, model) ?? asked
  const refused = refusedFields(adapted, options, model)
  const body = refused.length === 0 ? adapted : withoutFields(...refused)(adapted, model)
  return body === call.body ? call : { ...call, body, rawBody: JSON.stringify(body) }
}

/** The format of an answer that is asked for in no way. */
const isPlainText = (value: unknown): boolean => isObject(value) && value['type'] === 'text' && Object.keys(value).length === 1

const withoutMessages = withoutFields('messages')

/** What the caller said and the change took away without saying it in another way: left out, the request would be the same. */
const idleFields = (asked: JsonObject, adapted: JsonObject, change: (body: JsonObject) => JsonObject): readonly string[] => {
  const gone = Object.keys(asked).filter((field) => !Object.hasOwn(adapted, field) && !isPlainText(asked[field]))
  const shown = (body: JsonObject): string => JSON.stringify(withoutMessages(body, ''))
  return fieldsPresent(asked, gone).filter((field) => shown(change(withoutFields(field)(asked, ''))) === shown(adapted))
}

/** `stream_options` asks for a figure that we report in any case, so nothing is lost with it. */
const droppedFields = (call: ChatCall, options: OpenaiWireOptions, model: string): readonly string[] => {
  const asked = askedBody(call, options, model)
  const adapted = options.adapt?.(asked, model) ?? asked
  const refused = refusedFields(adapted, options, model)
  if (adapted === asked && refused.length === 0) return NOTHING
  const isFreed = isToolForced(asked) && !isToolForced(adapted)
  const isStilled = adapted['reasoning_effort'] === 'none' && (asked['reasoning_effort'] ?? 'none') !== 'none'
  return [
    ...(isFreed ? ['tool_choice'] : []),
    ...(isStilled ? ['reasoning_effort'] : []),
    ...(losesStops(asked, adapted) ? ['stop'] : []),
    ...idleFields(asked, adapted, (body) => options.adapt?.(body, model) ?? body),
    ...refused,
    ...lostMedia(asked, adapted),
  ].filter((field) => field !== 'stream_options')
}

const talkHeaders = (
  options: OpenaiWireOptions,
  { isStream }: { readonly isStream: boolean },
  { target, context }: { readonly target: ChannelTarget; readonly context: EncodeContext },
): Readonly<Record<string, string>> => ({
  ...(options.headers ?? bearer)(target, context),
  'content-type': JSON_TYPE,
  accept: isStream ? STREAM : JSON_TYPE,
})

interface Talk {
  readonly call: { readonly model: string; readonly isStream: boolean }
  readonly target: ChannelTarget
  readonly context: EncodeContext
  /** Written for upstream's name of the model. */
  readonly body: (model: string) => string
}

/** A request for words on one of upstream's paths. */
export const talkRequest = (options: OpenaiWireOptions, task: Where['task'], { call, target, context, body }: Talk): UpstreamRequest => {
  const model = modelFor(call.model, target, options)
  return {
    method: 'POST',
    url: urlOf(options, target, { task, model }),
    headers: talkHeaders(options, call, { target, context }),
    body: body(model),
  }
}

const unaskedUsage = (options: OpenaiWireOptions): OpenaiWireOptions => ({
  ...options,
  hasUnaskedUsage: true,
  adapt: changes(options.adapt ?? ((body) => body), withoutFields('stream_options')),
  adaptTask: {
    ...options.adaptTask,
    completions: changes(options.adaptTask?.completions ?? ((body) => body), withoutFields('stream_options')),
  },
})

/** Chat over OpenAI's own wire: the caller's body goes on as it is, with the channel's key. */
export const openaiChat = (options: OpenaiWireOptions): ChatCapability => ({
  encode: (call, target, context) => {
    const adapted = adaptedCall(call, options, mappedModel(call.model, target.modelMapping))
    const rendering = { systemPrompt: target.systemPrompt, hasUnaskedUsage: options.hasUnaskedUsage === true }
    const body = (model: string): string => renderChatCall(adapted, { model, ...rendering })
    return talkRequest(options, 'chat/completions', { call, target, context, body })
  },
  wire: {
    kind: 'same',
    ...(options.inspectReply && { inspectReply: options.inspectReply }),
    ...(options.openNormalizer && { openNormalizer: options.openNormalizer }),
  },
  dropped: (call, target) => droppedFields(call, options, mappedModel(call.model, target.modelMapping)),
  // Without that field a stream may come without figures, and is counted here.
  instead: (_, __, refusal) =>
    refusal === 'stream-options' && options.hasUnaskedUsage !== true ? openaiChat(unaskedUsage(options)) : undefined,
  extensions: options.extensions ?? ['reasoning_content'],
})

/** What is asked of a response that upstream keeps. */
export const keptResponse = (
  options: OpenaiWireOptions,
  { method, id, step, query }: KeptRequest,
  { target, context }: { readonly target: ChannelTarget; readonly context: EncodeContext },
): UpstreamRequest => ({
  method,
  url: withQuery(urlOf(options, target, { task: `responses/${encodeURIComponent(id)}${step}`, model: '' }), query),
  headers: talkHeaders(options, { isStream: false }, { target, context }),
  body: '',
})

/** The Responses endpoint of an upstream that has one, or the one that compacts a conversation. */
export const openaiResponses = (options: OpenaiWireOptions, task: 'responses' | 'responses/compact' = 'responses'): WireCapability => ({
  encode: (call, target, context) => {
    const body = (model: string): string => renderResponsesCall(call, { model, systemPrompt: target.systemPrompt })
    return talkRequest(options, task, { call, target, context, body })
  },
  mayBeMissing: true,
  keptAnswer: (asked, target, context) => keptResponse(options, asked, { target, context }),
})

const taskBody = (call: TaskCall, model: string, adapt: BodyChange): Pick<UpstreamRequest, 'body'> & { readonly type: string } => {
  if (call.form !== undefined) return { type: call.form.contentType, body: call.form.withField('model', model) }
  const given = call.body ?? {}
  const body = adapt(given, model)
  const isSame = body === given && body['model'] === model && hasOneModelKey(call.rawBody)
  return { type: 'application/json', body: isSame ? call.rawBody : JSON.stringify({ ...body, model }) }
}

const openaiTask = (task: Task, options: OpenaiWireOptions): TaskCapability => ({
  encode: (call, target, context) => {
    const model = modelFor(call.model, target, options)
    const { type, body } = taskBody(call, model, changeOfTask(task, options))
    return {
      method: 'POST',
      url: urlOf(options, target, { task, model }),
      headers: { ...(options.headers ?? bearer)(target, context), 'content-type': type },
      body,
    }
  },
  ...(task === 'embeddings' && options.maxInputs && { maxInputs: options.maxInputs }),
  ...(task === 'completions' && options.openCompletions && { openNormalizer: options.openCompletions }),
  ...(task === 'completions' &&
    options.hasUnaskedUsage !== true && {
      instead: (refusal) => (refusal === 'stream-options' ? openaiTask(task, unaskedUsage(options)) : undefined),
    }),
})

/** The other endpoints of OpenAI that a provider serves under the same rules. */
export const openaiTasks = (tasks: readonly Task[], options: OpenaiWireOptions): Readonly<Partial<Record<Task, TaskCapability>>> =>
  Object.fromEntries(tasks.map((task) => [task, openaiTask(task, options)]))

const CREDENTIAL_CODES = new Set(['invalid_api_key', 'account_deactivated', 'invalid_organization', 'authentication_error'])
const CREDIT_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active', 'credit_balance_exhausted'])

export const faultOfStatus = (status: number): UpstreamFault => {
  if (status === 401) return 'bad-credential'
  if (status === 403) return 'forbidden'
  if (status === 402) return 'out-of-credit'
  if (status === 404) return 'not-found'
  if (status === 408 || status === 504) return 'too-slow'
  if (status === 429) return 'rate-limited'
  if (status === 503 || status === 529) return 'overloaded'
  return status >= 400 && status < 500 ? 'bad-request' : 'broken'
}

/** Codes of a provider that mean something its status does not say. */
export type FaultCodes = Readonly<Record<string, UpstreamFault>>

/** Statuses that a provider uses in a sense of its own. */
export type FaultStatuses = Readonly<Record<number, UpstreamFault>>

const nameOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const NAME_FIELDS = ['code', 'type', 'reason', 'status'] as const

/** An error's code and type wherever this family puts them: in `error`, in the first of a list, or at the top. */
export const errorNames = (body: string): readonly string[] => {
  const json = parseJson(body)
  const first: unknown = Array.isArray(json) ? json[0] : json
  const places = [objectAt(first, 'error'), isObject(first) ? first : undefined]
  return places.flatMap((place) => NAME_FIELDS.map((field) => nameOf(place?.[field]))).filter((name) => name !== undefined)
}

const faultOfCodes = (names: readonly string[], codes: FaultCodes): UpstreamFault | undefined => {
  for (const name of names) {
    if (Object.hasOwn(codes, name)) return codes[name] ?? 'broken'
    if (CREDENTIAL_CODES.has(name)) return 'bad-credential'
    if (CREDIT_CODES.has(name)) return 'out-of-credit'
  }
  return undefined
}

/** Reads the error's code and type, never its message: a message may repeat what the caller wrote. */
export const classifyOpenaiError =
  (codes: FaultCodes = {}, statuses: FaultStatuses = {}) =>
  (status: number, body: string): UpstreamFault => {
    const names = errorNames(body)
    const inner = status === STATUS_OF_ANSWERS || status === 500 ? statusInWords(names) : undefined
    const told = status === STATUS_OF_ANSWERS && inner === undefined ? faultInWords(names) : undefined
    return faultOfCodes(names, codes) ?? told ?? statuses[inner ?? status] ?? faultOfStatus(inner ?? status)
  }
