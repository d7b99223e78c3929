import type { UpstreamFault } from '@weir/dialects/model/fault'

const WORDS: readonly (readonly [string, UpstreamFault])[] = [
  ['insufficient_quota', 'out-of-credit'],
  ['rate_limit_error', 'rate-limited'],
  ['timeout_error', 'too-slow'],
  ['too_many_calls', 'overloaded'],
]

/** What the scripted upstream says of itself, by a word in its error. */
export const faultToldIn = (body: string): UpstreamFault | undefined => WORDS.find(([word]) => body.includes(word))?.[1]
