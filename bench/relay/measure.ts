import { join } from 'node:path'
import { cpuSeconds, residentMegabytes } from './cpu-time.ts'
import type { Gateway } from './gateways.ts'

export interface Figures {
  readonly gateway: string
  readonly cpuMicros: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly megabytes: number
  readonly failures: number
}

export interface Load {
  readonly isStream: boolean
  readonly total: number
  readonly parallel: number
  /** Requests per second; 0 means as fast as the parallel ones allow. */
  readonly rate: number
}

type Sent = Pick<Figures, 'perSecond' | 'p50' | 'p99' | 'failures'>

const ROUNDS = 5
const MAX_WARM_UP_SECONDS = 30

export const sendLoad = async (
  gateway: Pick<Gateway, 'url' | 'authorization' | 'headers'>,
  load: Load,
  maxSeconds = 600,
): Promise<Sent> => {
  const { url, authorization, headers } = gateway
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'load.ts'), JSON.stringify({ url, authorization, headers, ...load, maxSeconds })],
    { stdout: 'pipe', env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' } },
  )
  return (await new Response(child.stdout).json()) as Sent
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Seconds of processor time in a while. */
const cpuWhile = async (pid: number, ms: number): Promise<number> => {
  const before = cpuSeconds(pid)
  await Bun.sleep(ms)
  return cpuSeconds(pid) - before
}

/**
 * Processor time is counted from the first request until some time after the last, so that nothing a request causes is left out, less what
 * the gateway uses in the same time when it is idle. `warmUp`: requests before that, because a runtime that compiles while it
 * serves would be measured compiling.
 */
export const measure = async (gateway: Gateway, load: Load, warmUp: number): Promise<Figures> => {
  const { pid, restMs } = gateway
  const parallel = Math.max(32, load.parallel)
  const warm = (total: number) => sendLoad(gateway, { ...load, total: Math.max(parallel, total), rate: 0, parallel }, MAX_WARM_UP_SECONDS)
  await warm(warmUp)
  await Bun.sleep(restMs)
  await warm(warmUp / 10)

  const total = Math.max(load.parallel, Math.ceil((load.total * gateway.share) / ROUNDS))
  const rounds: Sent[] = []
  const before = cpuSeconds(pid)
  const startedAt = performance.now()
  for (let round = 0; round < ROUNDS; round++) rounds.push(await sendLoad(gateway, { ...load, total }))
  const megabytes = residentMegabytes(pid)
  await Bun.sleep(restMs)
  const seconds = (performance.now() - startedAt) / 1000
  const used = cpuSeconds(pid) - before
  const idle = ((await cpuWhile(pid, restMs)) / restMs) * 1000

  return {
    gateway: gateway.name,
    cpuMicros: ((used - idle * seconds) * 1e6) / (total * ROUNDS),
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    megabytes,
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}
