import type { BookToken, BookUser } from './book.ts'
import { liveNodes, pick, type Case, type LiveNode, type RunningRequest } from './case.ts'
import { idleOf, viewLeases } from './lease-view.ts'
import type { Answers, Fault, StepOf } from './step.ts'

/** How a task of a step ended. `Holds` are decided by the store in an order of its own, so the model follows it and judges. */
export interface HoldAnswer {
  readonly request: RunningRequest
  readonly answer: unknown
}

const TEND_MS = 5

/** Other nodes give back what is called back while the work runs. */
export const whileTending = async <T>(at: Case, nodes: readonly LiveNode[], work: () => Promise<T>): Promise<T> => {
  if (!at.isLeasing) return work()
  const tended: Promise<void>[] = []
  const timer = setInterval(() => tended.push(...nodes.map(({ process }) => process.ledger.tendLeases())), TEND_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await Promise.all(tended)
  }
}

const sumOf = (requests: readonly RunningRequest[]): number => requests.reduce((sum, { amount }) => sum + amount, 0)

/** Nobody is let in beyond a balance. */
const judgeHeld = (held: readonly RunningRequest[]): readonly string[] => {
  const complaints: string[] = []
  for (const [user, own] of Map.groupBy(held, (request) => request.user))
    if (user.isDeleted || sumOf(own) > user.quota) complaints.push(`user ${user.id} has ${user.quota} and was let in for ${sumOf(own)}`)
  for (const [token, own] of Map.groupBy(
    held.filter(({ isTokenLimited }) => isTokenLimited),
    (request) => request.token,
  ))
    if (sumOf(own) > token.remain) complaints.push(`token ${token.id} has ${token.remain} and was let in for ${sumOf(own)}`)
  return complaints
}

/** What cannot be called back: what lies idle in leases of nodes that are down, and in those whose taking was not answered. */
const lostIn = async (at: Case, { user, token }: RunningRequest): Promise<{ readonly user: number; readonly token: number }> => {
  const view = await viewLeases(at.database, at.book)
  const live = new Set(liveNodes(at).map(({ id }) => id))
  const opened = new Set([...at.leaseOf.values()].map(({ id }) => id))
  const lost = {
    ...view,
    leases: view.leases.filter(({ id, nodeId }) => !live.has(nodeId) || !opened.has(id)),
    leased: view.leased.filter(({ requestId, nodeId }) => !live.has(nodeId) || !at.leaseOf.has(requestId)),
  }
  return {
    user: idleOf(lost, ({ userId }) => userId === user.id),
    token: idleOf(lost, ({ tokenId, isTokenLimited }) => tokenId === token.id && isTokenLimited),
  }
}

/** Nobody is refused for units that are idle. What a token refuses is taken from its owner until the commit. */
const judgeRefused = async (at: Case, answers: readonly HoldAnswer[]): Promise<readonly string[]> => {
  const complaints: string[] = []
  const byToken = answers.filter(({ answer }) => answer === 'token-short').map(({ request }) => request)
  for (const { request, answer } of answers) {
    const { user, token, amount } = request
    const lost = await lostIn(at, request)
    const passing = sumOf(byToken.filter((other) => other.user === user && other !== request))
    if (answer === 'user-short' && !user.isDeleted && user.quota - lost.user - passing >= amount)
      complaints.push(`user ${user.id} has ${user.quota} and was refused ${amount}`)
    if (answer === 'token-short' && token.remain - lost.token >= amount)
      complaints.push(`token ${token.id} has ${token.remain} and was refused ${amount}`)
  }
  return complaints
}

interface Decided {
  readonly node: LiveNode
  readonly fault: Fault
  readonly holds: readonly HoldAnswer[]
  /** Books what the step closes; leases let in before that. */
  readonly close: () => void
}

const letIn = (at: Case, node: LiveNode, requests: readonly RunningRequest[]): void => {
  for (const request of requests) at.book.hold(request, { nodeId: node.id, now: at.harness.nowSeconds })
}

/** Of those that were not answered: what the database has of them nevertheless. */
const appliedAmong = async (at: Case, requests: readonly RunningRequest[]): Promise<readonly RunningRequest[]> => {
  if (requests.length === 0) return []
  const { ownRows, leases } = await viewLeases(at.database, at.book)
  const unopened = leases.filter(({ id }) => requests.some(({ requestId }) => id === `lease ${requestId}`))
  const covers = (request: RunningRequest): boolean =>
    unopened.some(
      ({ userId, tokenId, isTokenLimited }) =>
        userId === request.user.id && tokenId === request.token.id && isTokenLimited === request.isTokenLimited,
    )
  return requests.filter((request) => ownRows.has(request.requestId) || covers(request))
}

/**
 * The book follows what the store decided about holds. Returns what the store must not have done. What leases let in must be covered by them,
 * which is looked at after every step.
 */
export const followHolds = async (at: Case, { node, fault, holds, close }: Decided): Promise<readonly string[]> => {
  const complaints: string[] = []
  const held = holds.filter(({ answer }) => answer === 'held').map(({ request }) => request)
  const fromMemory = held.filter(({ requestId }) => at.granted.has(requestId))
  letIn(at, node, fromMemory)
  close()
  const committed = held.filter(({ requestId }) => !at.granted.has(requestId))
  const unknown = holds.filter(({ answer }) => answer === 'unavailable').map(({ request }) => request)
  const applied = fault === 'lost-answers' ? await appliedAmong(at, unknown) : []
  complaints.push(...judgeHeld([...committed, ...applied]))
  letIn(at, node, [...committed, ...applied])
  complaints.push(...(await judgeRefused(at, holds)))
  const mayFail = fault === 'down' || fault === 'lost-answers'
  if (!mayFail && unknown.length > 0) complaints.push('unavailable without a fault that explains it')
  if (mayFail && committed.length > 0) complaints.push('let in by a commit that nobody answered')
  node.requests.push(...held)
  for (const { requestId } of unknown) node.backlog.set(requestId, undefined)
  return complaints
}

export const idleOfUser = async (at: Case, user: BookUser): Promise<number> =>
  at.isLeasing ? idleOf(await viewLeases(at.database, at.book), ({ userId }) => userId === user.id) : 0

export const idleOfToken = async (at: Case, token: BookToken): Promise<number> =>
  at.isLeasing ? idleOf(await viewLeases(at.database, at.book), ({ tokenId, isTokenLimited }) => tokenId === token.id && isTokenLimited) : 0

/** A change of a token or its owner reaches every node. */
export const tellAll = (at: Case): void => {
  for (const { process } of liveNodes(at)) process.ledger.endLeases()
}

export const tend = async (at: Case, step: StepOf<'tend'>): Promise<Answers> => {
  await pick(liveNodes(at), step.node).process.ledger.tendLeases()
  return { store: '', model: '' }
}
