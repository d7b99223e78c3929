import { type JsonObject, objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { ChatCapability, SameWire, TaskCapability } from '@weir/dialects/model/provider'
import type { Task, TaskCall } from '@weir/dialects/model/task'
import { type ChannelTarget, type EncodeContext, mappedModel } from '@weir/dialects/model/upstream'
import { renderChatCall } from '@weir/dialects/openai-chat/render-call'
import type { ReplyFacts } from '@weir/dialects/openai-chat/reply-facts'

/** How a provider that speaks OpenAI's wire differs from OpenAI. Everything is optional; nothing given means nothing differs. */
export interface OpenaiWireOptions {
  readonly defaultBaseUrl: string
  /** The path after the base address; OpenAI's own is `/v1/` and the task. */
  readonly path?: (task: Task | 'chat/completions', model: string) => string
  readonly headers?: (target: ChannelTarget, context: EncodeContext) => Readonly<Record<string, string>>
  /** Top-level fields upstream would refuse. */
  readonly drop?: readonly string[]
  /** The last word on a body that must be rebuilt. Return the same object when nothing changes: then the caller's bytes are sent. */
  readonly adapt?: (body: JsonObject, call: ChatCall) => JsonObject
  readonly factsOf?: (json: unknown) => ReplyFacts
  readonly openMender?: NonNullable<SameWire['openMender']>
}

const bearer = (target: ChannelTarget): Readonly<Record<string, string>> => ({ authorization: `Bearer ${target.key}` })

/** Operators often paste an address that already ends in the version. */
const joinUrl = (base: string, path: string): string =>
  base.endsWith('/v1') && path.startsWith('/v1/') ? `${base}${path.slice('/v1'.length)}` : `${base}${path}`

const urlOf = (options: OpenaiWireOptions, target: ChannelTarget, where: { task: Task | 'chat/completions'; model: string }): string =>
  joinUrl(target.baseUrl || options.defaultBaseUrl, options.path?.(where.task, where.model) ?? `/v1/${where.task}`)

const withoutFields = (body: JsonObject, fields: readonly string[]): JsonObject =>
  fields.some((field) => field in body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name))) : body

const adaptedCall = (call: ChatCall, options: OpenaiWireOptions): ChatCall => {
  const kept = withoutFields(call.body, options.drop ?? [])
  const body = options.adapt?.(kept, call) ?? kept
  return body === call.body ? call : { ...call, body, rawBody: JSON.stringify(body) }
}

/** Chat over OpenAI's own wire: the caller's body goes on as it is, with the channel's key. */
export const openaiChat = (options: OpenaiWireOptions): ChatCapability => ({
  encode: (call, target, context) => {
    const model = mappedModel(call.model, target.modelMapping)
    return {
      method: 'POST',
      url: urlOf(options, target, { task: 'chat/completions', model }),
      headers: {
        ...(options.headers ?? bearer)(target, context),
        'content-type': 'application/json',
        accept: call.isStream ? 'text/event-stream' : 'application/json',
      },
      body: renderChatCall(adaptedCall(call, options), { model, systemPrompt: target.systemPrompt }),
    }
  },
  wire: {
    kind: 'same',
    ...(options.factsOf && { factsOf: options.factsOf }),
    ...(options.openMender && { openMender: options.openMender }),
  },
})

const taskBody = (call: TaskCall, model: string): { readonly type: string; readonly body: string | readonly Uint8Array[] } => {
  if (call.form !== undefined) return { type: call.form.contentType, body: call.form.withField('model', model) }
  const isSame = call.body?.['model'] === model
  return { type: 'application/json', body: isSame ? call.rawBody : JSON.stringify({ ...call.body, model }) }
}

const openaiTask = (task: Task, options: OpenaiWireOptions): TaskCapability => ({
  encode: (call, target, context) => {
    const model = mappedModel(call.model, target.modelMapping)
    const { type, body } = taskBody(call, model)
    return {
      method: 'POST',
      url: urlOf(options, target, { task, model }),
      headers: { ...(options.headers ?? bearer)(target, context), 'content-type': type },
      body,
    }
  },
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

/** Reads the error's code and type, never its message: a message may repeat what the caller wrote. */
export const classifyOpenaiError =
  (codes: FaultCodes = {}) =>
  (status: number, body: string): UpstreamFault => {
    const error = objectAt(parseJson(body), 'error')
    for (const name of [textAt(error, 'code'), textAt(error, 'type')]) {
      if (name === undefined) continue
      const own = codes[name]
      if (own !== undefined) return own
      if (CREDENTIAL_CODES.has(name)) return 'bad-credential'
      if (CREDIT_CODES.has(name)) return 'out-of-credit'
    }
    return faultOfStatus(status)
  }
