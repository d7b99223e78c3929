import { randomFillSync } from 'node:crypto'
import type { StartTimer } from '@weir/relay/ports'
import { startExporter, type LossReason } from './exporter.ts'
import { createGenAiMetrics } from './gen-ai.ts'
import { createRandomIds } from './random-ids.ts'
import { createSampler } from './sampler.ts'
import { otlpJson } from './otlp-json.ts'
import { otlpProtobuf } from './otlp-protobuf.ts'
import type { Body, PostReply, Signal } from './sender.ts'
import { createTracing, type Tracing } from './tracing.ts'
import type { TelemetryConfig } from './variables.ts'

interface TelemetryOptions {
  readonly config: TelemetryConfig
  readonly version: string
  /** Of this process. */
  readonly instanceId: string
  readonly startTimer: StartTimer
  readonly onLost: (signal: Signal, reason: LossReason, count: number) => void
  readonly onTrouble: (signal: Signal, problem: string) => void
}

export interface Telemetry {
  readonly tracing: Tracing
  readonly close: () => Promise<void>
}

const FORMATS = { 'http/protobuf': otlpProtobuf, 'http/json': otlpJson } as const

const POST_TIMEOUT_MS = 10_000

const post = async (url: string, headers: Readonly<Record<string, string>>, body: Body): Promise<PostReply> => {
  const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(POST_TIMEOUT_MS) })
  await reply.body?.cancel()
  return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
}

/** With a fraction, so that what takes less than a millisecond has a length. */
const clock = (): number => performance.timeOrigin + performance.now()

/** Undefined where no receiver is named: then nothing of this is asked for again. */
export const openTelemetry = ({ config, version, instanceId, startTimer, onLost, onTrouble }: TelemetryOptions): Telemetry | undefined => {
  if (config.endpoint === '') return undefined
  const metrics = createGenAiMetrics()
  const exporter = startExporter({
    endpoint: config.endpoint,
    headers: config.headers,
    post,
    format: FORMATS[config.protocol],
    startTimer,
    clock,
    onLost,
    onTrouble,
    readMetrics: () => (config.sendsMetrics ? [metrics.duration.read(), metrics.tokens.read()] : []),
    resource: {
      attributes: { 'service.name': config.serviceName, 'service.version': version, 'service.instance.id': instanceId },
      scope: { name: 'weir', version },
    },
  })
  const tracing = createTracing({
    sampler: createSampler(config.sampler, config.ratio),
    clock,
    randomId: createRandomIds(randomFillSync),
    metrics,
    keep: exporter.keep,
  })
  return { tracing, close: exporter.close }
}
