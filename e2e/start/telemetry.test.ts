import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { ask } from '../fake-upstream/behaviour.ts'
import { startCollector, startReceiver, type Received } from '../harness/otlp-receiver.ts'
import { MODEL, closeStand, openStand, type Stand } from '../harness/stand.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const SKIPPED = '1234567890abcdef1234567890abcdef'

interface Value {
  readonly stringValue?: string
  readonly intValue?: string
  readonly boolValue?: boolean
}

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
  readonly status?: { readonly code: number }
}

interface SentPoint {
  readonly attributes: SentSpan['attributes']
  readonly count: string
  readonly sum: number
}

interface SentMetric {
  readonly name: string
  readonly unit: string
  readonly histogram: { readonly dataPoints: readonly SentPoint[] }
}

interface SentTraces {
  readonly resourceSpans: readonly [
    {
      readonly resource: Pick<SentSpan, 'attributes'>
      readonly scopeSpans: readonly [{ readonly scope: { readonly name: string }; readonly spans: readonly SentSpan[] }]
    },
  ]
}

interface SentMetrics {
  readonly resourceMetrics: readonly [{ readonly scopeMetrics: readonly [{ readonly metrics: readonly SentMetric[] }] }]
}

const receiver = startReceiver()
let stand: Stand
let output = ''
let chatOutput: { readonly body: string; readonly upstream: Readonly<Record<string, string>> | undefined }

const headers = (trace: string, flags: string) => ({
  authorization: `Bearer sk-${stand.token.key}`,
  'content-type': 'application/json',
  traceparent: `00-${trace}-${PARENT}-${flags}`,
  tracestate: 'congo=t61rcWkgMzE',
})

