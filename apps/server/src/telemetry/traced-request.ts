import type { Send, UsageRecord } from '@weir/relay/ports'
import type { AttemptTrace, RequestTrace, TracedCall, TracedTry } from '@weir/relay/trace'
import { operationOf, providerName, type GenAiMetrics } from './gen-ai.ts'
import type { Sampler } from './sampler.ts'
import type { Attributes, Span } from './span.ts'
import { parseTraceContext, traceHeaders, type TraceContext } from './trace-context.ts'

/** A request as it came in. */
export interface ServedRequest {
  readonly headers: Pick<Headers, 'get'>
  readonly method: string
  readonly path: string
  /** One of few names, whatever the path holds. */
  readonly endpoint: string
  readonly requestId: string
}

export interface TracingPorts {
  readonly sampler: Sampler
  /** Milliseconds since the epoch, with a fraction. */
  readonly clock: () => number
  /** So many random bytes, in hexadecimal digits. */
  readonly randomId: (bytes: number) => string
  readonly metrics: GenAiMetrics
  readonly keep: (span: Span) => void
}

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8
const MAX_PATH = 256
const SERVER_ERROR = 500

type Mutable = Record<string, Attributes[string]>

interface Context extends Omit<TraceContext, 'parentId'> {
  readonly parentId: string | undefined
}

const partsOf = (url: string): Attributes => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || parsed.hostname === '') return {}
  const usual = parsed.protocol === 'https:' || parsed.protocol === 'wss:' ? 443 : 80
  return { 'server.address': parsed.hostname, 'server.port': parsed.port === '' ? usual : Number(parsed.port) }
}

const MAX_KNOWN = 1000
const known = new Map<string, Attributes>()

/** Channels have few addresses, and taking one apart costs more than everything else here. */
const addressOf = (url: string): Attributes => {
  const found = known.get(url)
  if (found !== undefined) return found
  const parts = partsOf(url)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(url, parts)
  return parts
}

/** A cut that the caller made is no fault of anybody's. */
const faultOfRecord = ({ outcome, content, detail }: UsageRecord): string | undefined => {
  if (outcome === 'cut') return detail['cutBy'] === 'caller' ? undefined : 'cut'
  return outcome === 'failed' ? content || 'failed' : undefined
}

class TracedAttempt implements AttemptTrace {
  readonly #ports: TracingPorts
  readonly #context: Context
  readonly #startMs: number
  readonly #spanId: string
  readonly #attributes: Mutable
  readonly send: Send
  isEnded = false

  constructor(made: TracedTry, send: Send, { ports, context, operation }: { ports: TracingPorts; context: Context; operation: string }) {
    this.#ports = ports
    this.#context = context
    this.#startMs = ports.clock()
    this.#spanId = ports.randomId(SPAN_ID_BYTES)
    this.#attributes = {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': providerName(made.providerId),
      'gen_ai.request.model': made.model,
      'weir.channel.id': made.channelId,
    }
    const headers = traceHeaders(this.#spanId, context)
    this.send = (request, signal) => {
      Object.assign(this.#attributes, addressOf(request.url))
      return send({ ...request, headers: { ...request.headers, ...headers } }, signal)
    }
  }

  failed(fault: string, status: number): void {
    if (status > 0) this.#attributes['http.response.status_code'] = status
    this.end(fault)
  }

  answered({ promptTokens, completionTokens }: UsageRecord, fault: string | undefined): void {
    if (this.isEnded) return
    const { tokens } = this.#ports.metrics
    this.#attributes['gen_ai.usage.input_tokens'] = promptTokens
    this.#attributes['gen_ai.usage.output_tokens'] = completionTokens
    if (promptTokens > 0) tokens.record(promptTokens, { ...this.#named(), 'gen_ai.token.type': 'input' })
    if (completionTokens > 0) tokens.record(completionTokens, { ...this.#named(), 'gen_ai.token.type': 'output' })
    this.end(fault)
  }

  end(fault?: string): void {
    if (this.isEnded) return
    this.isEnded = true
    if (fault !== undefined) this.#attributes['error.type'] = fault
    const endMs = this.#ports.clock()
    const failure: Attributes = fault === undefined ? {} : { 'error.type': fault }
    this.#ports.metrics.duration.record((endMs - this.#startMs) / 1000, { ...this.#named(), ...failure })
    const { traceId, traceState, isSampled } = this.#context
    if (!isSampled) return
    const attributes = this.#attributes
    this.#ports.keep({
      traceId,
      spanId: this.#spanId,
      parentId: this.#context.parentId,
      traceState,
      name: `${String(attributes['gen_ai.operation.name'])} ${String(attributes['gen_ai.request.model'])}`,
      kind: 'client',
      startMs: this.#startMs,
      endMs,
      attributes,
      isError: fault !== undefined,
    })
  }

  /** What the conventions tell figures apart by. */
  #named(): Attributes {
    const named: Mutable = {}
    for (const name of ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'server.address', 'server.port']) {
      const value = this.#attributes[name]
      if (value !== undefined) named[name] = value
    }
    return named
  }
}

/** One request of the relay: a span of its own, and one for each channel that was tried. */
export class TracedRequest implements RequestTrace {
  readonly traceId: string
  readonly #ports: TracingPorts
  readonly #served: ServedRequest
  readonly #parent: TraceContext | undefined
  readonly #context: Context
  readonly #startMs: number
  readonly #spanId: string
  readonly #operation: string | undefined
  readonly #attributes: Mutable
  readonly #attempts: TracedAttempt[] = []
  #fault: string | undefined
  #isEnded = false

