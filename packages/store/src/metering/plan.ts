import { toQuota } from '@weir/ledger/quota'
import { settleReservation } from '@weir/ledger/reservation'
import type { BudgetCounter, BudgetUnit, CounterRef, KeptShare } from '@weir/relay/budget'
import type { Hold, UsageRecord } from '@weir/relay/ports'
import type { Value } from '../dialect/engine.ts'
import { addLogRow, counted } from './log-row.ts'
import type { CheckpointOperation, Operation, OperationOutcome, SettleOperation } from './operation.ts'

/** A hold that still has to be decided; `index` is its place in the batch. */
export interface PendingHold {
  readonly index: number
  readonly hold: Hold
}

/** A reservation that is open. */
export interface Reserved {
  readonly hold: Omit<Hold, 'budgets'>
  readonly shares: readonly KeptShare[]
  /** What its request last came to. */
  readonly checkpoint?: { readonly cost: number; readonly record: string }
}

/** Everything one batch does to one user or one token. */
export interface AccountPlan {
  returned: number
  charged: number
  delivered: number
  hasSettlements: boolean
  readonly holds: PendingHold[]
}

/** Everything one batch does to one period of a budget. */
export interface CounterPlan {
  readonly ref: CounterRef
  returned: number
  used: number
  hasSettlements: boolean
  wanted: number
  /** Of the last hold that wants something of it. */
  counter: BudgetCounter | undefined
  /** What is used and reserved, once it is known. */
  taken: number
}

export interface BatchPlan {
  readonly outcomes: OperationOutcome[]
  readonly users: Map<number, AccountPlan>
  readonly tokens: Map<number, AccountPlan>
  readonly channelCosts: Map<number, number>
  readonly counters: Map<string, CounterPlan>
  readonly checkpoints: CheckpointOperation[]
  /** Of the rows to be written, one after the other. */
  readonly entryValues: Value[]
  readonly logValues: Value[]
}

export const accountIn = (accounts: Map<number, AccountPlan>, id: number): AccountPlan => {
  const known = accounts.get(id)
  if (known !== undefined) return known
  const fresh: AccountPlan = { returned: 0, charged: 0, delivered: 0, hasSettlements: false, holds: [] }
  accounts.set(id, fresh)
  return fresh
}

export const counterIn = (counters: Map<string, CounterPlan>, ref: CounterRef): CounterPlan => {
  const known = counters.get(ref.key)
  if (known !== undefined) return known
  const fresh: CounterPlan = { ref, returned: 0, used: 0, hasSettlements: false, wanted: 0, counter: undefined, taken: 0 }
  counters.set(ref.key, fresh)
  return fresh
}

const addSettlement = (account: AccountPlan, charged: number, returned: number): void => {
  account.charged += charged
  account.returned += returned
  account.hasSettlements = true
}

/** Of a lease: what goes back beside settlements. */
export const addReturned = (
  { users, tokens }: BatchPlan,
  account: { readonly userId: number; readonly tokenId: number; readonly isTokenLimited: boolean },
  returned: number,
): void => {
  if (returned === 0) return
  addSettlement(accountIn(users, account.userId), 0, returned)
  if (account.isTokenLimited) addSettlement(accountIn(tokens, account.tokenId), 0, returned)
}

/** A sweep settles at the last checkpoint. The text was written by this program from such a record. */
const atLastCheckpoint = (operation: SettleOperation, { checkpoint }: Reserved): SettleOperation => {
  if (operation.record !== undefined || checkpoint === undefined) return operation
  const record = JSON.parse(checkpoint.record) as UsageRecord
  return { ...operation, cost: checkpoint.cost, isDelivered: true, record }
}

/** A request counts when something of it was delivered, and its tokens as its log row tells them. */
const usedOf = (unit: BudgetUnit, { isDelivered, record }: SettleOperation, charged: number): number => {
  switch (unit) {
    case 'requests':
      return isDelivered ? 1 : 0
    case 'tokens':
      return record === undefined ? 0 : counted(record.promptTokens) + counted(record.completionTokens)
    case 'quota':
      return charged
  }
}

const planSettlement = (plan: BatchPlan, asked: SettleOperation, reserved: Reserved): void => {
  const { hold } = reserved
  const operation = atLastCheckpoint(asked, reserved)
  const { charged, returned } = settleReservation(hold.amount, toQuota(operation.cost))
  const user = accountIn(plan.users, hold.userId)
  addSettlement(user, charged, returned)
  user.delivered += operation.isDelivered ? 1 : 0
  addSettlement(accountIn(plan.tokens, hold.tokenId), charged, hold.isTokenLimited ? returned : 0)
  for (const { counter, amount } of reserved.shares) {
    const period = counterIn(plan.counters, counter)
    period.returned += amount
    period.used += usedOf(counter.unit, operation, charged)
    period.hasSettlements = true
  }
  if (charged > 0) {
    const channelId = operation.record?.channelId ?? 0
    plan.channelCosts.set(channelId, (plan.channelCosts.get(channelId) ?? 0) + charged)
    plan.entryValues.push(hold.userId, hold.tokenId, channelId, 0 - charged, hold.requestId, operation.record?.createdAt ?? 0)
  }
  if (operation.record?.isLogged === true) addLogRow(plan.logValues, { hold, record: operation.record, cost: charged })
}

/**
 * `open`: the reservations of the batch that were there. A settlement without one was done before and does nothing. `covered`: the holds that
 * leases cover.
 */
export const planBatch = (operations: readonly Operation[], open: Map<string, Reserved>, covered: ReadonlySet<number>): BatchPlan => {
  const plan: BatchPlan = {
    outcomes: operations.map(() => 'gone'),
    users: new Map(),
    tokens: new Map(),
    channelCosts: new Map(),
    counters: new Map(),
    checkpoints: [],
    entryValues: [],
    logValues: [],
  }
  for (const [index, operation] of operations.entries()) {
    switch (operation.kind) {
      case 'give-back':
        plan.outcomes[index] = 'given-back'
        break
      case 'checkpoint':
        plan.checkpoints.push(operation)
        plan.outcomes[index] = 'checkpointed'
        break
      case 'hold':
        if (covered.has(index) || open.has(operation.hold.requestId)) plan.outcomes[index] = 'held'
        else accountIn(plan.users, operation.hold.userId).holds.push({ index, hold: operation.hold })
        break
      case 'settle': {
        const reserved = open.get(operation.requestId)
        if (reserved === undefined) break
        open.delete(operation.requestId)
        planSettlement(plan, operation, reserved)
        plan.outcomes[index] = 'settled'
      }
    }
  }
  return plan
}
