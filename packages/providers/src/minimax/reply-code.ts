import { countAt, objectAt, textAt } from '@weir/dialects/json'
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

export const faultOfCode = (code: number): UpstreamFault | undefined => FAULTS[code]
