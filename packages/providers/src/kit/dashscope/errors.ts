import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { failedWith } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { CONTENT_FILTERED, CONTEXT_EXCEEDED, type RefusalCode } from '@weir/dialects/model/wire-error'
import { wordTable } from '@weir/dialects/word-table'
import { classifyOpenaiError } from '../openai-wire.ts'

/** Arrears come with status 400, so the status alone would mislead. */
const FAULTS = wordTable<UpstreamFault>({
  Arrearage: 'out-of-credit',
  InvalidApiKey: 'bad-credential',
  invalid_api_key: 'bad-credential',
  AccessDenied: 'forbidden',
  'Model.AccessDenied': 'forbidden',
  AllocationQuota: 'forbidden',
  DataInspectionFailed: 'bad-request',
  data_inspection_failed: 'bad-request',
  InvalidParameter: 'bad-request',
  BadRequest: 'bad-request',
  InvalidURL: 'bad-request',
  ModelNotFound: 'not-found',
  model_not_found: 'not-found',
  Throttling: 'rate-limited',
  LimitRequests: 'rate-limited',
  // Said of the rate as well as of the account, so it proves nothing about the account.
  insufficient_quota: 'rate-limited',
  RequestTimeOut: 'too-slow',
  InternalError: 'broken',
  ModelServingError: 'overloaded',
})

/** Codes have a general first part, such as Throttling.RateQuota. */
export const faultOfCode = (code: string): UpstreamFault | undefined => FAULTS[code] ?? FAULTS[code.split('.')[0] ?? '']

/** The code of an error, on either wire; undefined when the reply is none. */
export const errorCodeOf = (json: JsonObject): string | undefined =>
  textAt(objectAt(json, 'error'), 'code') ?? (textAt(json, 'code') || undefined)

const FILTERED = /^data_?inspection_?failed$/i
/** Said with a code for every wrong parameter. None of the words are the caller's. */
const TOO_LONG = /^(?:<400> [\w.]+: )?Range of input length should be \[/

const wordsOf = (json: JsonObject): string => textAt(objectAt(json, 'error'), 'message') ?? textAt(json, 'message') ?? ''

const refusalCodeIn = (json: JsonObject): RefusalCode | undefined => {
  if (FILTERED.test(errorCodeOf(json) ?? '')) return CONTENT_FILTERED
  return TOO_LONG.test(wordsOf(json)) ? CONTEXT_EXCEEDED : undefined
}

export const refusalCode = (_status: number, body: string): RefusalCode | undefined => {
  const json = parseJson(body)
  return isObject(json) ? refusalCodeIn(json) : undefined
}

/** The failure that an error of the older wire tells of; undefined when the reply is none. */
export const failureIn = (json: JsonObject): ReturnType<typeof failedWith> | undefined => {
  const code = errorCodeOf(json)
  return code === undefined ? undefined : failedWith(faultOfCode(code) ?? 'broken', textAt(json, 'message') ?? '', refusalCodeIn(json))
}

const classifyRest = classifyOpenaiError()

export const classify = (status: number, body: string): UpstreamFault => {
  const json = parseJson(body)
  const code = isObject(json) ? errorCodeOf(json) : undefined
  return (code === undefined ? undefined : faultOfCode(code)) ?? classifyRest(status, body)
}
