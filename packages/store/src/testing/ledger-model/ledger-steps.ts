import { isHeld } from '@weir/relay/budget'
import type { BookToken, BookUser, Charge } from './book.ts'
import type { BookBudget } from './budget-book.ts'
import { modelText, readShares, storeText, withoutBudgets } from './budget-steps.ts'
import { liveNodes, pick, pickToken, pickUser, told, underFault, type Case, type LiveNode, type RunningRequest } from './case.ts'
import { viewLeases } from './lease-view.ts'
import { followHolds, whileTending, type HoldAnswer } from './lease-steps.ts'
import { expectedCost, readPrice } from './price.ts'
import { checkpointRelayed, holdOf, releaseRelayed, settleRelayed, type Relay } from './relayed.ts'
import type { Answers, Fault, Part, Spent, StepOf } from './step.ts'

/** A part with what it is about. */
type Task =
  | { readonly kind: 'hold'; readonly request: RunningRequest }
  | { readonly kind: 'close'; readonly request: RunningRequest; readonly charge: Charge; readonly run: (relay: Relay) => Promise<void> }

const MOST_TOKENS = 4

const channelOf = ({ book }: Case, spent: Spent): number => pick([...book.channels.keys()], spent.channel)

const chargeOf = (at: Case, request: RunningRequest, spent: Spent): Charge => ({
  cost: expectedCost(spent, request.quarters),
  promptTokens: spent.input,
  completionTokens: spent.output,
  channelId: channelOf(at, spent),
  isLogged: spent.isLogged,
  isDelivered: true,
})

const released = (isLogged: boolean): Charge => ({
  cost: 0,
  promptTokens: 0,
  completionTokens: 0,
  channelId: 0,
  isLogged,
  isDelivered: false,
})

const relayOf = (at: Case, { process }: LiveNode): Relay => ({ ledger: process.ledger, clock: () => at.harness.nowMs })

const newRequest = async (at: Case, node: LiveNode, part: Extract<Part, { readonly kind: 'hold' }>): Promise<RunningRequest> => {
  const user = pickUser(at, part.user)
  // Leases are for requests of one kind: most are of the first token, as it is.
  const isCommon = at.isLeasing && part.token < MOST_TOKENS
  const token = pickToken(at, user, isCommon ? 0 : part.token)
  at.requestCount += 1
  const requestId = `${at.id}-${at.requestCount}`
  const asker = { user, token, amount: part.amount }
  return {
    shares: await readShares(at, node, asker),
    bookShares: at.book.budgetBook.sharesFor({ user: user.id, token: token.id }, part.amount, at.harness.nowSeconds),
    requestId,
    user,
    token,
    isTokenLimited: token.isUnlimited === (part.isStale && !isCommon),
    amount: part.amount,
    startedAt: at.harness.nowMs,
    price: await readPrice(node.process),
    quarters: at.quarters,
  }
}

const taskOf = async (at: Case, node: LiveNode, part: Part): Promise<Task | undefined> => {
  if (part.kind === 'hold') return { kind: 'hold', request: await newRequest(at, node, part) }
  if (node.requests.length === 0) return undefined
  const request = pick(node.requests, part.request)
  if (part.kind === 'release')
    return { kind: 'close', request, charge: released(part.isLogged), run: (relay) => releaseRelayed(relay, request, part.isLogged) }
  const { spent } = part
  const ending = { request, spent, channelId: channelOf(at, spent) }
  return { kind: 'close', request, charge: chargeOf(at, request, spent), run: (relay) => settleRelayed(relay, ending) }
}

/**
 * Closings come first; then the balances decide in order of arrival, then the budgets. What a token or a budget refuses goes back to its owner
 * at the end.
 */
