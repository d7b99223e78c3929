import type { HistogramPoint, HistogramReading } from './histograms.ts'
import { CUMULATIVE, SAMPLED, SPAN_KINDS, STATUS_ERROR, nanosecondsWithin, type OtlpFormat, type Period } from './otlp-values.ts'
import { ProtoWriter } from './proto-writer.ts'
import type { Attributes, Resource, Span } from './span.ts'

/** Field numbers are those of opentelemetry-proto; they never change. */

const nanoseconds = (ms: number): bigint => BigInt(Math.floor(ms)) * 1_000_000n + BigInt(nanosecondsWithin(ms))

const writeValue = (to: ProtoWriter, value: Attributes[string]): void => {
  if (typeof value === 'string') to.text(1, value)
  else if (typeof value === 'boolean') to.varint(2, value ? 1 : 0)
  else if (Number.isSafeInteger(value) && value >= 0) to.varint(3, value)
  else to.double(4, value)
}

const writeAttributes = (to: ProtoWriter, field: number, attributes: Attributes): void => {
  for (const [key, value] of Object.entries(attributes)) {
    to.message(field, () => {
      to.text(1, key)
      to.message(2, () => writeValue(to, value))
    })
  }
}

const writeSpan = (to: ProtoWriter, span: Span): void => {
  to.text(1, span.traceId, 'hex')
  to.text(2, span.spanId, 'hex')
  if (span.traceState !== '') to.text(3, span.traceState)
  if (span.parentId !== undefined) to.text(4, span.parentId, 'hex')
  to.text(5, span.name)
  to.varint(6, SPAN_KINDS[span.kind])
  to.fixed64(7, nanoseconds(span.startMs))
  to.fixed64(8, nanoseconds(span.endMs))
  writeAttributes(to, 9, span.attributes)
  if (span.isError) to.message(15, () => to.varint(3, STATUS_ERROR))
  to.fixed32(16, SAMPLED)
}

const writePoint = (to: ProtoWriter, point: HistogramPoint, { bounds, period }: { bounds: readonly number[]; period: Period }): void => {
  to.fixed64(2, nanoseconds(period.startMs))
  to.fixed64(3, nanoseconds(period.nowMs))
  to.fixed64(4, BigInt(point.count))
  to.double(5, point.sum)
  to.packedFixed64(6, point.bucketCounts)
  to.packedDouble(7, bounds)
  writeAttributes(to, 9, point.attributes)
}

const writeMetric = (to: ProtoWriter, { name, description, unit, bounds, points }: HistogramReading, period: Period): void => {
  to.text(1, name)
  to.text(2, description)
  to.text(3, unit)
  to.message(9, () => {
    for (const point of points) to.message(1, () => writePoint(to, point, { bounds, period }))
    to.varint(2, CUMULATIVE)
  })
}

/** Spans and metrics stand in the same frame. */
const render = ({ attributes, scope }: Resource, writeAll: (to: ProtoWriter) => void): Uint8Array<ArrayBuffer> => {
  const to = new ProtoWriter()
  to.message(1, () => {
    to.message(1, () => writeAttributes(to, 1, attributes))
    to.message(2, () => {
      to.message(1, () => {
        to.text(1, scope.name)
        to.text(2, scope.version)
      })
      writeAll(to)
    })
  })
  return to.bytes
}

export const otlpProtobuf: OtlpFormat = {
  contentType: 'application/x-protobuf',
  renderSpans: (spans, resource) =>
    render(resource, (to) => {
      for (const span of spans) to.message(2, () => writeSpan(to, span))
    }),
  renderMetrics: (readings, period, resource) =>
    render(resource, (to) => {
      for (const reading of readings) to.message(2, () => writeMetric(to, reading, period))
    }),
}
