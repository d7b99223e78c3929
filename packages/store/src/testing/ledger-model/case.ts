import type { Price } from '@weir/ledger/price'
import { toQuota } from '@weir/ledger/quota'
import type { BudgetShare } from '@weir/relay/budget'
import type { Database } from '../../database.ts'
import { StoreUnavailable } from '../../errors.ts'
import { LEASE_POLICY, type LeasePolicy } from '../../metering/leases/lease.ts'
import type { StoreHarness } from '../store-harness.ts'
import { Book, type BookToken, type BookUser, type Charge } from './book.ts'
import { addBudgets } from './budget-fixtures.ts'
import type { BookShare } from './budget-book.ts'
import { openNode, type Node, type NodeOptions } from './node.ts'
import { savePrice } from './price.ts'
import type { Fault } from './step.ts'

const NODES = ['model-1', 'model-2', 'model-3']
const USER_QUOTAS = [1000, 300]
const TOKEN_LIMITS = [
  { remain: 400, isUnlimited: false },
  { remain: 5, isUnlimited: true },
]
/** One user who is seldom short, so that most requests run beside others of their token. */
const LEASING_QUOTAS = [6000]
const LEASING_LIMITS = [
  { remain: 2000, isUnlimited: false },
  { remain: 5, isUnlimited: true },
]
const CODE_QUOTAS = [250, 70]
/** Silence that even a node seen in this second has overstayed. */
const AT_ONCE = -1

/** Takes leases from balances that the product would not take any from. */
const LEASING: LeasePolicy = { lifetimeMs: 100_000, balancePerLease: 1, restMs: 500, answerMs: 100 }

/** A request that a process runs, or ran and may try to close again. */
export interface RunningRequest {
  readonly requestId: string
  readonly user: BookUser
  readonly token: BookToken
  readonly isTokenLimited: boolean
  readonly amount: number
  readonly startedAt: number
  /** What it was let in at: as the node read it, and as the model knows it. */
  readonly price: Price
  readonly quarters: number
  /** What it takes from budgets: as the node found them, and as the model knows them. */
  readonly shares: readonly BudgetShare[]
  readonly bookShares: readonly BookShare[]
}

export interface CaseNode {
  readonly id: string
  /** Empty while it is down. */
  process: Node | undefined
  seenAt: number
  /** Since its last silence that was longer than a lease. */
  isBackSince: number
  requests: RunningRequest[]
  /** What the process still wants to book; empty: to give back. */
  readonly backlog: Map<string, Charge | undefined>
}

export type LiveNode = CaseNode & { process: Node }

export interface Code {
  readonly key: string
  readonly quota: number
  isUsed: boolean
}

/** One case: a few accounts of its own in the shared database, three nodes, and the book that says what they must come to. */
export interface Case {
  readonly id: string
  readonly harness: StoreHarness
  readonly database: Database
  /** There are no budgets, which would decide about each request by itself, and leases are taken whenever they can be. */
  readonly isLeasing: boolean
  readonly nodeOptions: NodeOptions
  /** Requests that were let in without a commit. */
  readonly granted: Set<string>
  /** The lease that covers a request, and when it was taken. */
  readonly leaseOf: Map<string, { readonly id: string; readonly since: number }>
  readonly book: Book
  readonly nodes: readonly CaseNode[]
  readonly codes: readonly Code[]
  /** Of the one model, in quarters of a unit per token. */
  quarters: number
  requestCount: number
  faultCount: number
}

const channelOf = (name: string) => ({
  type: 1,
  name,
  weight: 0,
  priority: 0,
  baseUrl: '',
  other: '',
  models: 'm',
  group: 'g',
  modelMapping: '',
  config: '',
  systemPrompt: '',
  key: 'k',
})

interface Account {
  readonly quota: number
  readonly limits: typeof TOKEN_LIMITS
}

const addUser = async (harness: StoreHarness, book: Book, { quota, limits }: Account): Promise<void> => {
  const userId = await harness.user(quota)
  const tokens: { readonly id: number; readonly remain: number; readonly isUnlimited: boolean }[] = []
  for (const { remain, isUnlimited } of limits) {
    const { id } = await harness.token(userId, { remainQuota: remain, isUnlimited })
    tokens.push({ id, remain, isUnlimited })
  }
  book.addUser(userId, toQuota(quota), tokens)
}

