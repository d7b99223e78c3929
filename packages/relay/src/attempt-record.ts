import type { UpstreamFault } from '@weir/dialects/model/fault'

/** What a log row keeps of one channel that was tried. */
export interface AttemptRecord {
  readonly channel: number
  readonly fault: UpstreamFault | 'none'
  readonly ms: number
  /** Upstream's, where it refused. */
  readonly status?: number
  /** Upstream's own words or how the network failed, without secrets. */
  readonly said?: string
  /** The same as a caller may read it, where that is less. */
  readonly told?: string
  /** What upstream was asked in, where that is not the caller's own wire. */
  readonly wire?: string
}

/** Who or what ended an answer before its end. */
export type CutCause = 'caller' | 'upstream' | 'too-slow' | 'stopping'
