import type { StartTimer } from '@weir/relay/ports'
import type { HistogramReading } from './histograms.ts'
import type { OtlpFormat } from './otlp-values.ts'
import { Sender, type SenderPorts, type Signal } from './sender.ts'
import type { Resource, Span } from './span.ts'

export type LossReason = 'queue-full' | 'not-taken'

interface ExporterOptions extends Omit<SenderPorts, 'contentType'> {
  readonly format: OtlpFormat
  readonly resource: Resource
  readonly readMetrics: () => readonly HistogramReading[]
  readonly clock: () => number
  readonly startTimer: StartTimer
  readonly onLost: (signal: Signal, reason: LossReason, count: number) => void
}

/** The defaults of the specification. */
const MAX_QUEUED = 2048
const BATCH = 512
const SPANS_EVERY_MS = 5000
const METRICS_EVERY_MS = 60_000
/** An end of the process waits no longer for a receiver. */
const CLOSING_MS = 3000

export interface Exporter {
  readonly keep: (span: Span) => void
  /** Sends what is left, for a few seconds at most. */
  readonly close: () => Promise<void>
}

export const startExporter = (options: ExporterOptions): Exporter => {
  const { format, resource, readMetrics, clock, startTimer, onLost } = options
  const sender = new Sender({ ...options, contentType: format.contentType })
  const startMs = clock()
  let queued: Span[] = []
  let sending: Promise<void> | undefined
  let isClosed = false
  let cancelSpans: (() => void) | undefined
  let cancelMetrics: (() => void) | undefined

  const sendQueued = async (): Promise<void> => {
    while (queued.length > 0) {
      const batch = queued.slice(0, BATCH)
      queued = queued.slice(BATCH)
      if (!(await sender.send('traces', format.renderSpans(batch, resource)))) onLost('traces', 'not-taken', batch.length)
    }
  }

  /** One at a time: what comes meanwhile waits in the queue, up to its bound. */
  const flush = (): Promise<void> => {
    cancelSpans?.()
    cancelSpans = undefined
    sending ??= sendQueued().finally(() => {
      sending = undefined
    })
    return sending
  }

  const sendMetrics = async (): Promise<void> => {
    const readings = readMetrics().filter(({ points }) => points.length > 0)
    if (readings.length === 0) return
    const body = format.renderMetrics(readings, { startMs, nowMs: clock() }, resource)
    if (!(await sender.send('metrics', body))) onLost('metrics', 'not-taken', 1)
  }

  const awaitMetrics = (): void => {
    if (!isClosed) cancelMetrics = startTimer(METRICS_EVERY_MS, () => void sendMetrics().finally(awaitMetrics))
  }
  awaitMetrics()

  return {
    keep: (span) => {
      if (queued.length >= MAX_QUEUED) return onLost('traces', 'queue-full', 1)
      queued.push(span)
      if (queued.length >= BATCH) void flush()
      else cancelSpans ??= startTimer(SPANS_EVERY_MS, () => void flush())
      return undefined
    },
    close: async () => {
      isClosed = true
      cancelMetrics?.()
      sender.hurry()
      const patience = Promise.withResolvers<void>()
      const cancelPatience = startTimer(CLOSING_MS, patience.resolve)
      await Promise.race([Promise.all([flush(), sendMetrics()]), patience.promise])
      cancelPatience()
    },
  }
}
