import { describe, expect, it, jest } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { usageRecord } from '@weir/relay/testing/usage-record'
import { soleWorker, type ReceivedMessage, type WorkerMessage, type WorkerLink } from '../../cluster/worker-messages.ts'
import { renderExposition } from './exposition.ts'
import { Counter, Gauge, Histogram } from './instruments.ts'
import { createMetrics } from './metrics.ts'
import { shareMetrics } from './shared-metrics.ts'

const open = () =>
  createMetrics({
    openHolds: () => 4,
    openCircuits: () => 2,
    loopLagSeconds: () => 0.25,
    runningRequests: () => 5,
    openStreams: () => 3,
    residentBytes: () => 7_000_000,
  })

const lines = (metrics: ReturnType<typeof open>) => renderExposition([{ families: metrics.read() }]).split('\n')

const hold = { requestId: 'r', userId: 1, tokenId: 1, isTokenLimited: false, amount: toQuota(1) }
const record = usageRecord({ model: 'm', channelId: 1, promptTokens: 30, completionTokens: 7, elapsedMs: 700 })

describe('the text for Prometheus', () => {
  it('names help and type once and quotes what labels carry', () => {
    const counter = new Counter({ name: 'calls_total', help: 'Calls.' }, ['path', 'status'])
    counter.add('a"b\\c\nd', 200)
    counter.add('a"b\\c\nd', 200, 2)
    counter.add('/', 404)
    const text = renderExposition([{ families: [counter.read()] }])
    expect(text).toBe(
      '# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{path="a\\"b\\\\c\\nd",status="200"} 3\ncalls_total{path="/",status="404"} 1\n',
    )
  })

  it('counts a histogram up to each bound', () => {
    const histogram = new Histogram({ name: 'size', help: 'Sizes.' }, [1, 2.5])
    for (const value of [1, 2, 99]) histogram.observe(value)
    const text = renderExposition([{ families: [histogram.read()] }])
    expect(text.split('\n').slice(2)).toEqual([
      'size_bucket{le="1"} 1',
      'size_bucket{le="2.5"} 2',
      'size_bucket{le="+Inf"} 3',
      'size_sum 102',
      'size_count 3',
      '',
    ])
  })

  it('keeps a family in one piece when several processes report it', () => {
    const families = (value: number) => [new Gauge({ name: 'up', help: 'Up.' }, () => value).read()]
    const text = renderExposition([
      { worker: 0, families: families(1) },
      { worker: 1, families: families(5) },
    ])
    expect(text).toBe('# HELP up Up.\n# TYPE up gauge\nup{worker="0"} 1\nup{worker="1"} 5\n')
  })
})

describe('the figures of the relay', () => {
  it('count attempts by fault, retries, tokens, units and times', () => {
    const metrics = open()
    metrics.observer.attempted(14, 'overloaded', false)
    metrics.observer.attempted(1, 'none', true)
    metrics.observer.begun(300)
    metrics.observer.implausible(9, 'for-any-request')
    metrics.observer.ended({ hold, cost: toQuota(44), record })
    metrics.replied('chat/completions', 200)
    metrics.committed(3)
    metrics.leased('1', 'lease 1', true)
    metrics.leased('2', 'lease 1', false)
    metrics.refused('streams', 'user')
    metrics.lostTelemetry('traces', 'queue-full', 7)
    const text = lines(metrics)
    expect(text).toEqual(
      expect.arrayContaining([
        'weir_upstream_attempts_total{channel_type="14",fault="overloaded"} 1',
        'weir_upstream_attempts_total{channel_type="1",fault="none"} 1',
        'weir_upstream_retries_total 1',
        'weir_leased_requests_total 1',
        'weir_first_token_seconds_sum 0.3',
        'weir_request_duration_seconds_sum 0.7',
        'weir_tokens_total{direction="input",outcome="ok"} 30',
        'weir_tokens_total{direction="output",outcome="ok"} 7',
        'weir_implausible_usage_total{channel="9",extent="for-any-request"} 1',
        'weir_quota_units_total 44',
        'weir_relay_requests_total{endpoint="chat/completions",status="200"} 1',
        'weir_commit_operations_sum 3',
        'weir_circuits_open 2',
        'weir_overload_refusals_total{limit="streams",refused_by="user"} 1',
        'weir_running_requests 5',
        'weir_telemetry_lost_total{signal="traces",reason="queue-full"} 7',
        'weir_open_streams 3',
        'weir_event_loop_lag_seconds 0.25',
      ]),
    )
    expect(text).toContain('process_resident_memory_bytes 7000000')
  })
})

describe('figures of several processes', () => {
  const link = (index: number) => {
    const listeners: ((message: ReceivedMessage) => void)[] = []
    const published: WorkerMessage[] = []
    const own: WorkerLink = {
      ...soleWorker,
      index,
      isAlone: false,
      publish: (message) => void published.push(message),
      subscribe: (listener) => void listeners.push(listener),
    }
    return { own, published, receive: (message: ReceivedMessage) => listeners.forEach((listener) => listener(message)) }
  }

  it('are given by any of them, until one is gone', () => {
    const { own, receive } = link(0)
    const shared = shareMetrics(open(), own)
    receive({
      topic: 'metrics',
      from: 1,
      value: [{ name: 'weir_open_holds', help: '', type: 'gauge', samples: [{ suffix: '', labels: {}, value: 9 }] }],
    })
    expect(shared.render()).toContain('weir_open_holds{worker="0"} 4\nweir_open_holds{worker="1"} 9\n')
    receive({ topic: 'gone', from: 1 })
    expect(shared.render()).not.toContain('worker="1"')
    shared.stop()
  })

  it('are told to the others every two seconds, until the process ends', () => {
    jest.useFakeTimers()
    try {
      const topics: string[] = []
      const link: WorkerLink = { ...soleWorker, isAlone: false, publish: ({ topic }) => void topics.push(topic) }
      const shared = shareMetrics(open(), link)
      jest.advanceTimersByTime(1999)
      expect(topics).toEqual([])
      jest.advanceTimersByTime(1)
      expect(topics).toEqual(['metrics'])
      shared.stop()
      jest.advanceTimersByTime(60_000)
      expect(topics).toEqual(['metrics'])
    } finally {
      jest.useRealTimers()
    }
  })

  it('carry no label for a process that is alone', () => {
    const shared = shareMetrics(open(), soleWorker)
    expect(shared.render()).not.toContain('worker=')
    shared.stop()
  })
})
