import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareVersions } from './relay/beside.ts'
import { measureDatabases } from './relay/databases.ts'
import { startNginx, startPassThrough, startUpstream, startWeir, type Gateway } from './relay/gateways.ts'
import { holdStreams } from './relay/hold.ts'
import { measure, sendLoad, type Figures, type Load } from './relay/measure.ts'
import { startLiteLlm, startOneApi, startPortkey } from './relay/peers.ts'
import { compareWires } from './relay/wires.ts'
import { compareWorkers } from './relay/workers.ts'

const EVENTS = 100
const quick = process.argv.includes('--quick')
const scale = quick ? 0.2 : 1

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
const valueOf = (option: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${option}=`))?.slice(option.length + 3)
const only = valueOf('only')
const beside = valueOf('beside')
const streams = valueOf('streams')
const oneApi = valueOf('one-api')
const wants = (part: string): boolean => beside === undefined && (only === undefined || only === part)

const starters = (upstream: string) => [
  () => startNginx(upstream, folder),
  () => startPassThrough(upstream),
  () => startWeir(upstream, folder),
  ...(process.argv.includes('--no-portkey') ? [] : [() => startPortkey(upstream, folder)]),
  ...(process.argv.includes('--litellm') ? [() => startLiteLlm(upstream, folder)] : []),
  ...(oneApi === undefined ? [] : [() => startOneApi(oneApi, upstream, folder)]),
]

const measured = async (gateway: Gateway, load: Load, warmUp: number): Promise<Figures> => {
  try {
    return await measure(gateway, { ...load, total: load.total * scale }, warmUp * scale)
  } finally {
    await gateway.stop()
  }
}

/** One gateway at a time against the same upstream, so that none disturbs another. */
const sideBySide = async (upstream: string, load: Load, warmUp: number): Promise<readonly Figures[]> => {
  const rows: Figures[] = []
  for (const start of starters(upstream)) rows.push(await measured(await start(), load, warmUp))
  return rows
}

const whole = (parallel: number): Load => ({ isStream: false, total: 40_000, parallel, rate: 0 })
const WHOLE_WARM_UP = 100_000

try {
  if (beside !== undefined) await compareVersions(folder, { checkouts: beside.split(','), rounds: quick ? 15 : 41, only })
  if (wants('whole')) {
    const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
    for (const parallel of [32, 128]) {
      print(`Whole replies, ${parallel} parallel`, await sideBySide(upstream.url, whole(parallel), WHOLE_WARM_UP))
    }
    await upstream.stop()
  }
  if (wants('rate')) {
    const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
    const direct = { url: `${upstream.url}/v1/chat/completions`, authorization: 'Bearer key', headers: {} }
    for (const rate of [200, 1000]) {
      const load: Load = { isStream: false, total: rate * 10, parallel: 1, rate }
      await sendLoad(direct, { ...load, total: rate })
      const bare = await sendLoad(direct, load)
      process.stdout.write(`\nDirect to upstream at ${rate}/s: p50 ${bare.p50.toFixed(2)} ms, p99 ${bare.p99.toFixed(2)} ms\n`)
      print(`Whole replies at ${rate} requests/s`, await sideBySide(upstream.url, load, WHOLE_WARM_UP / 2))
    }
    await upstream.stop()
  }
  if (wants('stream')) {
    const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
    print(
      `Streams of ${EVENTS} events, 500 parallel`,
      await sideBySide(upstream.url, { isStream: true, total: 5000, parallel: 500, rate: 0 }, 6000),
      EVENTS,
    )
    await upstream.stop()
    const paced = await startUpstream({ events: EVENTS, gapMs: 10 })
    print(
      `Streams of ${EVENTS} events, one every 10 ms, 100 parallel`,
      await sideBySide(paced.url, { isStream: true, total: 2500, parallel: 100, rate: 0 }, 6000),
      EVENTS,
    )
    await paced.stop()
  }
  if (only === 'databases')
    for await (const row of measureDatabases(folder, valueOf('server-pid'))) print('Whole replies, 32 parallel', [row])
  if (only === 'workers') await compareWorkers(folder)
  if (wants('wires')) await compareWires(folder, scale)
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
    print('Whole replies over TLS to upstream, 32 parallel', await sideBySide(upstream.url, whole(32), WHOLE_WARM_UP))
    await upstream.stop()
  }
  if (wants('hold') && streams !== undefined) process.stdout.write(`\n${await holdStreams(folder, Number(streams))}\n`)
  if (wants('hold') && streams === undefined) {
    const upstream = await startUpstream({ events: 200, gapMs: 50 })
    const gateway = await startWeir(upstream.url, folder)
    print(
      '1000 parallel streams, 20 events a second each',
      [await measured(gateway, { isStream: true, total: 4000, parallel: 1000, rate: 0 }, 1000)],
      200,
    )
    await upstream.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
