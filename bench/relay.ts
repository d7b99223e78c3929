import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSeconds, residentMegabytes } from './relay/cpu-time.ts'
import { startNginx, startPassThrough, startPortkey, startUpstream, startWeir, type Gateway } from './relay/gateways.ts'

interface Figures {
  readonly gateway: string
  readonly cpuMicros: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly megabytes: number
  readonly failures: number
}

interface Load {
  readonly isStream: boolean
  readonly total: number
  readonly parallel: number
  readonly rate: number
}

const EVENTS = 100
const quick = process.argv.includes('--quick')
const scale = quick ? 0.2 : 1

const sendLoad = async (gateway: Pick<Gateway, 'url' | 'authorization' | 'headers'>, load: Load, maxSeconds = 600) => {
  const order = JSON.stringify({ url: gateway.url, authorization: gateway.authorization, headers: gateway.headers, ...load, maxSeconds })
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'relay/load.ts'), order], {
    stdout: 'pipe',
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' },
  })
  return (await new Response(child.stdout).json()) as { perSecond: number; p50: number; p99: number; failures: number }
}

const ROUNDS = 3
const WARM_UP = { times: 2, maxSeconds: 30 }

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** After a warm-up of twice the load: a runtime that compiles while it serves would be measured compiling. */
const measure = async (gateway: Gateway, load: Load): Promise<Figures> => {
  const warmUp = { ...load, total: load.total * WARM_UP.times, rate: 0, parallel: Math.max(32, load.parallel) }
  await sendLoad(gateway, warmUp, WARM_UP.maxSeconds)
  const total = Math.max(load.parallel, Math.ceil(load.total / ROUNDS))
  const rounds: Omit<Figures, 'gateway' | 'megabytes'>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuSeconds(gateway.pid)
    const result = await sendLoad(gateway, { ...load, total })
    rounds.push({ ...result, cpuMicros: ((cpuSeconds(gateway.pid) - before) * 1e6) / total })
  }
  const middle = (figure: 'cpuMicros' | 'perSecond' | 'p50' | 'p99') => median(rounds.map((round) => round[figure]))
  return {
    gateway: gateway.name,
    cpuMicros: middle('cpuMicros'),
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    megabytes: residentMegabytes(gateway.pid),
    failures: rounds.reduce((sum, round) => sum + round.failures, 0),
  }
}

const print = (title: string, rows: readonly Figures[], perEvent = 1): void => {
  const unit = perEvent === 1 ? 'request' : 'event'
  process.stdout.write(
    `\n${title}\n\n| Program | CPU per ${unit} | requests/s | p50 | p99 | memory | failed |\n|---|---|---|---|---|---|---|\n`,
  )
  for (const row of rows) {
    const cells = [
      row.gateway,
      `${(row.cpuMicros / perEvent).toFixed(1)} µs`,
      row.perSecond.toFixed(0),
      `${row.p50.toFixed(1)} ms`,
      `${row.p99.toFixed(1)} ms`,
      `${row.megabytes.toFixed(0)} MB`,
      row.failures,
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const wants = (part: string): boolean => only === undefined || only === part

const starters = (upstream: string) => [
  () => startNginx(upstream, folder),
  () => startPassThrough(upstream),
  () => startWeir(upstream, folder),
  ...(process.argv.includes('--no-portkey') ? [] : [() => startPortkey(upstream, folder)]),
]

/** One gateway at a time against the same upstream, so that none disturbs another. */
const sideBySide = async (upstream: string, load: Load): Promise<readonly Figures[]> => {
  const rows: Figures[] = []
  for (const start of starters(upstream)) {
    const gateway = await start()
    try {
      rows.push(await measure(gateway, load))
    } finally {
      await gateway.stop()
    }
  }
  return rows
}

try {
  if (wants('whole')) {
    const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
    print('Whole replies, 32 parallel', await sideBySide(upstream.url, { isStream: false, total: 20_000 * scale, parallel: 32, rate: 0 }))
    await upstream.stop()
  }
  if (wants('rate')) {
    const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
    const direct = { url: `${upstream.url}/v1/chat/completions`, authorization: 'Bearer key', headers: {} }
    const load: Load = { isStream: false, total: 10_000 * scale, parallel: 1, rate: 1000 }
    await sendLoad(direct, { ...load, total: 1000 })
    const bare = await sendLoad(direct, load)
    process.stdout.write(`\nDirect to upstream at 1000/s: p50 ${bare.p50.toFixed(2)} ms, p99 ${bare.p99.toFixed(2)} ms\n`)
    print('Whole replies at 1000 requests/s', await sideBySide(upstream.url, load))
    await upstream.stop()
  }
  if (wants('stream')) {
    const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
    print(
      `Streams of ${EVENTS} events, 500 parallel`,
      await sideBySide(upstream.url, { isStream: true, total: 3000 * scale, parallel: 500, rate: 0 }),
      EVENTS,
    )
    await upstream.stop()
  }
  if (wants('tls')) {
    await Bun.spawn(
      [
        'openssl',
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
        '-days',
        '1',
        '-subj',
        '/CN=127.0.0.1',
      ],
      { stdout: 'ignore', stderr: 'ignore' },
    ).exited
    const upstream = await startUpstream({ events: EVENTS, gapMs: 0, tlsFolder: folder })
    print(
      'Whole replies over TLS to upstream, 32 parallel',
      await sideBySide(upstream.url, { isStream: false, total: 10_000 * scale, parallel: 32, rate: 0 }),
    )
    await upstream.stop()
  }
  if (wants('hold')) {
    const upstream = await startUpstream({ events: 200, gapMs: 50 })
    const gateway = await startWeir(upstream.url, folder)
    print(
      '1000 parallel streams, 20 events a second each',
      [await measure(gateway, { isStream: true, total: 1000, parallel: 1000, rate: 0 })],
      200,
    )
    await gateway.stop()
    await upstream.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
