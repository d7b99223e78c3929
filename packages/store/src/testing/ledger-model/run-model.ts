import fc from 'fast-check'
import type { Database } from '../../database.ts'
import type { StoreHarness } from '../store-harness.ts'
import { closeCase, openCase, type Case } from './case.ts'
import { canTake, compare, takeStep } from './run-step.ts'
import { leasingSteps, steps, type Step } from './step.ts'

const MAX_STEPS = 40
const CASES_PER_SEED = 4

export interface ModelRun {
  /** Of the first few cases; each next few take the next one. */
  readonly seed: number
  readonly cases: number
  readonly isLeasing: boolean
  /** Begins no more cases after so long. */
  readonly withinMs: number
}

/** What was tried. */
export interface Tally {
  cases: number
  steps: number
  faults: number
  /** Requests that were let in without a commit. */
  granted: number
}

class StepCommand implements fc.AsyncCommand<Case, Database> {
  readonly #step: Step
  readonly #tally: Tally

  constructor(step: Step, tally: Tally) {
    this.#step = step
    this.#tally = tally
  }

  check(at: Readonly<Case>): boolean {
    return canTake(at, this.#step)
  }

  async run(at: Case, database: Database): Promise<void> {
    this.#tally.steps += 1
    await takeStep(at, database, this.#step)
  }

  toString(): string {
    return JSON.stringify(this.#step)
  }
}

interface Setting {
  readonly harness: StoreHarness
  readonly database: Database
  readonly isLeasing: boolean
  readonly tally: Tally
}

const inCase = async ({ harness, database, isLeasing, tally }: Setting, work: (at: Case) => Promise<void>): Promise<void> => {
  const at = await openCase(harness, database, isLeasing)
  tally.cases += 1
  try {
    await work(at)
  } finally {
    tally.faults += at.faultCount
    tally.granted += at.granted.size
    await closeCase(at)
  }
}

/** At the end every row is in the rollups, and they must say the same. */
const finish = async (at: Case, database: Database): Promise<void> => {
  await at.harness.store.logIndex.advance()
  await compare(at, database)
}

/**
 * Random histories, each compared with the model after every step. Throws with the shortest history that disagrees. A case is never broken
 * off, which would leave its nodes at work beside the next one: time is looked at between seeds.
 */
export const runModel = async (harness: StoreHarness, { seed, cases, isLeasing, withinMs }: ModelRun, tally: Tally): Promise<void> => {
  const commands = (isLeasing ? leasingSteps : steps).map((arbitrary) => arbitrary.map((step) => new StepCommand(step, tally)))
  const histories = fc.commands(commands, { maxCommands: MAX_STEPS, size: 'max' })
  const until = performance.now() + withinMs
  await harness.raw(async (database) => {
    const property = fc.asyncProperty(histories, (history) =>
      inCase({ harness, database, isLeasing, tally }, async (at) => {
        await fc.asyncModelRun(() => ({ model: at, real: database }), history)
        await finish(at, database)
      }),
    )
    for (let next = seed; tally.cases < cases && performance.now() < until; next++)
      await fc.assert(property, { seed: next, numRuns: CASES_PER_SEED })
  })
}

/** One history that is written down. Returns what was tried. */
export const replay = async (harness: StoreHarness, history: readonly Step[], isLeasing = false): Promise<Tally> => {
  const tally: Tally = { cases: 0, steps: history.length, faults: 0, granted: 0 }
  await harness.raw((database) =>
    inCase({ harness, database, isLeasing, tally }, async (at) => {
      for (const step of history) await takeStep(at, database, step)
      await finish(at, database)
    }),
  )
  return tally
}
