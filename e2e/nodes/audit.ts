import { eventually } from '../../tools/testing/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import type { Answer } from './answers.ts'
import { FIRST_CREDIT, type Nodes } from './nodes.ts'

/** As many as a scenario may leave open until the next heartbeat of whoever books them. */
const PATIENCE_MS = 240_000
const MOST_TOLD = 10

interface Row {
  readonly requestId: string
  readonly quota: number
  readonly outcome: string
}

const rowsOf = async (nodes: Nodes): Promise<readonly Row[]> =>
  (await nodes.database.read('select request_id, quota, outcome from logs where type = 2 order by id')).map((row) => ({
    requestId: String(row['request_id']),
    quota: Number(row['quota']),
    outcome: String(row['outcome']),
  }))

/** Every answer against its row: each whole one was charged its price, once; nothing else was charged twice, or more than its price. */
const compare = (answers: readonly Answer[], rows: readonly Row[], price: number): readonly string[] => {
  const byId = Map.groupBy(rows, ({ requestId }) => requestId)
  const doubled = [...byId].filter(([, found]) => found.length > 1).map(([id, found]) => `${id} has ${found.length} rows`)
  const wrong = rows
    .filter(({ quota, outcome }) => outcome === 'ok' && quota !== price)
    .map(({ requestId, quota }) => `${requestId}: ${quota}`)
  const lost = answers.flatMap(({ requestId, isWhole }) => {
    const row = byId.get(requestId)?.[0]
    return !isWhole || (row?.quota === price && row.outcome === 'ok')
      ? []
      : [`${requestId} was received and its row is ${JSON.stringify(row)}`]
  })
  return [...doubled, ...wrong.map((text) => `charged by another price: ${text}`), ...lost]
}

/** What does not agree once nothing is open any more; empty when all does. */
export const audit = async (nodes: Nodes, answers: readonly Answer[], price: number): Promise<readonly string[]> => {
  const { database, stand } = nodes
  await eventually('no request to be open', async () => ((await database.count('reservations')) === 0 ? true : undefined), {
    withinMs: PATIENCE_MS,
  })
  const rows = await rowsOf(nodes)
  const problems = [...compare(answers, rows, price)]
  const [user] = await database.read('select quota, used_quota, request_count from users where id = 1')
  const [left, used] = [Number(user?.['quota']), Number(user?.['used_quota'])]
  const charged = rows.reduce((sum, { quota }) => sum + quota, 0)
  if (left + used !== FIRST_CREDIT) problems.push(`${left} left and ${used} used do not add up`)
  if (charged !== used) problems.push(`the rows say ${charged}, the account ${used}`)
  const produced = stand.fake.journal.filter(({ isFinished }) => isFinished).length
  const booked = rows.filter(({ outcome }) => outcome === 'ok').length
  if (booked > produced) problems.push(`${booked} booked, ${produced} produced`)
  const { code, stderr } = await runWeir(['ledger', 'verify'], stand.weir.environment)
  if (code !== 0) problems.push(`ledger verify: ${stderr.trim()}`)
  return problems.length > MOST_TOLD ? [...problems.slice(0, MOST_TOLD), `and ${problems.length - MOST_TOLD} more`] : problems
}
