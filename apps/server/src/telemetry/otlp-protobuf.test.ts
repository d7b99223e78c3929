import { expect, it } from 'bun:test'
import { otlpProtobuf } from './otlp-protobuf.ts'
import type { Resource, Span } from './span.ts'

/** What Google's library writes for the same messages, by version 1.45 of opentelemetry-proto. */
const SPANS = [
  '0afa030a180a160a0c736572766963652e6e616d6512060a047765697212dd030a0d0a04776569721205312e322e33128d030a104bf92f3577b34da6',
  'a3ce929d0e0e4736120800f067aa0ba902b71a09636f6e676f3d743631220811111111111111112a0b6368617420e6a8a1e59e8b30033990d02d36fe',
  '9c97174140423936fe9c97174ad4010a047465787412cb010ac801787878787878787878787878787878787878787878787878787878787878787878',
  '787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878',
  '787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878',
  '78787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878784a090a03796573120210014a08',
  '0a026e6f120210004a100a0577686f6c65120718cb89ec8ff7234a0a0a046e6f6e65120218004a110a0470617274120921000000000000e03f4a120a',
  '0562656c6f7712092100000000000008c07a021802850101000000123c0a104bf92f3577b34da6a3ce929d0e0e4736120822222222222222222a0450',
  '4f535430023900002a36fe9c97174160e34036fe9c9717850101000000',
].join('')

const METRICS = [
  '0aac010a180a160a0c736572766963652e6e616d6512060a0477656972128f010a0d0a04776569721205312e322e33127e0a06746f6b656e73120754',
  '6f6b656e732e1a077b746f6b656e7d4a620a5e1100002a36fe9c9717190058712e0c9d97172103000000000000002900000000000029403218010000',
  '0000000000020000000000000000000000000000003a10000000000000f03f00000000000024404a0c0a056d6f64656c12030a01611002',
].join('')

const resource: Resource = { attributes: { 'service.name': 'weir' }, scope: { name: 'weir', version: '1.2.3' } }

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

const spans: readonly Span[] = [
  {
    traceId: TRACE,
    spanId: '00f067aa0ba902b7',
    parentId: '1111111111111111',
    traceState: 'congo=t61',
    name: 'chat 模型',
    kind: 'client',
    startMs: 1_700_000_000_000.25,
    endMs: 1_700_000_000_001,
    attributes: { text: 'x'.repeat(200), yes: true, no: false, whole: 1_234_567_890_123, none: 0, part: 0.5, below: -3 },
    isError: true,
  },
  {
    traceId: TRACE,
    spanId: '2222222222222222',
    parentId: undefined,
    traceState: '',
    name: 'POST',
    kind: 'server',
    startMs: 1_700_000_000_000,
    endMs: 1_700_000_000_001.5,
    attributes: {},
    isError: false,
  },
]

const hexOf = (bytes: string | Uint8Array<ArrayBuffer>): string => Buffer.from(bytes).toString('hex')

it('writes spans byte for byte as the library does', () => {
  expect(hexOf(otlpProtobuf.renderSpans(spans, resource))).toBe(SPANS)
})

it('writes histograms byte for byte as the library does', () => {
  const points = [{ attributes: { model: 'a' }, count: 3, sum: 12.5, bucketCounts: [1, 2, 0] }]
  const reading = { name: 'tokens', unit: '{token}', description: 'Tokens.', bounds: [1, 10], points }
  const period = { startMs: 1_700_000_000_000, nowMs: 1_700_000_060_000 }
  expect(hexOf(otlpProtobuf.renderMetrics([reading], period, resource))).toBe(METRICS)
})

it('writes more than its first room holds', () => {
  const many = Array.from({ length: 512 }, () => spans).flat()
  const one = otlpProtobuf.renderSpans(spans, resource)
  expect(otlpProtobuf.renderSpans(many, resource).length).toBeGreaterThan(one.length * 400)
})
