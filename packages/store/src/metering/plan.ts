import { toQuota } from '@weir/ledger/quota'
import { closeReservation } from '@weir/ledger/reservation'
import type { Hold, UsageRecord } from '@weir/relay/ports'
import type { Value } from '../dialect/engine.ts'
import { toLogRow } from './log-row.ts'
import type { CloseOperation, NoteOperation, Operation, OperationOutcome } from './operation.ts'
import type { ReservationRow } from './statements.ts'

/** A hold that still has to be decided; `index` is its place in the batch. */
export interface PendingHold {
  readonly index: number
  readonly hold: Hold
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
  readonly closedIds: string[]
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
const atLastNote = (operation: CloseOperation, row: ReservationRow): CloseOperation => {
  if (operation.record !== undefined || row.progress_cost === null || row.progress_record === null) return operation
  const record = JSON.parse(row.progress_record) as UsageRecord
  return { ...operation, cost: row.progress_cost, isDelivered: true, record }
}

const planClosing = (plan: BatchPlan, asked: CloseOperation, row: ReservationRow): void => {
  const operation = atLastNote(asked, row)
  const { charged, returned } = closeReservation(toQuota(row.amount), toQuota(operation.cost))
  const user = accountIn(plan.users, row.user_id)
  addClosing(user, charged, returned)
  user.delivered += operation.isDelivered ? 1 : 0
  addClosing(accountIn(plan.tokens, row.token_id), charged, row.is_token_limited ? returned : 0)
  plan.closedIds.push(row.request_id)
  if (charged > 0) {
    const channelId = operation.record?.channelId ?? 0
    plan.channelCosts.set(channelId, (plan.channelCosts.get(channelId) ?? 0) + charged)
    const createdAt = operation.record?.createdAt ?? 0
    plan.entryValues.push(row.user_id, row.token_id, channelId, 'consume', 0 - charged, row.request_id, createdAt, '')
  }
  if (operation.record?.isLogged === true) plan.logValues.push(...toLogRow(row, operation.record, charged))
}

/** `open`: the reservations of the batch as they stand in the database. A closing without one was done before and does nothing. */
export const planBatch = (operations: readonly Operation[], found: readonly ReservationRow[]): BatchPlan => {
  const open = new Map<string, ReservationRow>()
  for (const row of found) open.set(row.request_id, row)
  const plan: BatchPlan = {
    outcomes: operations.map(() => 'gone'),
    users: new Map(),
    tokens: new Map(),
    channelCosts: new Map(),
    closedIds: [],
    notes: [],
    entryValues: [],
    logValues: [],
  }
  for (const [index, operation] of operations.entries()) {
    const row = open.get(operation.kind === 'hold' ? operation.hold.requestId : operation.requestId)
    if (operation.kind === 'note') {
      plan.notes.push(operation)
      plan.outcomes[index] = 'noted'
    } else if (operation.kind === 'hold') {
      if (row === undefined) accountIn(plan.users, operation.hold.userId).holds.push({ index, hold: operation.hold })
      else plan.outcomes[index] = 'held'
    } else if (row !== undefined) {
      open.delete(row.request_id)
      planClosing(plan, operation, row)
      plan.outcomes[index] = 'closed'
    }
  }
  return plan
}
