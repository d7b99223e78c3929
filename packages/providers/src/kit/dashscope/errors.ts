import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
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

const classifyRest = classifyOpenaiError()

export const classify = (status: number, body: string): UpstreamFault => {
  const json = parseJson(body)
  const code = isObject(json) ? errorCodeOf(json) : undefined
  return (code === undefined ? undefined : faultOfCode(code)) ?? classifyRest(status, body)
}
