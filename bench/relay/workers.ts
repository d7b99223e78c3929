import { boundCpu } from './cpu-bound.ts'
import { cpuSeconds, family } from './cpu-time.ts'
import { startUpstream, startWeir, type Gateway } from './gateways.ts'
import { sendLoad } from './measure.ts'
import { quantile, spread, table } from './spread.ts'

/** Of a core, for each process: the sender, the provider and a database on the same machine need room. */
const SHARE = 0.25
const ROUNDS = 7
const PARALLEL = [64, 128]
const REQUESTS = 4000
/** Of each process. One that has had fewer is still compiling. */
const WARM_UP = 30_000

interface Case {
  readonly gateway: Gateway
  readonly processes: number
  readonly perSecond: number[]
  readonly cpuMicros: number[]
}

const load = (total: number, parallel: number) => ({ isStream: false, total, parallel, rate: 0 })

const servers = (gateway: Gateway): readonly number[] => {
  const [first = gateway.pid, ...workers] = family(gateway.pid)
  return workers.length === 0 ? [first] : workers
}

const takeTurn = async ({ gateway, processes, perSecond, cpuMicros }: Case, parallel: number): Promise<void> => {
  const before = cpuSeconds(gateway.pid)
  const total = REQUESTS * processes
  const sent = await sendLoad(gateway, load(total, parallel))
  if (sent.failures > 0) throw new Error(`${sent.failures} of ${total} requests failed`)
  perSecond.push(sent.perSecond)
  cpuMicros.push(((cpuSeconds(gateway.pid) - before) * 1e6) / total)
}

const rowOf = ({ processes, perSecond, cpuMicros }: Case, one: Case): readonly string[] => [
  String(processes),
  spread(perSecond, 0),
  (quantile(perSecond, 0.5) / quantile(one.perSecond, 0.5)).toFixed(2),
  spread(cpuMicros, 0),
]

const openCase = async (processes: number, upstream: string, { folder, databases }: Where): Promise<Case> => {
  const dsn = databases.shift()
  const variables = { ...(processes > 1 && { WORKERS: String(processes) }), ...(dsn !== undefined && { SQL_DSN: dsn }) }
  const gateway = await startWeir(upstream, folder, { variables })
  return { gateway, processes, perSecond: [], cpuMicros: [] }
}

interface Where {
  readonly folder: string
  /** Of PostgreSQL, one for each server that is started; none: SQLite. */
  readonly databases: string[]
}

const compareAt = async (parallel: number, upstream: string, where: Where): Promise<void> => {
  const name = where.databases.length > 0 ? 'PostgreSQL' : 'SQLite'
  const one = await openCase(1, upstream, where)
  const cases = [one, await openCase(2, upstream, where)]
  for (const { gateway, processes } of cases) await sendLoad(gateway, load(WARM_UP * processes, parallel))
  const bounds = cases.flatMap(({ gateway }) => servers(gateway).map((pid) => boundCpu(pid, SHARE)))
  for (let round = 0; round < ROUNDS; round++) for (const each of cases) await takeTurn(each, parallel)
  for (const bound of bounds) bound.free()
  for (const { gateway } of cases) await gateway.stop()
  const rows = cases.map((each) => rowOf(each, one))
  process.stdout.write(`\n${name}, ${parallel} parallel, ${ROUNDS} rounds\n\n`)
  process.stdout.write(table(['Processes', 'requests/s', 'against one', 'CPU per request, µs'], rows))
}

/** What two processes serve beside one, in turns, each bound to a share of a core. `BENCH_POSTGRES_URLS` names four empty databases. */
export const compareWorkers = async (folder: string): Promise<void> => {
  const upstream = await startUpstream({ events: 1, gapMs: 0 })
  const databases = process.env['BENCH_POSTGRES_URLS']?.split(' ') ?? []
  for (const parallel of PARALLEL) await compareAt(parallel, upstream.url, { folder, databases })
  await upstream.stop()
}
