import { expect, it } from 'bun:test'
import { describeStore } from '../store-harness.ts'
import { replay, runModel } from './run-model.ts'
import type { Step } from './step.ts'

/** `npm run soak:model` sets it: so long on each database, with a new seed. */
const SOAK_SECONDS = Number(process.env['MODEL_SECONDS'] ?? 0)
const TIMEOUT_MS = 180_000

const hold = (amount: number) => ({ kind: 'hold', user: 0, token: 0, amount, isStale: false }) as const
const settle = (request: number) => ({ kind: 'settle', request, spent: { input: 10, output: 5, channel: 0, isLogged: true } }) as const

const FIXED_SEED = 20_261_116
const CASES = { SQLite: 24, PostgreSQL: 8, MySQL: 8 } as const
/** Two requests that come together, one that their lease covers, and all of them settled, one by a commit whose answer is lost. */
const LEASED: readonly Step[] = [
  { kind: 'commit', node: 0, parts: [hold(100), hold(100)], fault: 'none' },
  { kind: 'commit', node: 0, parts: [hold(150)], fault: 'down' },
  { kind: 'commit', node: 0, parts: [0, 1, 2].map(settle), fault: 'lost-answer' },
]

/** For a machine that is very slow; the cases take about 3 s. */
const WITHIN_MS = 12_000

/** Shortest histories that once disagreed. */
const KEPT: readonly { readonly title: string; readonly history: readonly Step[] }[] = [
  {
    title: 'a deadlock does not stop an owner who sets a limit',
    history: [{ kind: 'edit-token', node: 0, user: 0, token: 0, remain: null, isUnlimited: false, fault: 'conflicts' }],
  },
  {
    title: 'an edit that comes after the token was deleted changes nothing that runs on it',
    history: [
      { kind: 'commit', node: 0, parts: [{ kind: 'hold', user: 0, token: 0, amount: 100, isStale: false }], fault: 'none' },
      { kind: 'delete-token', node: 0, user: 0, token: 0 },
      { kind: 'edit-token', node: 0, user: 0, token: 0, remain: 296, isUnlimited: true, fault: 'none' },
    ],
  },
]

interface RunOptions {
  readonly cases: number
  readonly withinMs: number
  readonly isLeasing?: boolean
}

describeStore('ledger and model', (harness) => {
  const run = async (seed: number, { cases, withinMs, isLeasing = false }: RunOptions): Promise<void> => {
    const tally = { cases: 0, steps: 0, faults: 0, granted: 0 }
    let mismatches = 1
    try {
      await runModel(harness, { seed, cases, withinMs, isLeasing }, tally)
      mismatches = 0
    } finally {
      const { steps, faults, granted } = tally
      process.stdout.write(
        `${harness.name}${isLeasing ? ' with leases' : ''}, seed ${seed}: ${tally.cases} cases, ${steps} steps, ${faults} faults, ${granted} let in by leases, ${mismatches} mismatches\n`,
      )
    }
    expect(tally.steps).toBeGreaterThan(tally.cases)
  }

  for (const isLeasing of [false, true]) {
    const which = isLeasing ? ' with leases' : ''
    const withinMs = SOAK_SECONDS * 1000
    if (SOAK_SECONDS > 0) {
      const soak = () => run(Date.now() % 2 ** 31, { cases: 1_000_000, withinMs, isLeasing })
      it(`agree for as long as they are asked to${which}`, soak, withinMs + TIMEOUT_MS)
      continue
    }
    const cases = CASES[harness.name] / (isLeasing ? 2 : 1)
    const fixed = () => run(FIXED_SEED, { cases, withinMs: WITHIN_MS, isLeasing })
    const random = () => run(Date.now() % 2 ** 31, { cases: cases / 2, withinMs: WITHIN_MS, isLeasing })
    it(`agree through the histories of a fixed seed${which}`, fixed, TIMEOUT_MS)
    it(`agree through the histories of a random seed${which}`, random, TIMEOUT_MS)
  }

  if (SOAK_SECONDS > 0) return

  for (const { title, history } of KEPT) it(title, async () => void (await replay(harness, history)), TIMEOUT_MS)

  it(
    'agree about a request that was let in by a lease while the database was away',
    async () => expect(await replay(harness, LEASED, true)).toMatchObject({ steps: 3, granted: 1 }),
    TIMEOUT_MS,
  )
})
