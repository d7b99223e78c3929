import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import { failedWith, type WireFailure } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { CONTENT_FILTERED, type RefusalCode } from '@weir/dialects/model/wire-error'
import { wordTable } from '@weir/dialects/word-table'
import { classifyOpenaiError } from '../kit/openai-wire.ts'

/** Codes have a general first part; the narrower name counts first. */
const FAULTS = wordTable<UpstreamFault>({
  AuthFailure: 'bad-credential',
  // Our own clock is wrong, not the key.
  'AuthFailure.SignatureExpire': 'broken',
  UnauthorizedOperation: 'bad-credential',
  'FailedOperation.UserUnAuthError': 'bad-credential',
  'FailedOperation.ServiceNotActivated': 'bad-credential',
  'FailedOperation.ServiceStop': 'bad-credential',
  'FailedOperation.PartnerAccountUnSupport': 'bad-credential',
  'FailedOperation.ResourcePackExhausted': 'out-of-credit',
  'FailedOperation.FreeResourcePackExhausted': 'out-of-credit',
  'FailedOperation.ServiceStopArrears': 'out-of-credit',
  'ResourceInsufficient.ChargeResourceExhaust': 'out-of-credit',
  'ResourceUnavailable.InArrears': 'out-of-credit',
  'ResourceUnavailable.LowBalance': 'out-of-credit',
  'ResourceUnavailable.NotExist': 'out-of-credit',
  'ResourceUnavailable.StopUsing': 'out-of-credit',
  LimitExceeded: 'rate-limited',
  RequestLimitExceeded: 'rate-limited',
  'FailedOperation.EngineServerLimitExceeded': 'rate-limited',
  OperationDenied: 'bad-request',
  InvalidParameter: 'bad-request',
  InvalidParameterValue: 'bad-request',
  'InvalidParameterValue.Model': 'not-found',
  MissingParameter: 'bad-request',
  'FailedOperation.EngineRequestTimeout': 'too-slow',
  FailedOperation: 'overloaded',
  InternalError: 'overloaded',
})

const faultOfCode = (code: string): UpstreamFault => FAULTS[code] ?? FAULTS[code.split('.')[0] ?? ''] ?? 'broken'

const FILTERED = /^OperationDenied\.(?:Text|Image)IllegalDetected$/

/** The code in an error that ends an answer. */
const TIMED_OUT = 4001

/** The failure in a reply that looks fine; undefined when there is none. */
export const failureOf = (json: unknown): WireFailure | undefined => {
  const error = objectAt(objectAt(json, 'Response'), 'Error') ?? objectAt(json, 'Error')
  if (error !== undefined) {
    const code = textAt(error, 'Code') ?? ''
    return failedWith(faultOfCode(code), textAt(error, 'Message'), FILTERED.test(code) ? CONTENT_FILTERED : undefined).failure
  }
  const told = objectAt(objectAt(json, 'Response'), 'ErrorMsg') ?? objectAt(json, 'ErrorMsg')
  return told && failedWith(told['Code'] === TIMED_OUT ? 'too-slow' : 'broken', textAt(told, 'Msg')).failure
}

const classifyBearer = classifyOpenaiError()

export const classify = (status: number, body: string): UpstreamFault => failureOf(parseJson(body))?.fault ?? classifyBearer(status, body)

/** Some errors of the older wire come with a status of their own. */
export const refusalCode = (_status: number, body: string): RefusalCode | undefined => failureOf(parseJson(body))?.code