const bookTasks = (at: Case, node: LiveNode, tasks: readonly Task[]): readonly string[] => {
  const { book, harness } = at
  const outcomes = new Map<Task, string>()
  for (const task of tasks) {
    if (task.kind === 'hold') continue
    book.close(task.request.requestId, task.charge)
    outcomes.set(task, 'closed')
  }
  const left = new Map<BookUser | BookToken, number>()
  const takeFrom = (account: BookUser | BookToken, balance: number, amount: number): boolean => {
    const available = left.get(account) ?? balance
    if (available < amount) return false
    left.set(account, available - amount)
    return true
  }
  const refusals = new Map<Task, BookBudget | undefined>()
  for (const task of tasks) {
    if (task.kind === 'close') continue
    const { request } = task
    const { user, token, amount, isTokenLimited } = request
    if (user.isDeleted || !takeFrom(user, user.quota, amount)) outcomes.set(task, 'user-short')
    else if (isTokenLimited && !takeFrom(token, token.remain, amount)) outcomes.set(task, 'token-short')
    else refusals.set(task, undefined)
  }
  for (const task of refusals.keys()) {
    const refusedBy = book.budgetBook.refusing(task.request.bookShares)
    refusals.set(task, refusedBy)
    if (refusedBy === undefined) book.hold(task.request, { nodeId: node.id, now: harness.nowSeconds })
  }
  for (const [task, refusedBy] of refusals) outcomes.set(task, modelText(at, task.request.bookShares, refusedBy))
  return tasks.map((task) => outcomes.get(task) ?? '')
}

const runTask = async (task: Task, relay: Relay): Promise<unknown> => {
  if (task.kind === 'hold') return storeText(await relay.ledger.hold(holdOf(task.request)))
  await task.run(relay)
  return 'closed'
}

const tasksOf = async (at: Case, node: LiveNode, parts: readonly Part[]): Promise<readonly Task[]> => {
  const tasks: Task[] = []
  for (const part of parts) {
    const task = await taskOf(at, node, part)
    if (task !== undefined) tasks.push(task)
  }
  return tasks
}

interface Followed {
  readonly node: LiveNode
  readonly fault: Fault
  readonly tasks: readonly Task[]
  readonly answers: readonly unknown[]
}

const followTasks = async (at: Case, { node, fault, tasks, answers }: Followed): Promise<Answers> => {
  const isAnswered = fault !== 'down' && fault !== 'lost-answers'
  const closed = isAnswered ? 'closed' : 'unavailable'
  const expected: unknown[] = []
  const holds: HoldAnswer[] = []
  const closings: Extract<Task, { readonly kind: 'close' }>[] = []
  for (const [index, task] of tasks.entries()) {
    const answer = answers[index]
    expected.push(task.kind === 'hold' ? answer : closed)
    if (task.kind === 'hold') holds.push({ request: task.request, answer })
    else closings.push(task)
  }
  const close = (): void => {
    for (const { request, charge } of closings) {
      if (fault !== 'down') at.book.close(request.requestId, charge)
      if (!isAnswered) node.backlog.set(request.requestId, charge)
    }
  }
  const complaints = await followHolds(at, { node, fault, holds, close })
  return { store: [...answers, ...complaints], model: expected }
}

const bookOutcomes = (at: Case, { node, fault, tasks, answers }: Followed): Answers => {
  const outcomes = fault === 'down' ? [] : bookTasks(at, node, tasks)
  const isAnswered = fault !== 'down' && fault !== 'lost-answers'
  for (const [index, task] of tasks.entries()) {
    const { request } = task
    if (!isAnswered) node.backlog.set(request.requestId, task.kind === 'hold' ? undefined : task.charge)
    else if (outcomes[index]?.startsWith('held') === true) node.requests.push(request)
  }
  const model = isAnswered ? outcomes : tasks.map(() => 'unavailable')
  if (fault !== 'lost-answer') return { store: answers, model }
  return { store: answers.map(withoutBudgets), model: model.map(withoutBudgets) }
}

/** Everything one process asks at the same moment shares one commit. */
export const commit = async (at: Case, step: StepOf<'commit'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  const tasks = await tasksOf(at, node, step.parts)
  const relay = relayOf(at, node)
  const { fault } = step
  const others = liveNodes(at).filter((other) => other !== node)
  const run = () => underFault(at, { process: node.process, fault }, () => Promise.all(tasks.map((task) => told(runTask(task, relay)))))
  const answers = await whileTending(at, others, run)
  if (answers === 'unavailable') return { store: answers, model: [] }
  return (at.isLeasing ? followTasks : bookOutcomes)(at, { node, fault, tasks, answers })
}

export const checkpoint = async (at: Case, step: StepOf<'checkpoint'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  if (node.requests.length === 0) return { store: '', model: '' }
  const request = pick(node.requests, step.request)
  const { spent, fault } = step
  const store = await underFault(at, { process: node.process, fault }, async () => {
    await checkpointRelayed(relayOf(at, node), { request, spent, channelId: channelOf(at, spent) })
    return 'kept'
  })
  const reservation = at.book.reservations.get(request.requestId)
  if (fault !== 'down' && reservation !== undefined) reservation.checkpoint = chargeOf(at, request, spent)
  return { store, model: fault === 'down' || fault === 'lost-answers' ? 'unavailable' : 'kept' }
}

