import type { HistogramReading } from './histograms.ts'
import type { Attributes, Resource, Span } from './span.ts'

const KINDS = { server: 2, client: 3 } as const
const STATUS_ERROR = 2
const CUMULATIVE = 2
const SAMPLED = 1

/** 64-bit numbers are texts in the JSON of protobuf. A millisecond has six digits more, which a number could not hold. */
const nanoseconds = (ms: number): string => {
  const whole = Math.floor(ms)
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`
}

const valueOf = (value: Attributes[string]) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const attributesOf = (attributes: Attributes) => Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))

const spanOf = ({ traceId, spanId, parentId, traceState, name, kind, startMs, endMs, attributes, isError }: Span) => ({
  traceId,
  spanId,
  ...(parentId !== undefined && { parentSpanId: parentId }),
  ...(traceState !== '' && { traceState }),
  flags: SAMPLED,
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributesOf(attributes),
  ...(isError && { status: { code: STATUS_ERROR } }),
})

const resourceOf = ({ attributes }: Resource) => ({ attributes: attributesOf(attributes) })

/** The body of a request to `/v1/traces`. */
export const renderSpans = (spans: readonly Span[], resource: Resource): string =>
  JSON.stringify({ resourceSpans: [{ resource: resourceOf(resource), scopeSpans: [{ scope: resource.scope, spans: spans.map(spanOf) }] }] })

interface Period {
  readonly startMs: number
  readonly nowMs: number
}

const metricOf = ({ name, unit, description, bounds, points }: HistogramReading, { startMs, nowMs }: Period) => ({
  name,
  unit,
  description,
  histogram: {
    aggregationTemporality: CUMULATIVE,
    dataPoints: points.map(({ attributes, count, sum, bucketCounts }) => ({
      attributes: attributesOf(attributes),
      startTimeUnixNano: nanoseconds(startMs),
      timeUnixNano: nanoseconds(nowMs),
      count: String(count),
      sum,
      bucketCounts: bucketCounts.map(String),
      explicitBounds: bounds,
    })),
  },
})

/** The body of a request to `/v1/metrics`. */
export const renderMetrics = (readings: readonly HistogramReading[], period: Period, resource: Resource): string => {
  const metrics = readings.map((reading) => metricOf(reading, period))
  return JSON.stringify({ resourceMetrics: [{ resource: resourceOf(resource), scopeMetrics: [{ scope: resource.scope, metrics }] }] })
}
