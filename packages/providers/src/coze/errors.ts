import { isObject, objectAt, parseJson, textAt } from '@weir/dialects/json'
import { failedWith, type WireFailure } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { CONTENT_FILTERED, type RefusalCode } from '@weir/dialects/model/wire-error'
import { faultOfStatus } from '../kit/openai-wire.ts'

const faults = (fault: UpstreamFault, ...codes: readonly number[]): readonly (readonly [number, UpstreamFault])[] =>
  codes.map((code) => [code, fault])

const FAULTS: ReadonlyMap<number, UpstreamFault> = new Map([
  ...faults('bad-credential', 4100, 4101, 700_012_006),
  ...faults('out-of-credit', 4011, 4027, 4028),
  ...faults('rate-limited', 4008, 4009, 4013),
  ...faults('bad-request', 4000, 4001, 4002, 4018, 4022),
  ...faults('not-found', 4015, 4200),
  ...faults('broken', 5000),
])

const FILTERED: ReadonlySet<number> = new Set([4018, 4022])

/** The failure that an object with a code and a text tells of; undefined when there is none. */
export const failureOf = (json: unknown): WireFailure | undefined => {
  const code = isObject(json) ? json['code'] : undefined
  if (typeof code !== 'number' || code === 0) return undefined
  return failedWith(FAULTS.get(code) ?? 'broken', textAt(json, 'msg'), FILTERED.has(code) ? CONTENT_FILTERED : undefined).failure
}

export const lastError = (json: unknown): WireFailure => failureOf(objectAt(json, 'last_error')) ?? failedWith('broken').failure

export const classify = (status: number, body: string): UpstreamFault => failureOf(parseJson(body))?.fault ?? faultOfStatus(status)

export const refusalCode = (_status: number, body: string): RefusalCode | undefined => failureOf(parseJson(body))?.code
