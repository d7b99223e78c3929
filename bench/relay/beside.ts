import { startNginx, startPassThrough, startUpstream, startWeir, type Gateway } from './gateways.ts'
import { measureBeside, type BesideFigures, type BesideLoad } from './beside/rounds.ts'
import { renderBeside } from './beside/report.ts'

const EVENTS = 100

interface Part {
  readonly part: 'whole' | 'single' | 'rate' | 'stream' | 'paced'
  readonly title: string
  /** Into how many parts a request's figure is divided. */
  readonly perEvent: number
  /** Between two events of the upstream. */
  readonly gapMs: number
  readonly load: Omit<BesideLoad, 'rounds'>
}

const PARTS: readonly Part[] = [
  {
    part: 'whole',
    title: 'Whole replies, 32 parallel',
    perEvent: 1,
    gapMs: 0,
    load: { isStream: false, pace: { parallel: 32 }, requests: 320, slices: 8, warmUp: 40_000 },
  },
  {
    part: 'whole',
    title: 'Whole replies, 128 parallel',
    perEvent: 1,
    gapMs: 0,
    load: { isStream: false, pace: { parallel: 128 }, requests: 640, slices: 4, warmUp: 5000 },
  },
  {
    part: 'single',
    title: 'Whole replies, one after another',
    perEvent: 1,
    gapMs: 0,
    load: { isStream: false, pace: { parallel: 1 }, requests: 60, slices: 8, warmUp: 500 },
  },
  {
    part: 'rate',
    title: 'Whole replies at 200 requests/s',
    perEvent: 1,
    gapMs: 0,
    load: { isStream: false, pace: { rate: 200 }, requests: 60, slices: 4, warmUp: 1000 },
  },
  {
    part: 'rate',
    title: 'Whole replies at 1000 requests/s',
    perEvent: 1,
    gapMs: 0,
    load: { isStream: false, pace: { rate: 1000 }, requests: 250, slices: 4, warmUp: 5000 },
  },
  {
    part: 'stream',
    title: `Streams of ${EVENTS} events, 50 parallel`,
    perEvent: EVENTS,
    gapMs: 0,
    load: { isStream: true, pace: { parallel: 50 }, requests: 50, slices: 4, warmUp: 400 },
  },
  {
    part: 'stream',
    title: `Streams of ${EVENTS} events, 500 parallel`,
    perEvent: EVENTS,
    gapMs: 0,
    load: { isStream: true, pace: { parallel: 500 }, requests: 500, slices: 1, warmUp: 1500 },
  },
  {
    part: 'paced',
    title: `Streams of ${EVENTS} events, one every 10 ms, 100 parallel`,
    perEvent: EVENTS,
    gapMs: 10,
    load: { isStream: true, pace: { parallel: 100 }, requests: 100, slices: 1, warmUp: 1000 },
  },
]

/** Instead of a checkout: this version on the empty database at `BENCH_POSTGRES_URL`. */
const POSTGRES = 'postgres'

const startOnPostgres = async (upstream: string, folder: string): Promise<Gateway> => {
  const dsn = process.env['BENCH_POSTGRES_URL']
  if (dsn === undefined) throw new Error('BENCH_POSTGRES_URL names no database')
  return { ...(await startWeir(upstream, folder, { variables: { SQL_DSN: dsn } })), name: 'Weir on PostgreSQL' }
}

interface Comparison {
  /** Of other versions. */
  readonly checkouts: readonly string[]
  readonly rounds: number
  readonly only: string | undefined
}

const compareAt = async (gapMs: number, folder: string, { checkouts, rounds, only }: Comparison): Promise<void> => {
  const parts = PARTS.filter((one) => one.gapMs === gapMs && (only === undefined || only === one.part))
  if (parts.length === 0) return
  const upstream = await startUpstream({ events: EVENTS, gapMs })
  const gateways: Gateway[] = []
  try {
    // One by one: those that run are stopped when the next cannot be started.
    gateways.push(await startNginx(upstream.url, folder))
    gateways.push(await startPassThrough(upstream.url))
    gateways.push(await startWeir(upstream.url, folder))
    for (const checkout of checkouts)
      gateways.push(
        await (checkout === POSTGRES ? startOnPostgres(upstream.url, folder) : startWeir(upstream.url, folder, { root: checkout })),
      )
    for (const { title, perEvent, load } of parts) {
      const figures: readonly BesideFigures[] = await measureBeside(gateways, { ...load, rounds })
      process.stdout.write(renderBeside(`${title}, ${rounds} rounds`, figures, perEvent))
    }
  } finally {
    for (const gateway of gateways) await gateway.stop()
    await upstream.stop()
  }
}

/** This version beside others, each the server of a checkout, and the bare ones: all at once, in short turns. */
export const compareVersions = async (folder: string, comparison: Comparison): Promise<void> => {
  for (const gapMs of new Set(PARTS.map((part) => part.gapMs))) await compareAt(gapMs, folder, comparison)
}
