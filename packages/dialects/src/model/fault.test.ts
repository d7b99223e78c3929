import { expect, it } from 'bun:test'
import { blamesKey, isCallersFault, isEvidenceAgainstKey, type UpstreamFault } from './fault.ts'

it.each<readonly [UpstreamFault, boolean, boolean]>([
  ['bad-request', true, false],
  ['bad-credential', false, true],
  ['out-of-credit', false, true],
  ['forbidden', false, false],
  ['rate-limited', false, false],
  ['overloaded', false, false],
  ['not-found', false, false],
  ['unreachable', false, false],
  ['too-slow', false, false],
  ['broken', false, false],
])("%s is the caller's: %p, and the key's: %p", (fault, isCallers, isKeys) => {
  expect([isCallersFault(fault), blamesKey(fault), isEvidenceAgainstKey(fault, 401)]).toEqual([isCallers, isKeys, isKeys])
})

it.each([400, 404, 405, 406, 409, 411, 413, 414, 415, 416, 422, 431])('%p can be caused by input, and so is no evidence', (status) => {
  expect(isEvidenceAgainstKey('bad-credential', status)).toBe(false)
})

it.each([200, 401, 402, 403, 410, 412, 423, 429, 430, 500])('%p is evidence against a key', (status) => {
  expect(isEvidenceAgainstKey('out-of-credit', status)).toBe(true)
})
