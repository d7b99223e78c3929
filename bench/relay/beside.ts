import { startNginx, startPassThrough, startUpstream, startWeir, type Gateway } from './gateways.ts'
import { measureBeside, type BesideFigures, type BesideLoad } from './beside/rounds.ts'
import { renderBeside } from './beside/report.ts'

const EVENTS = 100

interface Part {
  readonly part: 'whole' | 'single' | 'rate' | 'stream' | 'paced' | 'slow'
  readonly title: string
  /** Into how many parts a request's figure is divided. */
  readonly perEvent: number
  /** Between two events of the upstream, and before a whole reply. */
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
  {
    part: 'slow',
    title: 'Whole replies at 200 requests/s, each after 100 ms',
    perEvent: 1,
    gapMs: 100,
    load: { isStream: false, pace: { rate: 200 }, requests: 100, slices: 4, warmUp: 2000 },
  },
]

/** Instead of a checkout: this version. After one: that version. On the next empty database of `BENCH_POSTGRES_URL`. */
const POSTGRES = 'postgres'
const ON_POSTGRES = `@${POSTGRES}`

interface OnPostgres {
  readonly upstream: string
  readonly folder: string
  readonly root: string | undefined
  readonly dsn: string | undefined
}

const startOnPostgres = async ({ upstream, folder, root, dsn }: OnPostgres): Promise<Gateway> => {
  if (dsn === undefined) throw new Error('BENCH_POSTGRES_URL names too few databases')
  const gateway = await startWeir(upstream, folder, { variables: { SQL_DSN: dsn }, ...(root !== undefined && { root }) })
  return { ...gateway, name: `${root === undefined ? 'Weir' : gateway.name} on PostgreSQL` }
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
    const databases = process.env['BENCH_POSTGRES_URL']?.split(',') ?? []
    for (const checkout of checkouts) {
      const isOnPostgres = checkout === POSTGRES || checkout.endsWith(ON_POSTGRES)
      const root = checkout === POSTGRES ? undefined : checkout.replace(ON_POSTGRES, '')
      const started = isOnPostgres
        ? startOnPostgres({ upstream: upstream.url, folder, root, dsn: databases.shift() })
        : startWeir(upstream.url, folder, { root: checkout })
      gateways.push(await started)
    }
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
