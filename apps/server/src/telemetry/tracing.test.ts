import { describe, expect, it } from 'bun:test'
import type { UsageRecord } from '@weir/relay/ports'
import { createGenAiMetrics } from './gen-ai.ts'
import type { Span } from './span.ts'
import { createTracing } from './tracing.ts'

const record = (over: Partial<UsageRecord>): UsageRecord => ({
  createdAt: 0,
  username: 'u',
  tokenName: 't',
  model: 'm2',
  channelId: 2,
  promptTokens: 30,
  completionTokens: 7,
  elapsedMs: 700,
  isStream: true,
  isSystemPromptReset: false,
  isLogged: true,
  outcome: 'ok',
  content: '',
  detail: {},
  ...over,
})

const open = (traceparent = '', isKept = true) => {
  const spans: Span[] = []
  let now = 1000
  let ids = 0
  const metrics = createGenAiMetrics()
  const tracing = createTracing({
    sampler: () => isKept,
    clock: () => now++,
    randomId: (bytes) => String(++ids).padStart(bytes * 2, '0'),
    metrics,
    keep: (span) => void spans.push(span),
  })
  const headers = new Headers(traceparent === '' ? {} : { traceparent })
  const begin = (requestId = 'r1') =>
    tracing.begin({ headers, method: 'POST', path: '/v1/chat/completions', endpoint: 'chat/completions', requestId })
  return { tracing, begin, spans, metrics }
}

const never = () => new Promise<never>(() => undefined)
const made = { providerId: 'aws', channelId: 1, model: 'm1' }

describe('a traced request', () => {
  it('has a span for each channel that was tried, and begins a trace where its caller has none', () => {
    const { begin, spans } = open()
    const trace = begin()
    trace.asked({ model: 'm', isStream: true, userId: 5 })
    trace.attempt(made, never).failed('overloaded', 529)
    trace.attempt({ ...made, channelId: 2, model: 'm2' }, never)
    trace.settled(record({}))
    trace.end(200)
    trace.end(500)
    expect(spans.map(({ name, kind, parentId, isError }) => [name, kind, parentId, isError])).toEqual([
      ['chat m1', 'client', '0000000000000002', true],
      ['chat m2', 'client', '0000000000000002', false],
      ['POST chat/completions', 'server', undefined, false],
    ])
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['00000000000000000000000000000001']))
    expect(spans[0]?.attributes).toMatchObject({ 'gen_ai.provider.name': 'aws.bedrock', 'error.type': 'overloaded' })
    expect(spans[2]?.attributes).toMatchObject({ 'gen_ai.request.model': 'm', 'gen_ai.response.model': 'm2', 'weir.user.id': 5 })
  })

  it.each([
    ['upstream', 'cut'],
    ['caller', undefined],
  ])('whose stream was cut by its %s has the error %j', (cutBy, fault) => {
    const { begin, spans } = open()
    const trace = begin()
    trace.attempt(made, never)
    trace.settled(record({ outcome: 'cut', detail: { cutBy } }))
    trace.end(200)
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual([fault, fault])
  })

  it('that is refused has the code of the refusal, as an error only where it is ours', () => {
    const { begin, spans } = open()
    begin().end(401, 'invalid_token')
    begin().end(503, 'server_overloaded')
    expect(spans.map(({ attributes, isError }) => [attributes['weir.refusal'], attributes['error.type'], isError])).toEqual([
      ['invalid_token', undefined, false],
      ['server_overloaded', 'server_overloaded', true],
    ])
  })

  it('that ends before its call of a channel is settled leaves no span open', () => {
    const { begin, spans } = open()
    const trace = begin()
    trace.attempt(made, never)
    trace.end(500)
    expect(spans.map(({ kind, isError }) => [kind, isError])).toEqual([
      ['client', true],
      ['server', true],
    ])
  })

  it('that is not kept is still counted', () => {
    const { begin, spans, metrics } = open('', false)
    const trace = begin()
    trace.attempt(made, never)
    trace.settled(record({}))
    trace.end(200)
    expect(spans).toEqual([])
    expect(metrics.tokens.read().points.map(({ sum }) => sum)).toEqual([30, 7])
    expect(metrics.duration.read().points.map(({ count }) => count)).toEqual([1])
  })
})

describe('the trace of a request', () => {
  it('is known by its id while it runs and for a while afterwards', () => {
    const { tracing, begin } = open(`00-${'ab'.repeat(16)}-${'1'.repeat(16)}-01`)
    begin('first')
    expect([tracing.traceIdOf('first'), tracing.traceIdOf('other')]).toEqual(['ab'.repeat(16), undefined])
    tracing.forget('first')
    expect(tracing.traceIdOf('first')).toBe('ab'.repeat(16))
    for (let index = 0; index < 1000; index++) {
      begin(`r${index}`)
      tracing.forget(`r${index}`)
    }
    expect([tracing.traceIdOf('first'), tracing.traceIdOf('r0')]).toEqual([undefined, 'ab'.repeat(16)])
  })
})