  constructor(served: ServedRequest, ports: TracingPorts) {
    this.#ports = ports
    this.#served = served
    this.#startMs = ports.clock()
    this.#parent = parseTraceContext(served.headers)
    this.traceId = this.#parent?.traceId ?? ports.randomId(TRACE_ID_BYTES)
    this.#spanId = ports.randomId(SPAN_ID_BYTES)
    const isSampled = ports.sampler(this.traceId, this.#parent)
    this.#context = { traceId: this.traceId, parentId: this.#spanId, isSampled, traceState: this.#parent?.traceState ?? '' }
    this.#operation = operationOf(served.path)
    this.#attributes = {
      'http.request.method': served.method,
      'http.route': served.endpoint,
      'url.path': served.path.slice(0, MAX_PATH),
      'weir.request.id': served.requestId,
      ...(this.#operation !== undefined && { 'gen_ai.operation.name': this.#operation }),
    }
  }

  asked({ model, isStream, userId }: TracedCall): void {
    this.#attributes['gen_ai.request.model'] = model
    this.#attributes['weir.stream'] = isStream
    this.#attributes['weir.user.id'] = userId
  }

  attempt(made: TracedTry, send: Send): AttemptTrace {
    const context = { ports: this.#ports, context: this.#context, operation: this.#operation ?? 'other' }
    const attempt = new TracedAttempt(made, send, context)
    this.#attempts.push(attempt)
    return attempt
  }

  settled(record: UsageRecord): void {
    const { outcome, model, promptTokens, completionTokens } = record
    this.#fault = faultOfRecord(record)
    this.#attributes['weir.outcome'] = outcome
    if (outcome === 'ok' || outcome === 'cut') {
      this.#attributes['gen_ai.response.model'] = model
      this.#attributes['gen_ai.usage.input_tokens'] = promptTokens
      this.#attributes['gen_ai.usage.output_tokens'] = completionTokens
    }
    this.#attempts.at(-1)?.answered(record, this.#fault)
  }

  /** With the code of a refusal, where it was one. */
  end(status: number, code?: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const fault = this.#fault ?? (status >= SERVER_ERROR ? (code ?? String(status)) : undefined)
    for (const attempt of this.#attempts) attempt.end(fault)
    const { traceId, isSampled, traceState } = this.#context
    if (!isSampled) return
    this.#attributes['http.response.status_code'] = status
    if (code !== undefined) this.#attributes['weir.refusal'] = code
    if (fault !== undefined) this.#attributes['error.type'] = fault
    this.#ports.keep({
      traceId,
      spanId: this.#spanId,
      parentId: this.#parent?.parentId,
      traceState,
      name: `${this.#served.method} ${this.#served.endpoint}`,
      kind: 'server',
      startMs: this.#startMs,
      endMs: this.#ports.clock(),
      attributes: this.#attributes,
      isError: fault !== undefined,
    })
  }
}
