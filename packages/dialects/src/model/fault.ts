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

/** Evidence against the key or its account, and so against the channel as a whole. */
export const blamesKey = (fault: UpstreamFault): boolean => fault === 'bad-credential' || fault === 'out-of-credit'
