import { describe, expect, it } from 'bun:test'
import type { UsageRecord } from '@weir/relay/ports'
import { usageRecord } from '@weir/relay/testing/usage-record'
import { createGenAiMetrics } from './gen-ai.ts'
import type { Span } from './span.ts'
import { createTracing } from './tracing.ts'

const record = (over: Partial<UsageRecord>) =>
  usageRecord({ model: 'm2', channelId: 2, promptTokens: 30, completionTokens: 7, elapsedMs: 700, ...over })

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

  it('says everything of itself and of each call, with the times of both', async () => {
    const { begin, spans, metrics } = open()
    const trace = begin()
    trace.asked({ model: 'm', isStream: true, userId: 5 })
    const sent: unknown[] = []
    const attempt = trace.attempt({ ...made, providerId: 'openai', channelId: 2, model: 'm2' }, (request) => {
      sent.push(request)
      return never()
    })
    void attempt.send({ method: 'POST', url: 'https://api.example/v1/x', headers: { a: '1' }, body: [] }, new AbortController().signal)
    expect(sent).toMatchObject([{ headers: { a: '1', traceparent: `00-${'1'.padStart(32, '0')}-${'3'.padStart(16, '0')}-01` } }])
    trace.settled(record({}))
    trace.end(200)
    const call = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'm2',
      'server.address': 'api.example',
      'server.port': 443,
    }
    const usage = { 'gen_ai.usage.input_tokens': 30, 'gen_ai.usage.output_tokens': 7 }
    expect(spans).toEqual([
      {
        traceId: '1'.padStart(32, '0'),
        spanId: '3'.padStart(16, '0'),
        parentId: '2'.padStart(16, '0'),
        traceState: '',
        name: 'chat m2',
        kind: 'client',
        startMs: 1001,
        endMs: 1002,
        attributes: { ...call, ...usage, 'weir.channel.id': 2 },
        isError: false,
      },
      {
        traceId: '1'.padStart(32, '0'),
        spanId: '2'.padStart(16, '0'),
        parentId: undefined,
        traceState: '',
        name: 'POST chat/completions',
        kind: 'server',
        startMs: 1000,
        endMs: 1003,
        attributes: {
          ...usage,
          'http.request.method': 'POST',
          'http.route': 'chat/completions',
          'url.path': '/v1/chat/completions',
          'http.response.status_code': 200,
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.response.model': 'm2',
          'weir.request.id': 'r1',
          'weir.stream': true,
          'weir.user.id': 5,
          'weir.outcome': 'ok',
        },
        isError: false,
      },
    ])
    expect(metrics.tokens.read().points.map(({ attributes }) => attributes)).toEqual([
      { ...call, 'gen_ai.token.type': 'input' },
      { ...call, 'gen_ai.token.type': 'output' },
    ])
    expect(metrics.duration.read().points.map(({ attributes, sum }) => [attributes, sum])).toEqual([[call, 0.001]])
  })

  it.each([
    ['https://one.example/x', ['one.example', 443]],
    ['wss://two.example/x', ['two.example', 443]],
    ['http://three.example/x', ['three.example', 80]],
    ['https://four.example:8443/x', ['four.example', 8443]],
    ['simulator:', [undefined, undefined]],
    ['nonsense', [undefined, undefined]],
  ] as const)('tells the place of %s', (url, place) => {
    const { begin, spans } = open()
    const trace = begin()
    // The second is answered from memory.
    for (const at of [0, 1]) {
      const attempt = trace.attempt(made, never)
      void attempt.send({ method: 'POST', url, headers: {}, body: [] }, new AbortController().signal)
      attempt.failed('overloaded', at === 0 ? 529 : 0)
    }
    for (const [at, status] of [529, undefined].entries()) {
      const attributes = spans[at]?.attributes
      expect([attributes?.['server.address'], attributes?.['server.port']]).toEqual([...place])
      expect(attributes?.['http.response.status_code']).toBe(status)
    }
  })

  it('keeps 256 characters of its path, and counts no tokens where there were none', () => {
    const { tracing, spans, metrics } = open()
    const path = `/v1/${'x'.repeat(300)}`
    const trace = tracing.begin({ headers: new Headers(), method: 'GET', path, endpoint: 'other', requestId: 'r1' })
    trace.attempt(made, never)
    trace.settled(record({ promptTokens: 0, completionTokens: 0 }))
    trace.end(499)
    expect(spans[0]?.name).toBe('other m1')
    expect(spans[1]?.attributes['url.path']).toBe(path.slice(0, 256))
    expect(spans[1]?.attributes).not.toHaveProperty('gen_ai.operation.name')
    expect(spans[1]?.isError).toBe(false)
    expect(metrics.tokens.read().points).toEqual([])
  })

  it('that fails has what it failed of, and neither model nor tokens', () => {
    const { begin, spans } = open()
    for (const content of ['overloaded', '']) {
      const trace = begin()
      trace.attempt(made, never).failed('overloaded', 529)
      trace.settled(record({ outcome: 'failed', content }))
      trace.end(502)
    }
    const told = spans.filter(({ kind }) => kind === 'server').map(({ attributes }) => attributes)
    expect(told.map((attributes) => attributes['error.type'])).toEqual(['overloaded', 'failed'])
    for (const attributes of told) {
      expect(attributes['weir.outcome']).toBe('failed')
      expect(Object.keys(attributes).join()).not.toMatch(/gen_ai\.(response|usage)/)
    }
  })

  it('that ends with 500 of its own is an error, and one with 499 is none', () => {
    const { begin, spans } = open()
    begin().end(500)
    begin().end(499)
    expect(spans.map(({ isError, attributes }) => [isError, attributes['error.type']])).toEqual([
      [true, '500'],
      [false, undefined],
    ])
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

  it('is forgotten once: an end that is told again pushes out nothing', () => {
    const { tracing, begin } = open()
    begin('first')
    for (let index = 0; index < 1500; index++) tracing.forget(index === 0 ? 'first' : `never-begun-${index}`)
    expect(tracing.traceIdOf('first')).toBe('1'.padStart(32, '0'))
    expect(tracing.traceIdOf('never-begun-1')).toBeUndefined()
  })
})
