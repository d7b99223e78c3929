import { arrayAt, countAt, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { UpstreamFault } from '../model/fault.ts'
import { wordTable } from '../word-table.ts'

const BY_STATUS = wordTable<UpstreamFault>({
  INVALID_ARGUMENT: 'bad-request',
  FAILED_PRECONDITION: 'forbidden',
  OUT_OF_RANGE: 'bad-request',
  UNAUTHENTICATED: 'bad-credential',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'not-found',
  RESOURCE_EXHAUSTED: 'rate-limited',
  CANCELLED: 'too-slow',
  DEADLINE_EXCEEDED: 'too-slow',
  INTERNAL: 'broken',
  UNKNOWN: 'broken',
  UNAVAILABLE: 'overloaded',
})

/** A wrong key is told as a bad request or a lack of rights; the reason in the details says more than the status. */
const BY_REASON = wordTable<UpstreamFault>({
  API_KEY_INVALID: 'bad-credential',
  API_KEY_EXPIRED: 'bad-credential',
  API_KEY_SERVICE_BLOCKED: 'bad-credential',
  ACCESS_TOKEN_EXPIRED: 'bad-credential',
  CONSUMER_SUSPENDED: 'bad-credential',
  SERVICE_DISABLED: 'bad-credential',
  BILLING_DISABLED: 'out-of-credit',
})

/** Some replies about the key carry no reason; the sentence is matched from its first word, where nothing a caller wrote can stand. */
const BY_SENTENCE =
  /^(API key not valid\. Please pass a valid API key\.|API key expired\. Please renew the API key\.|Your API key was reported as leaked\.)/

export const faultOfGoogleError = (error: JsonObject | undefined): UpstreamFault | undefined => {
  const reason = arrayAt(error, 'details').flatMap((detail) => BY_REASON[textAt(detail, 'reason') ?? ''] ?? [])[0]
  if (reason !== undefined) return reason
  if (BY_SENTENCE.test(textAt(error, 'message') ?? '')) return 'bad-credential'
  return BY_STATUS[textAt(error, 'status') ?? ''] ?? (countAt(error, 'code') === 429 ? 'rate-limited' : undefined)
}

/** The error of a reply body, which on some paths is a list of one. */
export const googleErrorOf = (body: string): JsonObject | undefined => {
  const json = parseJson(body)
  return objectAt(Array.isArray(json) ? json[0] : json, 'error')
}
