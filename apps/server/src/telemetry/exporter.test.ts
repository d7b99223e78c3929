import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { startExporter } from './exporter.ts'
import { otlpJson } from './otlp-json.ts'
import type { PostReply } from './sender.ts'
import type { Span } from './span.ts'

const span = (name: string): Span => ({
  traceId: '1'.repeat(32),
  spanId: '2'.repeat(16),
  parentId: undefined,
  traceState: '',
  name,
  kind: 'server',
  startMs: 1_700_000_000_000.25,
  endMs: 1_700_000_000_001,
  attributes: {},
  isError: false,
})

type Answer = number | 'away' | 'never' | { readonly status: number; readonly retryAfter: string }

/** A receiver that answers by a script, and a clock that is moved by hand. */
const open = (script: readonly Answer[] = [], points = 0) => {
  const bodies: string[] = []
  const lost: string[] = []
  const troubles: string[] = []
  const pauses: number[] = []
  const timers = new Map<() => void, number>()
  const post = (url: string, _: unknown, body: unknown): Promise<PostReply> => {
    const answer = script[bodies.length] ?? 200
    bodies.push(`${url} ${String(body)}`)
    if (answer === 'never') return new Promise(() => undefined)
    if (answer === 'away') return Promise.reject(new TypeError('refused'))
    return Promise.resolve(typeof answer === 'number' ? { status: answer, retryAfter: null } : answer)
  }
  const exporter = startExporter({
    endpoint: 'http://receiver',
    headers: {},
    post,
    format: otlpJson,
    clock: () => 1_700_000_000_000,
    startTimer: (ms, onFire) => {
      timers.set(onFire, ms)
      pauses.push(ms)
      return () => void timers.delete(onFire)
    },
    resource: { attributes: { 'service.name': 'weir' }, scope: { name: 'weir', version: '1' } },
    readMetrics: () => [
      {
        name: 'm',
        unit: 's',
        description: '',
        bounds: [1],
        points: Array.from({ length: points }, () => ({ attributes: {}, count: 1, sum: 0.5, bucketCounts: [1, 0] })),
      },
    ],
    onLost: (...loss) => void lost.push(loss.join(' ')),
    onTrouble: (...trouble) => void troubles.push(trouble.join(' ')),
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await nextTurn()
  }
  const fire = async (ms: number) => {
    for (const [onFire, started] of timers) {
      if (started !== ms) continue
      timers.delete(onFire)
      onFire()
    }
    await settle()
  }
  const names = () => bodies.map((body) => [...body.matchAll(/"name":"(s\d+)"/g)].length)
  const keepMany = (count: number) => {
    for (let index = 0; index < count; index++) exporter.keep(span(`s${index}`))
  }
  return { exporter, bodies, lost, troubles, pauses, fire, names, keepMany, settle, timers }
}

describe('spans', () => {
  it('are sent together after five seconds', async () => {
    const at = open()
    at.keepMany(3)
    expect(at.bodies).toEqual([])
    await at.fire(5000)
    expect(at.names()).toEqual([3])
    expect(at.bodies[0]).toStartWith('http://receiver/v1/traces {')
    expect(at.bodies[0]).toContain('"startTimeUnixNano":"1700000000000250000"')
  })

  it('are sent at once when there are 512', async () => {
    const at = open()
    at.keepMany(512)
    await at.settle()
    expect(at.names()).toEqual([512])
  })

  it('are dropped and counted beyond 2048 that wait for a receiver', async () => {
    const at = open(['never'])
    at.keepMany(512 + 2048 + 7)
    expect(at.lost).toEqual(Array(7).fill('traces queue-full 1'))
  })

  it('are sent again to a receiver that is busy or away, later each time or when it says', async () => {
    const at = open([503, 'away', { status: 429, retryAfter: '7' }, 200, 200])
    at.keepMany(1)
    await at.fire(5000)
    await at.fire(1000)
    await at.fire(2000)
    await at.fire(7000)
    expect(at.names()).toEqual([1, 1, 1, 1])
    expect([at.lost, at.troubles]).toEqual([[], ['traces status 503']])
  })

  it('are lost after five tries', async () => {
    const at = open(Array(5).fill(503))
    at.keepMany(2)
    for (const ms of [5000, 1000, 2000, 4000, 8000]) await at.fire(ms)
    expect(at.bodies).toHaveLength(5)
    expect(at.lost).toEqual(['traces not-taken 2'])
  })

  it('are not sent again to a receiver that refuses them, of which one is told once', async () => {
    const at = open([400, 401])
    at.keepMany(1)
    await at.fire(5000)
    at.keepMany(1)
    await at.fire(5000)
    expect(at.names()).toEqual([1, 1])
    expect([at.lost, at.troubles]).toEqual([['traces not-taken 1', 'traces not-taken 1'], ['traces status 400']])
  })
})

describe('metrics', () => {
  it('are sent every minute where there are any', async () => {
    const at = open([], 1)
    await at.fire(60_000)
    await at.fire(60_000)
    expect(at.bodies.map((body) => body.slice(0, 27))).toEqual(['http://receiver/v1/metrics ', 'http://receiver/v1/metrics '])
    const none = open()
    await none.fire(60_000)
    expect(none.bodies).toEqual([])
  })
})

describe('the end of the process', () => {
  it('sends what is left, spans and metrics', async () => {
    const at = open([], 1)
    at.keepMany(600)
    await at.exporter.close()
    expect(at.names()).toEqual([512, 0, 88])
    expect(at.timers.size).toBe(0)
  })

  it('does not wait for a pause between two tries', async () => {
    const at = open([503, 503])
    at.keepMany(1)
    await at.fire(5000)
    await at.exporter.close()
    expect(at.lost).toEqual(['traces not-taken 1'])
  })

  it('waits for three seconds at most', async () => {
    const at = open(['never'])
    at.keepMany(1)
    const closing = at.exporter.close()
    await at.settle()
    await at.fire(3000)
    await closing
    expect(at.bodies).toHaveLength(1)
  })
})
