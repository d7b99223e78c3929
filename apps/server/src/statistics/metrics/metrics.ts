import type { LoadLimit, RefusedBy } from '@weir/relay/guards/load-guard'
import type { Observer } from '@weir/relay/ports'
import { Counter, Gauge, Histogram, Total, type Family } from './instruments.ts'

const LATENCY_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256]

export interface Metrics {
  readonly observer: Observer
  /** One reply of the relay, at the moment its status is known. */
  readonly replied: (endpoint: string, status: number) => void
  readonly committed: (operations: number) => void
  /** A request that a lease covers. `isNew`: it was taken with the lease, in a commit. */
  readonly leased: (requestId: string, leaseId: string, isNew: boolean) => void
  /** A request that the process was too busy for. */
  readonly refused: (limit: LoadLimit, by: RefusedBy) => void
  /** What could not be given to the receiver of traces and metrics. */
  readonly lostTelemetry: (signal: string, reason: string, count: number) => void
  readonly read: () => readonly Family[]
}

interface Looks {
  readonly openHolds: () => number
  readonly openCircuits: () => number
  readonly loopLagSeconds: () => number
  readonly runningRequests: () => number
  readonly openStreams: () => number
  readonly residentBytes: () => number
  /** Where the log has a database of its own. */
  readonly logRowsWaiting?: (() => number) | undefined
}

const logGauge = (look: () => number) =>
  new Gauge({ name: 'weir_log_rows_waiting', help: 'Rows of the log that wait for the database of LOG_SQL_DSN.' }, look)

const processGauges = ({ openCircuits, loopLagSeconds, runningRequests, openStreams, residentBytes }: Looks) => [
  new Gauge({ name: 'weir_running_requests', help: 'Requests of the relay that have not ended, streams among them.' }, runningRequests),
  new Gauge({ name: 'weir_open_streams', help: 'Requests for a stream that have not ended, and realtime sessions.' }, openStreams),
  new Gauge({ name: 'weir_circuits_open', help: 'Pairs of channel and model that rest after failures.' }, openCircuits),
  new Gauge({ name: 'weir_event_loop_lag_seconds', help: 'How late the last timer of the process fired.' }, loopLagSeconds),
  new Gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory of the process.' }, residentBytes),
  new Gauge({ name: 'process_uptime_seconds', help: 'Seconds since the process started.' }, () => process.uptime()),
]

/** Figures about the relay, kept in memory and read at a scrape. */
export const createMetrics = (looks: Looks): Metrics => {
  const requests = new Counter({ name: 'weir_relay_requests_total', help: 'Replies of the relay.' }, ['endpoint', 'status'])
  const attempts = new Counter({ name: 'weir_upstream_attempts_total', help: 'Calls to upstreams; none is a success.' }, [
    'channel_type',
    'fault',
  ])
  const tokens = new Counter({ name: 'weir_tokens_total', help: 'Tokens of ended requests.' }, ['direction', 'outcome'])
  const implausible = new Counter(
    { name: 'weir_implausible_usage_total', help: 'Reports of usage that were cut because they cannot be true.' },
    ['channel', 'extent'],
  )
  const refused = new Counter(
    { name: 'weir_overload_refusals_total', help: 'Requests refused because the process was too busy; by user: others were let in.' },
    ['limit', 'refused_by'],
  )
  const lost = new Counter({ name: 'weir_telemetry_lost_total', help: 'Spans and reports of metrics that no receiver took.' }, [
    'signal',
    'reason',
  ])
  const retries = new Total({ name: 'weir_upstream_retries_total', help: 'Calls to a further channel after one failed.' })
  const quota = new Total({ name: 'weir_quota_units_total', help: 'Units charged.' })
  const firstToken = new Histogram(
    { name: 'weir_first_token_seconds', help: 'From the request to the first bytes of a streamed answer.' },
    LATENCY_SECONDS,
  )
  const duration = new Histogram(
    { name: 'weir_request_duration_seconds', help: 'From the request to the end of its answer.' },
    LATENCY_SECONDS,
  )
  const batches = new Histogram({ name: 'weir_commit_operations', help: 'Operations of the ledger in one commit.' }, BATCH_SIZES)
  const leased = new Total({ name: 'weir_leased_requests_total', help: 'Requests let in against a lease, without a commit before them.' })
  const instruments = [
    requests,
    attempts,
    retries,
    firstToken,
    duration,
    tokens,
    implausible,
    refused,
    lost,
    quota,
    new Gauge({ name: 'weir_open_holds', help: 'Reservations of this process that are not closed.' }, looks.openHolds),
    batches,
    leased,
    ...processGauges(looks),
    ...(looks.logRowsWaiting === undefined ? [] : [logGauge(looks.logRowsWaiting)]),
  ]

  return {
    observer: {
      attempted: (channelType, fault, isRetry) => {
        attempts.add(channelType, fault)
        if (isRetry) retries.add()
      },
      implausible: (channelId, extent) => implausible.add(channelId, extent),
      begun: (ms) => firstToken.observe(ms / 1000),
      ended: ({ record, cost }) => {
        duration.observe(record.elapsedMs / 1000)
        if (record.promptTokens > 0) tokens.add('input', record.outcome, record.promptTokens)
        if (record.completionTokens > 0) tokens.add('output', record.outcome, record.completionTokens)
        quota.add(cost)
      },
    },
    replied: (endpoint, status) => requests.add(endpoint, status),
    committed: (operations) => batches.observe(operations),
    leased: (_requestId, _leaseId, isNew) => {
      if (!isNew) leased.add()
    },
    refused: (limit, by) => refused.add(limit, by),
    lostTelemetry: (signal, reason, count) => lost.add(signal, reason, count),
    read: () => instruments.map((instrument) => instrument.read()),
  }
}
