/** Everything that can go wrong upstream. A closed set: a new fault does not compile until every decision about it is made. */
export type UpstreamFault =
  /** The call itself is wrong; it would fail everywhere. */
  | 'bad-request'
  /** The key is wrong, revoked or expired, or its account is closed. */
  | 'bad-credential'
  /** The account behind the key has no money or quota left. */
  | 'out-of-credit'
  /** The key is good but may not do this one thing, such as use this model. */
  | 'forbidden'
  | 'rate-limited'
  | 'overloaded'
  | 'not-found'
  | 'unreachable'
  | 'too-slow'
  /** The reply makes no sense, or upstream failed by its own account. */
  | 'broken'

/** With it comes an error inside a reply that looked fine. */
export const STATUS_OF_ANSWERS = 200

/** The same call would fail everywhere, so no other channel is tried. */
export const isCallersFault = (fault: UpstreamFault): boolean => {
  switch (fault) {
    case 'bad-request':
      return true
    case 'bad-credential':
    case 'out-of-credit':
    case 'forbidden':
    case 'rate-limited':
    case 'overloaded':
    case 'not-found':
    case 'unreachable':
    case 'too-slow':
    case 'broken':
      return false
  }
}

/** Speaks of the key or its account, and so of the channel as a whole. */
export const blamesKey = (fault: UpstreamFault): boolean => fault === 'bad-credential' || fault === 'out-of-credit'

/** What a body, a model's name or a path can cause. A caller who finds an input that upstream answers with one of these could repeat it at will. */
const STATUSES_OF_INPUT: ReadonlySet<number> = new Set([400, 404, 405, 406, 409, 411, 413, 414, 415, 416, 422, 431])

/** Whether the reply to a caller's own request may count against the key. With a status that input can cause, no code in it does. */
export const isEvidenceAgainstKey = (fault: UpstreamFault, status: number): boolean => blamesKey(fault) && !STATUSES_OF_INPUT.has(status)
