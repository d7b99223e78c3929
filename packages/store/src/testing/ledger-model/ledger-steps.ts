import type { Charge } from './book.ts'
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
  return {
    requestId: `${at.id}-${at.requestCount}`,
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

/** Closings come first; then the balances decide in order of arrival, and what a token refuses goes back to its owner at the end. */
const bookTasks = (at: Case, node: LiveNode, tasks: readonly Task[]): readonly string[] => {
  const { book, harness } = at
  const outcomes = new Map<Task, string>()
  for (const task of tasks) {
    if (task.kind === 'hold') continue
    book.close(task.request.requestId, task.charge)
    outcomes.set(task, 'closed')
  }
  const left = new Map([...book.users.values()].map((user) => [user, user.quota]))
  for (const task of tasks) {
    if (task.kind === 'close') continue
    const { request } = task
    const { user, token, amount, isTokenLimited } = request
    const balance = left.get(user) ?? 0
    if (user.isDeleted || balance < amount) {
      outcomes.set(task, 'user-short')
      continue
    }
    left.set(user, balance - amount)
    const isShort = isTokenLimited && token.remain < amount
    outcomes.set(task, isShort ? 'token-short' : 'held')
    if (!isShort) book.hold(request, { nodeId: node.id, now: harness.nowSeconds })
  }
  return tasks.map((task) => outcomes.get(task) ?? '')
}

const runTask = async (task: Task, relay: Relay): Promise<unknown> => {
  if (task.kind === 'hold') return relay.ledger.hold(holdOf(task.request))
  await task.run(relay)
  return 'closed'
}

/** Everything one process asks at the same moment shares one commit. */
export const commit = async (at: Case, step: StepOf<'commit'>): Promise<Answers> => {
  const node = pick(liveNodes(at), step.node)
  const tasks: Task[] = []
  for (const part of step.parts) {
    const task = await taskOf(at, node, part)
    if (task !== undefined) tasks.push(task)
  }
  const relay = relayOf(at, node)
  const { fault } = step
  const store = await underFault(at, { process: node.process, fault }, () => Promise.all(tasks.map((task) => told(runTask(task, relay)))))
  const outcomes = fault === 'down' ? [] : bookTasks(at, node, tasks)
  const isAnswered = fault !== 'down' && fault !== 'lost-answers'
  for (const [index, task] of tasks.entries()) {
    const { request } = task
    if (!isAnswered) node.backlog.set(request.requestId, task.kind === 'hold' ? undefined : task.charge)
    else if (outcomes[index] === 'held') node.requests.push(request)
  }
  return { store, model: isAnswered ? outcomes : tasks.map(() => 'unavailable') }
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

/** As many as the balance covers get through, on whichever nodes. */
export const holdOnAllNodes = async (at: Case, step: StepOf<'hold-on-all-nodes'>): Promise<Answers> => {
  const live = liveNodes(at)
  const part = { kind: 'hold', user: step.user, token: 1, amount: step.amount, isStale: false } as const
  const requests = await Promise.all(live.map((node) => newRequest(at, node, part)))
  const unlimited = requests.map((request) => ({ ...request, isTokenLimited: false }))
  const outcomes = await Promise.all(unlimited.map((request, index) => pick(live, index).process.ledger.hold(holdOf(request))))
  const user = pickUser(at, step.user)
  let left = user.isDeleted ? -1 : user.quota
  let covered = 0
  for (; covered < live.length && left >= step.amount; covered++) left -= step.amount
  for (const [index, request] of unlimited.entries()) {
    if (outcomes[index] !== 'held') continue
    const node = pick(live, index)
    at.book.hold(request, { nodeId: node.id, now: at.harness.nowSeconds })
    node.requests.push(request)
  }
  return { store: outcomes.filter((outcome) => outcome === 'held').length, model: covered }
}
