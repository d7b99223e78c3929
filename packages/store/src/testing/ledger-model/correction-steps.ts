import { readChargeDetail } from '@weir/relay/charging/charge-detail'
import { reprice } from '@weir/relay/charging/reprice'
import type { Repricing } from '../../corrections/corrections.ts'
import { liveNodes, pick, type Case, type LiveNode } from './case.ts'
import { expectedCost, MODEL, priceAt } from './price.ts'
import type { Answers, StepOf } from './step.ts'

/** What a node finds in the log of this case, at the other price. */
const repricingsBy = async (at: Case, { process }: LiveNode, quarters: number): Promise<readonly Repricing[]> => {
  const repricings: Repricing[] = []
  const query = { start: 0, end: at.harness.nowSeconds + 1, models: [MODEL] }
  for await (const { rows } of process.corrections.chargedRows(query)) {
    for (const row of rows.filter(({ requestId }) => at.book.charges.has(requestId))) {
      const detail = readChargeDetail(row.detail)
      const repriced = detail === undefined || detail === 'incomplete' ? undefined : reprice(detail, priceAt(quarters / 4))
      if (repriced !== undefined) repricings.push({ ...row, cost: repriced.cost, detail: JSON.stringify(repriced.detail) })
    }
  }
  return repricings
}

/** Both have read the same charges before either books: each difference is booked once, by whichever comes first. */
export const correct = async (at: Case, { nodes, quarters }: StepOf<'correct'>): Promise<Answers> => {
  const live = nodes.map((node) => pick(liveNodes(at), node))
  const found = await Promise.all(live.map((node) => repricingsBy(at, node, quarters)))
  const booked = await Promise.all(live.map(({ process }, index) => process.corrections.book(found[index] ?? [])))
  let changed = 0
  for (const charge of at.book.charges.values()) if (at.book.correct(charge, expectedCost(charge, quarters))) changed += 1
  const wrong = (await at.harness.store.corrections.wrong()).filter(({ requestId }) => requestId.startsWith(at.id))
  return { store: { changed: booked.reduce((sum, { rows }) => sum + rows, 0), wrong }, model: { changed, wrong: [] } }
}
