import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { LimitReport, RenderedError, WireEnvelope } from '@weir/dialects/model/caller-wire'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { CONTEXT_EXCEEDED, type WireError } from '@weir/dialects/model/wire-error'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import type { Ending } from './load.ts'
import { RelayRefusal, type Language, type RelayRefusalKind } from './refusal.ts'
import type { FailedAttempt } from './stage-types.ts'
import type { ReplyHeaders } from './ports.ts'
import { firstIn, upstreamWords } from './upstream/upstream-message.ts'
import { withoutPlaces, withoutSecrets } from './upstream/without-secrets.ts'

export interface RelayReply extends Ending {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | ReadableStream<Uint8Array>
}

/** Anything longer is not an explanation any more. */
const MAX_UPSTREAM_MESSAGE = 2000

const quotaHeaders = ['limit', 'remaining', 'reset'].flatMap((figure) =>
  ['requests', 'tokens'].map((what) => `x-ratelimit-${figure}-${what}`),
)

/** Upstream's headers that mean something to the caller; cookies, server names and the rest stay behind. */
const PASSED_HEADERS: readonly (readonly [from: string, to: string])[] = [
  ...[...quotaHeaders, 'retry-after', 'retry-after-ms', 'openai-processing-ms', 'openai-version'].map((name) => [name, name] as const),
  ['x-request-id', 'x-upstream-request-id'],
]

export const passedHeaders = (headers: ReplyHeaders): Record<string, string> => {
  const passed: Record<string, string> = {}
  for (const [from, to] of PASSED_HEADERS) {
    const value = headers.get(from)
    if (value !== null) passed[to] = value
  }
  return passed
}

/** Long enough for every field there is; proxies refuse heads of several kilobytes. */
const MAX_DROPPED = 500

/** Only printable ASCII may stand in a header. */
export const headerText = (text: string): string => text.replaceAll(/[^!-~]/g, '?')

/** Names what the caller asked for and upstream was not told. */
export const droppedHeaders = (fields: readonly string[]): Record<string, string> => {
  if (fields.length === 0) return {}
  const names: string[] = []
  let room = MAX_DROPPED
  for (const field of fields) {
    const name = headerText(field)
    room -= name.length + 2
    if (room < 0) return { 'x-weir-dropped': [...names, '...'].join(', ') }
    names.push(name)
  }
  return { 'x-weir-dropped': names.join(', ') }
}

/** How the caller is spoken to: by their wire, in their language. */
export interface Addressee {
  readonly envelope: WireEnvelope
  readonly requestId: string
  readonly language: Language
}

export const wireErrorOf = (refusal: RelayRefusal, { requestId, language }: Omit<Addressee, 'envelope'>): WireError => ({
  status: refusal.status,
  requestId,
  message: `${refusal.text(language)} (request id: ${requestId})`,
  type: refusal.kind === 'unknown-path' ? 'invalid_request_error' : 'one_api_error',
  param: refusal.options.param ?? '',
  code: refusal.code,
})

const replyOfError = ({ status, headers, body }: RenderedError): RelayReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
})

/** Budgets are told by the headers that most clients know, whatever the wire, and by those of the wire. */
export const limitHeaders = (envelope: WireEnvelope, report: LimitReport, hasBudgets: boolean): Readonly<Record<string, string>> =>
  hasBudgets ? { ...chatEnvelope.limitHeaders(report), ...envelope.limitHeaders(report) } : envelope.limitHeaders(report)

/** What the same request meets again until someone changes something: official clients repeat these statuses unless they are told not to. */
const LASTING_REFUSALS: ReadonlySet<RelayRefusalKind> = new Set(['no-channel', 'budget', 'not-supported'])

export const replyOfRefusal = (refusal: RelayRefusal, to: Addressee, now: number): RelayReply => {
  const { retryAfter, remaining } = refusal.options
  const reply = replyOfError(to.envelope.renderError(wireErrorOf(refusal, to)))
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      ...(LASTING_REFUSALS.has(refusal.kind) && { 'x-should-retry': 'false' }),
      ...(remaining !== undefined && limitHeaders(to.envelope, { ...remaining, now }, refusal.kind === 'budget')),
    },
  }
}

const REFUSAL_OF_FAULT: Readonly<Record<Exclude<UpstreamFault, 'bad-request'>, RelayRefusalKind>> = {
  'bad-credential': 'upstream-refused',
  'out-of-credit': 'upstream-refused',
  forbidden: 'upstream-refused',
  'rate-limited': 'upstream-busy',
  overloaded: 'upstream-overloaded',
  'not-found': 'upstream-not-found',
  unreachable: 'upstream-unreachable',
  'too-slow': 'upstream-too-slow',
  broken: 'upstream-broken',
}

interface FailureContext extends Addressee {
  /** Of the channel that failed. */
  readonly hidden: readonly string[]
  readonly model: string
  readonly now: number
}

/** How vendors say that a conversation is longer than their model can read. Clients that are told so by the code make it shorter. */
const TOO_LONG =
  /^(?:prompt is too long|input is too long|input length and `max_tokens` exceed|the input token count|this model's maximum context length|invalid request: your request exceeded model token limit)/i

const codeOfWords = (words: string): string => (TOO_LONG.test(words) ? CONTEXT_EXCEEDED : 'bad_response_status_code')

/** A caller's mistake is explained in upstream's words, without the channel's secrets should upstream repeat them. */
const replyOfBadRequest = (failure: FailedAttempt, { envelope, requestId, hidden }: FailureContext): RelayReply => {
  const error = objectAt(firstIn(parseJson(failure.body)), 'error')
  const scrub = (text: string) => withoutPlaces(withoutSecrets(text, hidden).slice(0, MAX_UPSTREAM_MESSAGE))
  const given = (name: string): string | undefined => {
    const text = textAt(error, name)
    return text === undefined ? undefined : scrub(text)
  }
  const words = scrub(upstreamWords(failure.body) ?? failure.message)
  return replyOfError(
    envelope.renderError({
      status: failure.status >= 400 && failure.status <= 499 ? failure.status : 400,
      requestId,
      message: `${words || `bad response status code ${failure.status}`} (request id: ${requestId})`,
      type: given('type') ?? 'upstream_error',
      param: given('param') ?? '',
      code: failure.code ?? given('code') ?? codeOfWords(words),
    }),
  )
}

/** Why an attempt failed, for the operator: upstream's own words first. They may repeat the channel's key. */
export const reasonOf = (failure: FailedAttempt, context: { readonly language: Language; readonly model: string }): string => {
  const said = upstreamWords(failure.body) ?? failure.message
  if (said !== '') return said
  if (failure.fault === 'bad-request') return `bad response status code ${failure.status}`
  return new RelayRefusal(REFUSAL_OF_FAULT[failure.fault], { params: { model: context.model } }).text(context.language)
}

export const replyOfFailure = (failure: FailedAttempt, context: FailureContext): RelayReply => {
  if (failure.unsupportedParam !== undefined) {
    const params = { param: failure.unsupportedParam, reason: failure.message }
    const refusal = new RelayRefusal('unsupported-input', { params, param: failure.unsupportedParam })
    return replyOfRefusal(refusal, context, context.now)
  }
  if (failure.fault === 'bad-request') return replyOfBadRequest(failure, context)
  const refusal = new RelayRefusal(REFUSAL_OF_FAULT[failure.fault], {
    params: { model: context.model },
    ...(failure.retryAfter !== undefined && { retryAfter: failure.retryAfter }),
  })
  return replyOfRefusal(refusal, context, context.now)
}
