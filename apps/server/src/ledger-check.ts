import { counted } from '@weir/contract/values/counted'
import type { WrongCorrection } from '@weir/store/corrections/corrections'
import { isBalance, type OversizedFigure } from '@weir/store/metering/figures'
import type { Difference } from '@weir/store/metering/ledger-maintenance'
import type { WrongCharge } from '@weir/store/metering/wrong-charges'
import { FoundFaults, withStore, type Shown } from './commands.ts'
import type { Config } from './config.ts'
import { describeFigure } from './process/oversized-figures.ts'

const section = (title: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [title, ...lines])

const describeDifference = (row: Difference): string =>
  `user ${row.userId} (${row.username}): balance ${row.quota}, ledger says ${row.expectedQuota}; used ${row.usedQuota}, ledger says ${row.expectedUsedQuota}`

const describeWrongCharge = ({ requestId, charged, expected }: WrongCharge): string =>
  `${requestId}: charged ${charged}, ${expected === undefined ? 'and the row lacks figures' : `the row says ${expected}`}`

const describeCorrection = ({ requestId, ordinal, reason }: WrongCorrection): string =>
  `${requestId}, correction ${ordinal}: ${reason === 'figures' ? 'its charge does not follow from its figures' : 'its line in the ledger is missing or another one'}`

const sizeProblems = (figures: readonly OversizedFigure[]): readonly string[] => {
  const balances = figures.filter(isBalance)
  const counters = figures.filter((figure) => !isBalance(figure))
  return [
    ...section('counters beyond 2^53, shown as 9007199254740991; `weir ledger reset` sets them to 0:', counters.map(describeFigure)),
    ...section('balances beyond 2^53; set them in the console, under Users:', balances.map(describeFigure)),
  ]
}

interface LedgerState {
  readonly differences: readonly Difference[]
  readonly doubles: readonly string[]
  readonly wrong: readonly WrongCharge[]
  readonly corrections: readonly WrongCorrection[]
  readonly oversized: readonly OversizedFigure[]
}

const figureObject = ({ table, id, name, column, value }: OversizedFigure) => ({ table, id, name, column, value })

const stateObject = ({ differences, doubles, wrong, corrections, oversized }: LedgerState) => ({
  differences: differences.map((row) => ({
    user_id: row.userId,
    username: row.username,
    quota: row.quota,
    expected_quota: row.expectedQuota,
    used_quota: row.usedQuota,
    expected_used_quota: row.expectedUsedQuota,
  })),
  double_charges: doubles,
  wrong_charges: wrong.map(({ requestId, charged, expected = null }) => ({ request_id: requestId, charged, expected })),
  wrong_corrections: corrections.map(({ requestId, ordinal, reason }) => ({ request_id: requestId, ordinal, reason })),
  oversized: oversized.map(figureObject),
})

const problemsIn = ({ differences, doubles, wrong, corrections, oversized }: LedgerState): readonly string[] => [
  ...section('requests that were charged more than once:', doubles),
  ...section('requests whose charge does not follow from their log row:', wrong.map(describeWrongCharge)),
  ...section('corrections that are not in order:', corrections.map(describeCorrection)),
  ...section(
    `${counted(differences.length, 'account disagrees', 'accounts disagree')} with the ledger`,
    differences.map(describeDifference),
  ),
  ...sizeProblems(oversized),
]

/** Throws what is not in order. */
export const verifyLedger = async (config: Config): Promise<Shown> => {
  const state = await withStore(config, async ({ ledgerMaintenance, figures, ...store }): Promise<LedgerState> => ({
    differences: await ledgerMaintenance.verify(),
    doubles: await ledgerMaintenance.doubleCharges(),
    wrong: await ledgerMaintenance.wrongCharges(),
    corrections: await store.corrections.wrong(),
    oversized: await figures.oversized(),
  }))
  const problems = problemsIn(state)
  if (problems.length > 0) throw new FoundFaults(problems.join('\n'), { in_order: false, ...stateObject(state) })
  return { json: { in_order: true, ...stateObject(state) }, text: 'All balances agree with the ledger.' }
}

export const resetCounters = async (config: Config): Promise<Shown> => {
  const { done, left } = await withStore(config, async ({ figures }) => ({
    done: await figures.resetCounters(),
    left: await figures.oversized(),
  }))
  const lines = [...section('set to 0:', done.map(describeFigure)), ...sizeProblems(left)]
  return {
    json: { reset: done.map(figureObject), left: left.map(figureObject) },
    text: lines.length > 0 ? lines.join('\n') : 'No counter is beyond 2^53. Nothing was changed.',
  }
}
