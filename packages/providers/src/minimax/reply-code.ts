import { countAt, objectAt, textAt } from '@weir/dialects/json'
import { failedWith } from '@weir/dialects/model/event'
import { CONTENT_FILTERED, CONTEXT_EXCEEDED, type RefusalCode } from '@weir/dialects/model/wire-error'
import type { UpstreamFault } from '@weir/dialects/model/fault'

const FAULTS: Readonly<Record<number, UpstreamFault>> = {
  1000: 'broken',
  1001: 'too-slow',
  1002: 'rate-limited',
  1004: 'bad-credential',
  1008: 'out-of-credit',
  1013: 'broken',
  1024: 'broken',
  1026: 'bad-request',
  1027: 'bad-request',
  1033: 'broken',
  1039: 'rate-limited',
  1041: 'rate-limited',
  1042: 'bad-request',
  2013: 'bad-request',
  2045: 'rate-limited',
  2049: 'bad-credential',
  2056: 'rate-limited',
}

/** The code inside a reply; 0 is good, and so is a reply without one. */
export const replyCode = (json: unknown): number => countAt(objectAt(json, 'base_resp'), 'status_code') ?? 0

export const replyWords = (json: unknown): string => textAt(objectAt(json, 'base_resp'), 'status_msg') ?? ''

const FILTERED: ReadonlySet<number> = new Set([1026, 1027])
/** Said with the code of every wrong parameter. */
const TOO_LONG = /^invalid params, context window exceeds limit/

export const refusalCodeOf = (code: number, words: string): RefusalCode | undefined => {
  if (FILTERED.has(code)) return CONTENT_FILTERED
  return TOO_LONG.test(words) ? CONTEXT_EXCEEDED : undefined
}

/** A task that upstream refused. */
export const refusedTask = (json: unknown): ReturnType<typeof failedWith> => {
  const [code, words] = [replyCode(json), replyWords(json)]
  return failedWith(faultOfCode(code) ?? 'broken', words, refusalCodeOf(code, words))
}

export const faultOfCode = (code: number): UpstreamFault | undefined => FAULTS[code]
