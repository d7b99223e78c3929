/** Everything that can go wrong upstream. A closed set: a new fault does not compile until every decision about it is made. */
export type UpstreamFault =
  | 'bad-request'
  | 'bad-credential'
  | 'out-of-credit'
  | 'rate-limited'
  | 'overloaded'
  | 'not-found'
  | 'unreachable'
  | 'too-slow'
  | 'broken'

/** The same call would fail everywhere, so no other channel is tried. */
export const isCallersFault = (fault: UpstreamFault): boolean => {
  switch (fault) {
    case 'bad-request':
      return true
    case 'bad-credential':
    case 'out-of-credit':
    case 'rate-limited':
    case 'overloaded':
    case 'not-found':
    case 'unreachable':
    case 'too-slow':
    case 'broken':
      return false
  }
}
