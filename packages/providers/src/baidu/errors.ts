import { isObject, parseJson, textAt } from '@weir/dialects/json'
import { failedWith, type WireFailure } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { classifyOpenaiError } from '../kit/openai-wire.ts'

const faults = (fault: UpstreamFault, ...codes: readonly number[]): readonly (readonly [number, UpstreamFault])[] =>
  codes.map((code) => [code, fault])

/** Errors come with status 200 and a number. */
const FAULTS: ReadonlyMap<number, UpstreamFault> = new Map([
  ...faults('overloaded', 1, 2, 15, 336_100),
  ...faults('not-found', 3),
  ...faults('rate-limited', 4, 18, 336_501, 336_502),
  ...faults('forbidden', 6),
  ...faults('bad-credential', 13, 14, 100, 110, 111),
  ...faults('out-of-credit', 17, 19),
  ...faults('broken', 336_000),
  ...faults('bad-request', 336_001, 336_002, 336_003, 336_006, 336_007),
])

/** The failure in a reply that looks fine; undefined when there is none. */
export const failureOf = (json: unknown): WireFailure | undefined => {
  const code = isObject(json) ? json['error_code'] : undefined
  if (typeof code !== 'number' || code === 0) return undefined
  return failedWith(FAULTS.get(code) ?? 'broken', textAt(json, 'error_msg')).failure
}

/** Codes of the newer wire, which come with a status of their own. */
const classifyV2 = classifyOpenaiError({
  invalid_iam_token: 'bad-credential',
  invalid_appid: 'bad-credential',
  access_denied: 'forbidden',
  rpm_rate_limit_exceeded: 'rate-limited',
  tpm_rate_limit_exceeded: 'rate-limited',
  account_overdue: 'out-of-credit',
})

export const classify = (status: number, body: string): UpstreamFault => failureOf(parseJson(body))?.fault ?? classifyV2(status, body)
