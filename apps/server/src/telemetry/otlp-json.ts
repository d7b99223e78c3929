import type { HistogramReading } from './histograms.ts'
import { CUMULATIVE, SAMPLED, SPAN_KINDS, STATUS_ERROR, nanosecondsWithin, type OtlpFormat, type Period } from './otlp-values.ts'
import type { Attributes, Resource, Span } from './span.ts'

/** 64-bit numbers are texts in the JSON of protobuf. A millisecond has six digits more, which a number could not hold. */
const nanoseconds = (ms: number): string => `${Math.floor(ms)}${String(nanosecondsWithin(ms)).padStart(6, '0')}`

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
  kind: SPAN_KINDS[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributesOf(attributes),
  ...(isError && { status: { code: STATUS_ERROR } }),
})

const resourceOf = ({ attributes }: Resource) => ({ attributes: attributesOf(attributes) })

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

export const otlpJson: OtlpFormat = {
  contentType: 'application/json',
  renderSpans: (spans, resource) =>
    JSON.stringify({
      resourceSpans: [{ resource: resourceOf(resource), scopeSpans: [{ scope: resource.scope, spans: spans.map(spanOf) }] }],
    }),
  renderMetrics: (readings, period, resource) => {
    const metrics = readings.map((reading) => metricOf(reading, period))
    return JSON.stringify({ resourceMetrics: [{ resource: resourceOf(resource), scopeMetrics: [{ scope: resource.scope, metrics }] }] })
  },
}
