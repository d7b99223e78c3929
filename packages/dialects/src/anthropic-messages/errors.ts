import { objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { UpstreamFault } from '../model/fault.ts'
import { wordTable } from '../word-table.ts'

const BY_TYPE = wordTable<UpstreamFault>({
  invalid_request_error: 'bad-request',
  authentication_error: 'bad-credential',
  billing_error: 'out-of-credit',
  permission_error: 'forbidden',
  not_found_error: 'not-found',
  conflict_error: 'bad-request',
  request_too_large: 'bad-request',
  rate_limit_error: 'rate-limited',
  api_error: 'broken',
  timeout_error: 'too-slow',
  overloaded_error: 'overloaded',
})

const BY_DETAIL = wordTable<UpstreamFault>({
  organization_on_hold: 'bad-credential',
  enforced_spend_limit_reached: 'out-of-credit',
  ramp_limit_exceeded: 'rate-limited',
})

/**
 * Arrears and a closed organisation come as an ordinary bad request; only the sentence tells them apart.
 * It is matched from its first word, where nothing a caller wrote can stand.
 */
const BY_SENTENCE: readonly (readonly [RegExp, UpstreamFault])[] = [
  [/^Your credit balance is too low to access the \w+ API/, 'out-of-credit'],
  [/^You have reached your specified (workspace )?API usage limits/, 'out-of-credit'],
  [/^This organization has been disabled/, 'bad-credential'],
]

/** The fault an error object of this wire means; undefined when its type says nothing. */
export const faultOfClaudeError = (error: JsonObject | undefined): UpstreamFault | undefined => {
  const detail = BY_DETAIL[textAt(objectAt(error, 'details'), 'error_code') ?? '']
  const type = textAt(error, 'type') ?? ''
  const message = textAt(error, 'message') ?? ''
  const sentence = type === 'invalid_request_error' ? BY_SENTENCE.find(([pattern]) => pattern.test(message))?.[1] : undefined
  return detail ?? sentence ?? BY_TYPE[type]
}

export const claudeErrorOf = (body: string): JsonObject | undefined => objectAt(parseJson(body), 'error')