export const openCase = async (harness: StoreHarness, database: Database, isLeasing: boolean): Promise<Case> => {
  const id = crypto.randomUUID().slice(0, 8)
  const book = new Book()
  const quotas = isLeasing ? LEASING_QUOTAS : USER_QUOTAS
  const limits = isLeasing ? LEASING_LIMITS : TOKEN_LIMITS
  for (const quota of quotas) await addUser(harness, book, { quota, limits })
  if (!isLeasing) await addBudgets(harness, id, book)
  for (const channelId of await harness.store.channels.createMany(['a', 'b'].map(channelOf)))
    book.channels.set(channelId, { used: 0, loggedQuota: 0 })
  const codes = CODE_QUOTAS.map((quota) => ({ key: crypto.randomUUID().replaceAll('-', ''), quota, isUsed: false }))
  for (const { key, quota } of codes) await harness.store.redemptions.createMany({ creatorId: 1, name: 'code', quota, keys: [key] })
  await savePrice(harness.store, 4)
  const granted = new Set<string>()
  const leaseOf: Case['leaseOf'] = new Map()
  const takenAt = new Map<string, number>()
  const nodeOptions: NodeOptions = {
    leasePolicy: isLeasing ? LEASING : LEASE_POLICY,
    onLeased(requestId, leaseId, isNew) {
      if (isNew) takenAt.set(leaseId, harness.nowSeconds)
      else granted.add(requestId)
      leaseOf.set(requestId, { id: leaseId, since: takenAt.get(leaseId) ?? harness.nowSeconds })
    },
  }
  const nodes: CaseNode[] = []
  for (const nodeId of isLeasing ? NODES.slice(1) : NODES)
    nodes.push({
      id: nodeId,
      process: await openNode(harness, nodeId, nodeOptions),
      seenAt: harness.nowSeconds,
      isBackSince: -Infinity,
      requests: [],
      backlog: new Map(),
    })
  const counts = { quarters: 4, requestCount: 0, faultCount: 0 }
  return { id, harness, database, isLeasing, nodeOptions, granted, leaseOf, book, nodes, codes, ...counts }
}

/** Leaves nothing open that the next case could find. */
export const closeCase = async ({ harness, nodes, book }: Case): Promise<void> => {
  for (const { process } of nodes) await process?.kill()
  await harness.store.ledgerMaintenance.releaseHoldsOfDeadNodes(AT_ONCE)
  for (const { id } of book.budgetBook.budgets) await harness.store.budgetList.delete(id)
}

export const liveNodes = (at: Case): readonly LiveNode[] => at.nodes.filter((node): node is LiveNode => node.process !== undefined)

/** One of them, whatever the number; there must be one. */
export const pick = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

export const pickUser = ({ book }: Case, index: number): BookUser => pick([...book.users.values()], index)

export const pickToken = ({ book }: Case, user: BookUser, index: number): BookToken => {
  const token = book.tokens.get(pick(user.tokenIds, index))
  if (token === undefined) throw new Error('a user without a token')
  return token
}

interface Failing {
  readonly process: Node
  readonly fault: Fault
}

const arm = ({ faults }: Node, fault: Fault): void => {
  faults.conflicts = fault === 'conflicts' ? 3 : 0
  faults.lostAnswers = { none: 0, conflicts: 0, down: 0, 'lost-answer': 1, 'lost-answers': 2 }[fault]
  faults.isDown = fault === 'down'
}

/** What a caller sees of a database that is away. */
export const told = async <T>(work: Promise<T>): Promise<T | 'unavailable'> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unavailable'
    throw error
  }
}

/** Runs the work on a node while its database fails. */
export const underFault = async <T>(at: Case, { process, fault }: Failing, work: () => Promise<T>): Promise<T | 'unavailable'> => {
  arm(process, fault)
  at.faultCount += fault === 'none' ? 0 : 1
  try {
    return await told(work())
  } finally {
    arm(process, 'none')
  }
}
