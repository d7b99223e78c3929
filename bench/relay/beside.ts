import { startNginx, startPassThrough, startUpstream, startWeir, type Gateway } from './gateways.ts'
import { measureBeside, type BesideFigures, type BesideLoad } from './beside/rounds.ts'
import { renderBeside } from './beside/report.ts'

const EVENTS = 100

interface Part {
  readonly part: 'whole' | 'single' | 'rate' | 'stream'
  readonly title: string
  /** Into how many parts a request's figure is divided. */
  readonly perEvent: number
  readonly load: Omit<BesideLoad, 'rounds'>
}

const PARTS: readonly Part[] = [
  {
    part: 'whole',
    title: 'Whole replies, 32 parallel',
    perEvent: 1,
    load: { isStream: false, pace: { parallel: 32 }, requests: 320, slices: 8, warmUp: 40_000 },
  },
  {
    part: 'whole',
    title: 'Whole replies, 128 parallel',
    perEvent: 1,
    load: { isStream: false, pace: { parallel: 128 }, requests: 640, slices: 4, warmUp: 5000 },
  },
  {
    part: 'single',
    title: 'Whole replies, one after another',
    perEvent: 1,
    load: { isStream: false, pace: { parallel: 1 }, requests: 60, slices: 8, warmUp: 500 },
  },
  {
    part: 'rate',
    title: 'Whole replies at 200 requests/s',
    perEvent: 1,
    load: { isStream: false, pace: { rate: 200 }, requests: 60, slices: 4, warmUp: 1000 },
  },
  {
    part: 'rate',
    title: 'Whole replies at 1000 requests/s',
    perEvent: 1,
    load: { isStream: false, pace: { rate: 1000 }, requests: 250, slices: 4, warmUp: 5000 },
  },
  {
    part: 'stream',
    title: `Streams of ${EVENTS} events, 50 parallel`,
    perEvent: EVENTS,
    load: { isStream: true, pace: { parallel: 50 }, requests: 50, slices: 4, warmUp: 400 },
  },
]

/** Instead of a checkout: this version on the empty database at `BENCH_POSTGRES_URL`. */
const POSTGRES = 'postgres'

const startOnPostgres = async (upstream: string, folder: string): Promise<Gateway> => {
  const dsn = process.env['BENCH_POSTGRES_URL']
  if (dsn === undefined) throw new Error('BENCH_POSTGRES_URL names no database')
  return { ...(await startWeir(upstream, folder, { variables: { SQL_DSN: dsn } })), name: 'Weir on PostgreSQL' }
}

/** This version beside others, each the server of a checkout, and the bare ones: all at once, in short turns. */
export const compareVersions = async (
  folder: string,
  { checkouts, rounds, only }: { readonly checkouts: readonly string[]; readonly rounds: number; readonly only: string | undefined },
): Promise<void> => {
  const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
  const gateways: Gateway[] = []
  try {
    gateways.push(await startNginx(upstream.url, folder), await startPassThrough(upstream.url), await startWeir(upstream.url, folder))
    for (const checkout of checkouts)
      gateways.push(
        await (checkout === POSTGRES ? startOnPostgres(upstream.url, folder) : startWeir(upstream.url, folder, { root: checkout })),
      )
    for (const { part, title, perEvent, load } of PARTS) {
      if (only !== undefined && only !== part) continue
      const figures: readonly BesideFigures[] = await measureBeside(gateways, { ...load, rounds })
      process.stdout.write(renderBeside(`${title}, ${rounds} rounds`, figures, perEvent))
    }
  } finally {
    for (const gateway of gateways) await gateway.stop()
    await upstream.stop()
  }
}