const leaseCovering = async (at: Case, { requestId }: RunningRequest): Promise<string | undefined> => {
  if (!at.isLeasing) return undefined
  const { leased } = await viewLeases(at.database, at.book)
  return leased.some((reservation) => reservation.requestId === requestId) ? at.leaseOf.get(requestId)?.id : undefined
}

interface SweptLease {
  readonly node: LiveNode
  readonly sweeper: LiveNode
  readonly request: RunningRequest
  readonly spent: Spent
  readonly lease: string
}

/** Who was taken for dead has no lease any more: nothing that it covered is charged. */
const settleAfterSweep = async (at: Case, { node, sweeper, request, spent, lease }: SweptLease): Promise<Answers> => {
  const { leased } = await viewLeases(at.database, at.book)
  const swept = await sweeper.process.ledger.sweep([lease])
  await settleRelayed(relayOf(at, node), { request, spent, channelId: channelOf(at, spent) })
  for (const { requestId } of leased) if (at.leaseOf.get(requestId)?.id === lease) at.book.close(requestId, undefined)
  return { store: swept, model: 1 }
}

/** Another node takes this one for dead at the moment at which it settles: either may win, and the other changes nothing. */
export const settleWhileSwept = async (at: Case, step: StepOf<'settle-while-swept'>): Promise<Answers> => {
  const live = liveNodes(at)
  const node = pick(live, step.node)
  const others = live.filter((other) => other !== node)
  if (node.requests.length === 0 || others.length === 0) return { store: '', model: '' }
  const request = pick(node.requests, step.request)
  const { spent } = step
  const isOpen = at.book.reservations.has(request.requestId)
  const lease = isOpen ? await leaseCovering(at, request) : undefined
  if (lease !== undefined) return settleAfterSweep(at, { node, sweeper: pick(others, step.other), request, spent, lease })
  const [swept] = await Promise.all([
    pick(others, step.other).process.ledger.sweep([request.requestId]),
    settleRelayed(relayOf(at, node), { request, spent, channelId: channelOf(at, spent) }),
  ])
  at.book.close(request.requestId, swept === 1 ? undefined : chargeOf(at, request, spent))
  return { store: swept <= (isOpen ? 1 : 0), model: true }
}

const rank = (answer: unknown): number => (answer === 'held' ? 0 : 1)

/** As many as balance and budgets cover get through, on whichever nodes. */
export const holdOnAllNodes = async (at: Case, step: StepOf<'hold-on-all-nodes'>): Promise<Answers> => {
  const live = liveNodes(at)
  const part = { kind: 'hold', user: step.user, token: 1, amount: step.amount, isStale: false } as const
  const requests = await Promise.all(live.map((node) => newRequest(at, node, part)))
  const unlimited = requests.map((request) => ({ ...request, isTokenLimited: false }))
  const hold = () => Promise.all(unlimited.map(async (request, index) => await pick(live, index).process.ledger.hold(holdOf(request))))
  const outcomes = await whileTending(at, live, hold)
  if (at.isLeasing) {
    const answers = unlimited.map((request, index) => ({ node: pick(live, index), holds: [{ request, answer: outcomes[index] }] }))
    const complaints: string[] = []
    // Refusals are judged by what is left when everybody has been let in.
    for (const each of answers.toSorted((one, other) => rank(one.holds[0]?.answer) - rank(other.holds[0]?.answer)))
      complaints.push(...(await followHolds(at, { ...each, fault: 'none', close: () => undefined })))
    return { store: complaints, model: [] }
  }
  const user = pickUser(at, step.user)
  let left = user.isDeleted ? -1 : user.quota
  let covered = 0
  const room = Math.min(live.length, at.book.budgetBook.roomFor(requests[0]?.bookShares ?? []))
  for (; covered < room && left >= step.amount; covered++) left -= step.amount
  for (const [index, request] of unlimited.entries()) {
    if (!isHeld(outcomes[index])) continue
    const node = pick(live, index)
    at.book.hold(request, { nodeId: node.id, now: at.harness.nowSeconds })
    node.requests.push(request)
  }
  return { store: outcomes.filter(isHeld).length, model: covered }
}
