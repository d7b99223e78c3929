import { expect, it } from 'bun:test'
import { otlpJson } from './otlp-json.ts'
import { nanosecondsWithin } from './otlp-values.ts'
import type { Resource, Span } from './span.ts'

const resource: Resource = { attributes: { 'service.name': 'weir' }, scope: { name: 'weir', version: '1.2.3' } }
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

const client: Span = {
  traceId: TRACE,
  spanId: '00f067aa0ba902b7',
  parentId: '1111111111111111',
  traceState: 'congo=t61',
  name: 'chat',
  kind: 'client',
  startMs: 1_700_000_000_000.25,
  endMs: 1_700_000_000_001,
  attributes: { text: 'x', yes: true, no: false, whole: 1_234_567_890_123, part: 0.5 },
  isError: true,
}
const server: Span = {
  ...client,
  spanId: '2222222222222222',
  parentId: undefined,
  traceState: '',
  name: 'POST',
  kind: 'server',
  attributes: {},
  isError: false,
}

const attributes = [{ key: 'service.name', value: { stringValue: 'weir' } }]
const scope = { name: 'weir', version: '1.2.3' }

it('writes spans as the JSON of protobuf, without members that say nothing', () => {
  expect(otlpJson.contentType).toBe('application/json')
  expect(JSON.parse(String(otlpJson.renderSpans([client, server], resource)))).toEqual({
    resourceSpans: [
      {
        resource: { attributes },
        scopeSpans: [
          {
            scope,
            spans: [
              {
                traceId: TRACE,
                spanId: '00f067aa0ba902b7',
                parentSpanId: '1111111111111111',
                traceState: 'congo=t61',
                flags: 1,
                name: 'chat',
                kind: 3,
                startTimeUnixNano: '1700000000000250000',
                endTimeUnixNano: '1700000000001000000',
                attributes: [
                  { key: 'text', value: { stringValue: 'x' } },
                  { key: 'yes', value: { boolValue: true } },
                  { key: 'no', value: { boolValue: false } },
                  { key: 'whole', value: { intValue: '1234567890123' } },
                  { key: 'part', value: { doubleValue: 0.5 } },
                ],
                status: { code: 2 },
              },
              {
                traceId: TRACE,
                spanId: '2222222222222222',
                flags: 1,
                name: 'POST',
                kind: 2,
                startTimeUnixNano: '1700000000000250000',
                endTimeUnixNano: '1700000000001000000',
                attributes: [],
              },
            ],
          },
        ],
      },
    ],
  })
})

it('writes histograms, summed up from the start', () => {
  const points = [{ attributes: { model: 'a' }, count: 3, sum: 12.5, bucketCounts: [1, 2, 0] }]
  const reading = { name: 'tokens', unit: '{token}', description: 'Tokens.', bounds: [1, 10], points }
  const period = { startMs: 1_700_000_000_000, nowMs: 1_700_000_060_000 }
  const dataPoint = {
    attributes: [{ key: 'model', value: { stringValue: 'a' } }],
    startTimeUnixNano: '1700000000000000000',
    timeUnixNano: '1700000060000000000',
    count: '3',
    sum: 12.5,
    bucketCounts: ['1', '2', '0'],
    explicitBounds: [1, 10],
  }
  const histogram = { aggregationTemporality: 2, dataPoints: [dataPoint] }
  expect(JSON.parse(String(otlpJson.renderMetrics([reading], period, resource)))).toEqual({
    resourceMetrics: [
      {
        resource: { attributes },
        scopeMetrics: [{ scope, metrics: [{ name: 'tokens', unit: '{token}', description: 'Tokens.', histogram }] }],
      },
    ],
  })
})

it('counts nanoseconds within a millisecond, never a whole one', () => {
  expect([nanosecondsWithin(5), nanosecondsWithin(5.5), nanosecondsWithin(0.999_999_9)]).toEqual([0, 500_000, 999_999])
})
