import { toQuota } from '@weir/ledger/quota'
import { closeReservation } from '@weir/ledger/reservation'
import type { Hold, UsageRecord } from '@weir/relay/ports'
import type { Value } from '../dialect/engine.ts'
import { toLogRow } from './log-row.ts'
import type { CloseOperation, NoteOperation, Operation, OperationOutcome } from './operation.ts'

/** A hold that still has to be decided; `index` is its place in the batch. */
export interface PendingHold {
  readonly index: number
  readonly hold: Hold
}

/** A reservation that is open. */
export interface Reserved {
  readonly hold: Hold
  /** What its request last said of itself. */
  readonly noted?: { readonly cost: number; readonly record: string }
}

/** Everything one batch does to one user or one token. */
export interface AccountPlan {
  returned: number
  charged: number
  delivered: number
  hasClosings: boolean
  readonly holds: PendingHold[]
}

export interface BatchPlan {
  readonly outcomes: OperationOutcome[]
  readonly users: Map<number, AccountPlan>
  readonly tokens: Map<number, AccountPlan>
  readonly channelCosts: Map<number, number>
  readonly notes: NoteOperation[]
  /** Of the rows to be written, one after the other. */
  readonly entryValues: Value[]
  readonly logValues: Value[]
}

export const accountIn = (accounts: Map<number, AccountPlan>, id: number): AccountPlan => {
  const known = accounts.get(id)
  if (known !== undefined) return known
  const fresh: AccountPlan = { returned: 0, charged: 0, delivered: 0, hasClosings: false, holds: [] }
  accounts.set(id, fresh)
  return fresh
}

const addClosing = (account: AccountPlan, charged: number, returned: number): void => {
  account.charged += charged
  account.returned += returned
  account.hasClosings = true
}

/** A sweep finds what the request last said of itself. The text was written by this program from such a record. */
const atLastNote = (operation: CloseOperation, { noted }: Reserved): CloseOperation => {
  if (operation.record !== undefined || noted === undefined) return operation
  const record = JSON.parse(noted.record) as UsageRecord
  return { ...operation, cost: noted.cost, isDelivered: true, record }
}

const planClosing = (plan: BatchPlan, asked: CloseOperation, reserved: Reserved): void => {
  const { hold } = reserved
  const operation = atLastNote(asked, reserved)
  const { charged, returned } = closeReservation(hold.amount, toQuota(operation.cost))
  const user = accountIn(plan.users, hold.userId)
  addClosing(user, charged, returned)
  user.delivered += operation.isDelivered ? 1 : 0
  addClosing(accountIn(plan.tokens, hold.tokenId), charged, hold.isTokenLimited ? returned : 0)
  if (charged > 0) {
    const channelId = operation.record?.channelId ?? 0
    plan.channelCosts.set(channelId, (plan.channelCosts.get(channelId) ?? 0) + charged)
    plan.entryValues.push(hold.userId, hold.tokenId, channelId, 0 - charged, hold.requestId, operation.record?.createdAt ?? 0)
  }
  if (operation.record?.isLogged === true) plan.logValues.push(...toLogRow(hold, operation.record, charged))
}

/** `open`: the reservations of the batch that were there. A closing without one was done before and does nothing. */
export const planBatch = (operations: readonly Operation[], open: Map<string, Reserved>): BatchPlan => {
  const plan: BatchPlan = {
    outcomes: operations.map(() => 'gone'),
    users: new Map(),
    tokens: new Map(),
    channelCosts: new Map(),
    notes: [],
    entryValues: [],
    logValues: [],
  }
  for (const [index, operation] of operations.entries()) {
    const requestId = operation.kind === 'hold' ? operation.hold.requestId : operation.requestId
    const reserved = open.get(requestId)
    if (operation.kind === 'note') {
      plan.notes.push(operation)
      plan.outcomes[index] = 'noted'
    } else if (operation.kind === 'hold') {
      if (reserved === undefined) accountIn(plan.users, operation.hold.userId).holds.push({ index, hold: operation.hold })
      else plan.outcomes[index] = 'held'
    } else if (reserved !== undefined) {
      open.delete(requestId)
      planClosing(plan, operation, reserved)
      plan.outcomes[index] = 'closed'
    }
  }
  return plan
}
