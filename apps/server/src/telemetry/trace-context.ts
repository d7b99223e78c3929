/** Where a trace comes from, as W3C Trace Context tells it. */
export interface TraceContext {
  readonly traceId: string
  readonly parentId: string
  readonly isSampled: boolean
  /** Of other tracing systems; passed on unread. */
  readonly traceState: string
}

/** No id is all zeros, version ff is none, and the first version ends with its flags; later ones may have more. */
const PARENT = /^(?!ff|00-.{52}-)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
/** What every party must pass on at least; longer ones may be left out. */
const PLAIN_STATE = /^[\t\u0020-\u007e]{1,512}$/

const SAMPLED = 1

/** Undefined for a header that is missing or malformed: the trace begins here then. */
export const parseTraceContext = (headers: Pick<Headers, 'get'>): TraceContext | undefined => {
  const [, traceId, parentId, flags] = PARENT.exec(headers.get('traceparent') ?? '') ?? []
  if (traceId === undefined || parentId === undefined || flags === undefined) return undefined
  const state = headers.get('tracestate') ?? ''
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
  return { traceId, parentId, isSampled, traceState: PLAIN_STATE.test(state) ? state : '' }
}

/** The headers that name a span to whoever is called from it. */
export const traceHeaders = (
  spanId: string,
  { traceId, isSampled, traceState }: Omit<TraceContext, 'parentId'>,
): Readonly<Record<string, string>> => ({
  traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
  ...(traceState !== '' && { tracestate: traceState }),
})
