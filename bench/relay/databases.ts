import { cpuSeconds } from './cpu-time.ts'
import { startUpstream, startWeir } from './gateways.ts'
import { measure, type Figures, type Load } from './measure.ts'
import type { WeirOptions } from './weir.ts'

const LOAD: Load = { isStream: false, total: 10_000, parallel: 32, rate: 0 }
const WARM_UP = 10_000

const cases = (postgres: string): Readonly<Record<string, WeirOptions['variables']>> => ({
  'SQLite, one process': {},
  'SQLite, WORKERS=2': { WORKERS: '2' },
  ...(postgres !== '' && {
    'PostgreSQL, one process': { SQL_DSN: postgres },
    'PostgreSQL, WORKERS=2': { SQL_DSN: postgres, WORKERS: '2' },
  }),
})

/**
 * Weir on one database after the other, with one process and two. PostgreSQL is an empty database at `BENCH_POSTGRES_URL`; of a server on this
 * machine, the processor time is told when its first process is named.
 */
export async function* measureDatabases(folder: string, serverPid: string | undefined): AsyncGenerator<Figures> {
  const upstream = await startUpstream({ events: 1, gapMs: 0 })
  for (const [name, variables] of Object.entries(cases(process.env['BENCH_POSTGRES_URL'] ?? ''))) {
    const gateway = { ...(await startWeir(upstream.url, folder, { variables: variables ?? {} })), name }
    const before = serverPid === undefined ? 0 : cpuSeconds(Number(serverPid))
    const figures = await measure(gateway, LOAD, WARM_UP)
    if (serverPid !== undefined) {
      const used = cpuSeconds(Number(serverPid)) - before
      process.stdout.write(`${name}: ${used.toFixed(1)} s of the database server, its warm-up of ${WARM_UP * 1.1} requests included\n`)
    }
    await gateway.stop()
    yield figures
  }
  await upstream.stop()
}
