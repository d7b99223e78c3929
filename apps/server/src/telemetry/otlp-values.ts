import type { HistogramReading } from './histograms.ts'
import type { Resource, Span } from './span.ts'

/** Numbers of the enumerations of OTLP. */
export const SPAN_KINDS = { server: 2, client: 3 } as const
export const STATUS_ERROR = 2
export const CUMULATIVE = 2
export const SAMPLED = 1

/** Of what is summed up. */
export interface Period {
  readonly startMs: number
  readonly nowMs: number
}

/** One of the two ways in which OTLP is written. */
export interface OtlpFormat {
  readonly contentType: string
  /** The body of a request to `/v1/traces`. */
  readonly renderSpans: (spans: readonly Span[], resource: Resource) => string | Uint8Array<ArrayBuffer>
  /** The body of a request to `/v1/metrics`. */
  readonly renderMetrics: (readings: readonly HistogramReading[], period: Period, resource: Resource) => string | Uint8Array<ArrayBuffer>
}

/** Of a fraction of a millisecond. */
export const nanosecondsWithin = (ms: number): number => Math.floor((ms - Math.floor(ms)) * 1e6)