const chat = (content: string, options: { readonly trace: string; readonly flags?: string; readonly stream?: boolean }) =>
  fetch(`${stand.weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: headers(options.trace, options.flags ?? '01'),
    body: JSON.stringify({ model: MODEL, stream: options.stream ?? false, messages: [{ role: 'user', content }] }),
  })

beforeAll(async () => {
  stand = await openStand({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'gateway',
      LOG_LEVEL: 'debug',
    },
  })
  const body = await (await chat('hello', { trace: TRACE })).text()
  chatOutput = { body, upstream: stand.fake.journal.at(-1)?.headers }
  await (await chat('hello', { trace: 'a'.repeat(32), stream: true })).text()
  await (await chat(ask({ status: 500, error: { message: 'broken' } }), { trace: 'b'.repeat(32) })).text()
  await (await chat('hello', { trace: SKIPPED, flags: '00' })).text()
  await stand.weir.stop()
  ;({ output } = stand.weir)
})

afterAll(async () => {
  await closeStand(stand)
  await receiver.stop()
})

const bodiesAt = (path: string): readonly Received[] => receiver.received.filter((request) => request.path === path)

const spansOf = (traceId: string): readonly SentSpan[] =>
  bodiesAt('/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as SentTraces).resourceSpans[0].scopeSpans[0].spans)
    .filter((span) => span.traceId === traceId)

const plain = (attributes: SentSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]))

/** The call of the channel, and the request around it. */
const pairOf = (traceId: string): readonly [client: SentSpan, server: SentSpan] => {
  const [client, server, ...more] = spansOf(traceId)
  if (client === undefined || server === undefined || more.length > 0) throw new Error(`${traceId} has not two spans`)
  return [client, server]
}

describe('what a receiver of OpenTelemetry gets', () => {
  it('is sent with the headers and the name of the service that the variables tell', () => {
    const [first] = bodiesAt('/v1/traces')
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'x-key': 'a b' })
    const { resource, scopeSpans } = (JSON.parse(first?.body ?? '') as SentTraces).resourceSpans[0]
    expect(plain(resource.attributes)).toMatchObject({ 'service.name': 'gateway', 'service.instance.id': expect.any(String) })
    expect(scopeSpans[0].scope.name).toBe('weir')
  })

  it('is a span for the request under the one of its caller, and one for the call of the channel', () => {
    const [client, server] = pairOf(TRACE)
    expect(server).toMatchObject({ name: 'POST chat/completions', kind: 2, parentSpanId: PARENT, traceState: 'congo=t61rcWkgMzE' })
    expect(plain(server.attributes)).toMatchObject({
      'http.request.method': 'POST',
      'url.path': '/v1/chat/completions',
      'http.response.status_code': 200,
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': MODEL,
      'gen_ai.response.model': MODEL,
      'gen_ai.usage.input_tokens': 21,
      'gen_ai.usage.output_tokens': 13,
      'weir.outcome': 'ok',
      'weir.stream': false,
    })
    expect(client).toMatchObject({ name: `chat ${MODEL}`, kind: 3, parentSpanId: server.spanId })
    expect(plain(client.attributes)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': MODEL,
      'gen_ai.usage.input_tokens': 21,
      'gen_ai.usage.output_tokens': 13,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(stand.fake.url).port),
    })
    expect([server.status, client.status]).toEqual([undefined, undefined])
    expect(BigInt(client.endTimeUnixNano) > BigInt(client.startTimeUnixNano)).toBe(true)
    expect(BigInt(server.startTimeUnixNano) <= BigInt(client.startTimeUnixNano)).toBe(true)
    expect(chatOutput.upstream).toMatchObject({ traceparent: `00-${TRACE}-${client.spanId}-01`, tracestate: 'congo=t61rcWkgMzE' })
  })

  it('tells the figures of a stream, which are known at its end', () => {
    const spans = spansOf('a'.repeat(32)).map(({ attributes }) => plain(attributes))
    expect(spans).toHaveLength(2)
    expect(spans.map((attributes) => attributes['gen_ai.usage.output_tokens'])).toEqual([13, 13])
    expect(spans[1]).toMatchObject({ 'weir.stream': true })
  })

  it('tells what went wrong', () => {
    const [client, server] = pairOf('b'.repeat(32))
    expect(client).toMatchObject({ status: { code: 2 } })
    expect(plain(client.attributes)).toMatchObject({ 'error.type': 'broken', 'http.response.status_code': 500 })
    expect(server).toMatchObject({ status: { code: 2 } })
    expect(plain(server.attributes)).toMatchObject({
      'error.type': 'broken',
      'http.response.status_code': 502,
      'weir.outcome': 'failed',
    })
  })

  it('leaves out a trace that its caller does not keep, and still passes it on', () => {
    expect(spansOf(SKIPPED)).toEqual([])
    expect(stand.fake.journal.at(-1)?.headers['traceparent']).toMatch(new RegExp(`^00-${SKIPPED}-[0-9a-f]{16}-00$`))
  })

  it('counts the duration and tokens of all calls', () => {
    const { body } = bodiesAt('/v1/metrics').at(-1) ?? { body: '{}' }
    const [duration, tokens] = (JSON.parse(body) as SentMetrics).resourceMetrics[0].scopeMetrics[0].metrics
    expect([duration?.name, duration?.unit, tokens?.name, tokens?.unit]).toEqual([
      'gen_ai.client.operation.duration',
      's',
      'gen_ai.client.token.usage',
      '{token}',
    ])
    const counts = (metric: SentMetric | undefined) =>
      metric?.histogram.dataPoints.map(({ attributes, count, sum }) => {
        const named = plain(attributes)
        return [named['gen_ai.token.type'] ?? named['error.type'] ?? 'ok', Number(count), sum]
      })
    expect(counts(duration)).toEqual([
      ['ok', 3, expect.any(Number)],
      ['broken', 1, expect.any(Number)],
    ])
    expect(counts(tokens)).toEqual([
      ['input', 3, 63],
      ['output', 3, 39],
    ])
  })

  it('holds neither what was said nor a key', () => {
    const all = receiver.received.map(({ body }) => body).join('')
    for (const secret of ['hello', 'A weir lets the river pass', stand.token.key, 'sk-upstream']) expect(all).not.toContain(secret)
    expect(chatOutput.body).toContain('A weir lets the river pass')
  })

  it('can be found from the lines of the log', () => {
    expect(output).toContain(`status=200`)
    expect(output.split('\n').filter((line) => line.includes(`trace_id="${TRACE}"`))).toHaveLength(1)
    expect(output).toMatch(new RegExp(`error relay failed .*status=502 .*trace_id="${'b'.repeat(32)}"`))
  })

  const program = process.env['OTELCOL_PATH']
  if (program === undefined) process.stdout.write('OTELCOL_PATH is not set: what is sent is not given to a collector\n')
  else
    it('is understood by the collector of OpenTelemetry', async () => {
      const collector = await startCollector(program)
      try {
        for (const { path, body } of receiver.received) {
          const reply = await fetch(`${collector.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
          expect([reply.status, await reply.json()]).toEqual([200, { partialSuccess: {} }])
        }
        const printed = await collector.printed()
        for (const text of [
          TRACE,
          'gen_ai.provider.name: Str(openai)',
          'gen_ai.usage.output_tokens: Int(13)',
          'Kind           : Server',
          'Name: gen_ai.client.token.usage',
          'AggregationTemporality: Cumulative',
        ])
          expect(printed).toContain(text)
      } finally {
        await collector.stop()
      }
    })
})
