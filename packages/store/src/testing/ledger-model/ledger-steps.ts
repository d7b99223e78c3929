import { isHeld } from '@weir/relay/budget'
import type { BookToken, BookUser, Charge } from './book.ts'
import type { BookBudget } from './budget-book.ts'
import { modelText, readShares, storeText, withoutBudgets } from './budget-steps.ts'
import { liveNodes, pick, pickToken, pickUser, told, underFault, type Case, type LiveNode, type RunningRequest } from './case.ts'
import { expectedCost, readPrice } from './price.ts'
import { checkpointRelayed, holdOf, releaseRelayed, settleRelayed, type Relay } from './relayed.ts'
import type { Answers, Part, Spent, StepOf } from './step.ts'

/** A part with what it is about. */
type Task =
  | { readonly kind: 'hold'; readonly request: RunningRequest }
  | { readonly kind: 'close'; readonly request: RunningRequest; readonly charge: Charge; readonly run: (relay: Relay) => Promise<void> }

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
  const token = pickToken(at, user, part.token)
  at.requestCount += 1
  const requestId = `${at.id}-${at.requestCount}`
  const asker = { user, token, amount: part.amount }
  return {
    shares: await readShares(at, node, asker),
    bookShares: at.book.budgetBook.sharesFor({ user: user.id, token: token.id }, part.amount, at.harness.nowSeconds),
    requestId,
    user,
    token,
    isTokenLimited: token.isUnlimited === part.isStale,
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

/** Everything one process asks at the same moment shares one commit. */
export const commit = async (at: Case, step: StepOf<'commit'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  const tasks = await tasksOf(at, node, step.parts)
  const relay = relayOf(at, node)
  const { fault } = step
  const store = await underFault(at, { process: node.process, fault }, () => Promise.all(tasks.map((task) => told(runTask(task, relay)))))
  const outcomes = fault === 'down' ? [] : bookTasks(at, node, tasks)
  const isAnswered = fault !== 'down' && fault !== 'lost-answers'
  for (const [index, task] of tasks.entries()) {
    const { request } = task
    if (!isAnswered) node.backlog.set(request.requestId, task.kind === 'hold' ? undefined : task.charge)
    else if (outcomes[index]?.startsWith('held') === true) node.requests.push(request)
  }
  const model = isAnswered ? outcomes : tasks.map(() => 'unavailable')
  if (fault !== 'lost-answer' || store === 'unavailable') return { store, model }
  return { store: store.map(withoutBudgets), model: model.map(withoutBudgets) }
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

/** Another node takes this one for dead at the moment at which it settles: either may win, and the other changes nothing. */
export const settleWhileSwept = async (at: Case, step: StepOf<'settle-while-swept'>): Promise<Answers> => {
  const live = liveNodes(at)
  const node = pick(live, step.node)
  const others = live.filter((other) => other !== node)
  if (node.requests.length === 0 || others.length === 0) return { store: '', model: '' }
  const request = pick(node.requests, step.request)
  const { spent } = step
  const isOpen = at.book.reservations.has(request.requestId)
  const [swept] = await Promise.all([
    pick(others, step.other).process.ledger.sweep([request.requestId]),
    settleRelayed(relayOf(at, node), { request, spent, channelId: channelOf(at, spent) }),
  ])
  at.book.close(request.requestId, swept === 1 ? undefined : chargeOf(at, request, spent))
  return { store: swept <= (isOpen ? 1 : 0), model: true }
}

/** As many as balance and budgets cover get through, on whichever nodes. */
export const holdOnAllNodes = async (at: Case, step: StepOf<'hold-on-all-nodes'>): Promise<Answers> => {
  const live = liveNodes(at)
  const part = { kind: 'hold', user: step.user, token: 1, amount: step.amount, isStale: false } as const
  const requests = await Promise.all(live.map((node) => newRequest(at, node, part)))
  const unlimited = requests.map((request) => ({ ...request, isTokenLimited: false }))
  const outcomes = await Promise.all(unlimited.map((request, index) => pick(live, index).process.ledger.hold(holdOf(request))))
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
