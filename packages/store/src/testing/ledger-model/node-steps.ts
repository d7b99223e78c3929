import { liveNodes, pick, type Case, type CaseNode, type LiveNode } from './case.ts'
import { viewLeases } from './lease-view.ts'
import { openNode } from './node.ts'
import type { Answers, StepOf } from './step.ts'

/** As in the product: how long a node may be silent before others take it for dead. */
const LEASE_SECONDS = 120

const NOTHING: Answers = { store: '', model: '' }

const forget = (node: CaseNode): void => {
  Object.assign(node, { process: undefined, requests: [] })
  node.backlog.clear()
}

const bookBacklog = ({ book }: Case, node: CaseNode): void => {
  for (const [requestId, charge] of node.backlog) book.close(requestId, charge)
  node.backlog.clear()
}

/** Dies without a word: what it had not booked is lost with it. */
export const crash = async (at: Case, step: StepOf<'crash'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  await node.process.kill()
  forget(node)
  return NOTHING
}

export const stop = async (at: Case, step: StepOf<'stop'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  await node.process.stop()
  bookBacklog(at, node)
  forget(node)
  return NOTHING
}

/** What an earlier life left open ends at its last checkpoint. A node that runs is not started again. */
export const start = async (at: Case, step: StepOf<'start'>): Promise<Answers> => {
  const dead = at.nodes.filter(({ process }) => process === undefined)
  if (dead.length === 0) return NOTHING
  const node = pick(dead, step.node)
  node.process = await openNode(at.harness, node.id, at.nodeOptions)
  Object.assign(node, { seenAt: at.harness.nowSeconds, isBackSince: -Infinity })
  for (const { requestId, nodeId } of at.book.reservations.values()) if (nodeId === node.id) at.book.close(requestId, undefined)
  return NOTHING
}

export const catchUp = async (at: Case, step: StepOf<'catch-up'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  await node.process.ledgerMaintenance.catchUp()
  bookBacklog(at, node)
  return NOTHING
}

const giveSign = async ({ harness }: Case, node: LiveNode): Promise<void> => {
  await node.process.ledgerMaintenance.heartbeat()
  if (harness.nowSeconds - node.seenAt > LEASE_SECONDS) node.isBackSince = harness.nowSeconds
  node.seenAt = harness.nowSeconds
}

export const heartbeat = async (at: Case, step: StepOf<'heartbeat'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  await giveSign(at, node)
  return NOTHING
}

const abandonedFor = (
  { nodes, book, harness, leaseOf }: Case,
  ownRows: ReadonlyMap<string, number>,
  sweeper: LiveNode,
): readonly string[] => {
  const deadline = harness.nowSeconds - LEASE_SECONDS
  if (sweeper.isBackSince > deadline) return []
  const silent = new Set(nodes.filter(({ id, seenAt }) => id !== sweeper.id && seenAt < deadline).map(({ id }) => id))
  return [...book.reservations.values()]
    .filter(({ requestId, nodeId, createdAt }) => {
      const since = ownRows.get(requestId) ?? leaseOf.get(requestId)?.since ?? createdAt
      return silent.has(nodeId) && since < deadline
    })
    .map(({ requestId }) => requestId)
}

/** One or two nodes close what silent ones left, at the same time: each reservation once. */
export const sweep = async (at: Case, step: StepOf<'sweep'>): Promise<Answers> => {
  const sweepers = new Set([pick(liveNodes(at), step.node), pick(liveNodes(at), step.other)])
  for (const sweeper of sweepers) await giveSign(at, sweeper)
  const { ownRows } = await viewLeases(at.database, at.book)
  const abandoned = new Set([...sweepers].flatMap((sweeper) => abandonedFor(at, ownRows, sweeper)))
  const closed = await Promise.all([...sweepers].map(({ process }) => process.ledgerMaintenance.releaseHoldsOfDeadNodes()))
  for (const requestId of abandoned) at.book.close(requestId, undefined)
  // A lease is one row, however many requests it covers.
  return at.isLeasing ? NOTHING : { store: closed.reduce((sum, count) => sum + count, 0), model: abandoned.size }
}

export const sumUp = async (at: Case, step: StepOf<'sum-up'>): Promise<Answers> => {
  await pick(liveNodes(at), step.node).process.logIndex.advance()
  return NOTHING
}

export const wait = ({ harness }: Case, { seconds }: StepOf<'wait'>): Promise<Answers> => {
  harness.nowMs += seconds * 1000
  return Promise.resolve(NOTHING)
}
