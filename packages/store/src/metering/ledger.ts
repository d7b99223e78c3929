import type { Ledger } from '@weir/relay/ports'
import { nowSeconds, type StoreContext } from '../context.ts'
import { AssumptionFailed, transact } from '../database.ts'
import { StoreLocked, StoreUnavailable, WriteConflict } from '../errors.ts'
import { applyBatch, ReservationChanged } from './batch.ts'
import { createBudgetStatements } from './budget-statements.ts'
import { createGroupCommit } from './group-commit.ts'
import { isRefusal, type Operation, type OperationOutcome, type SettleOperation } from './operation.ts'
import { createStatements } from './statements.ts'

const MAX_BATCH = 256
const MAX_CONFLICTS = 8
/** A lost connection is tried once more on a fresh one: a restarted server leaves dead connections in the pool. */
const MAX_LOST = 1
/** Settlements kept for the return of the database; beyond it the sweep gives the holds back at the next start. */
const MAX_BACKLOG = 10_000

export interface MeteringLedger extends Ledger {
  /** Settles reservations whose process is gone: at their last checkpoint, else without cost and log row. Returns how many were open. */
  sweep(requestIds: readonly string[]): Promise<number>
  /** Tries again what an unreachable database refused. Called every second. */
  retryBacklog(): Promise<void>
  /** Waits for running commits, then tries once more what was refused: the last chance to book it. */
  drain(): Promise<void>
}

export interface LedgerContext extends Pick<StoreContext, 'engine' | 'clock' | 'nodeId'> {
  /** Told after every commit how many operations shared it. */
  readonly onCommit?: (operations: number) => void
}

export const createLedger = (context: LedgerContext): MeteringLedger => {
  const { engine, clock, nodeId, onCommit } = context
  const statements = createStatements(engine)
  const budgetStatements = createBudgetStatements(engine)
  const backlog = new Map<string, SettleOperation>()
  /** Where one was refused, the next one is likely to be. */
  let assumesSuccess = true

  const commit = async (operations: readonly Operation[]): Promise<readonly OperationOutcome[]> => {
    let conflicts = 0
    let lost = 0
    let readsAll = false
    for (;;) {
      const batch = { statements, budgetStatements, nodeId, nowSeconds: nowSeconds(clock), mayBeRepeated: lost > 0, readsAll }
      try {
        const outcomes = await transact(engine, applyBatch(operations, batch), assumesSuccess)
        assumesSuccess ||= !outcomes.some(isRefusal)
        onCommit?.(operations.length)
        return outcomes
      } catch (error) {
        if (error instanceof AssumptionFailed) assumesSuccess = false
        else if (error instanceof ReservationChanged) readsAll = true
        else if (error instanceof WriteConflict && conflicts < MAX_CONFLICTS) conflicts += 1
        else if (error instanceof StoreUnavailable && !(error instanceof StoreLocked) && lost < MAX_LOST) lost += 1
        else throw error
      }
    }
  }

  const group = createGroupCommit<Operation, OperationOutcome>({
    maxBatch: MAX_BATCH,
    commit,
    isCommonFailure: (error) => error instanceof StoreUnavailable || error instanceof WriteConflict,
  })

  const keep = (operation: SettleOperation): void => {
    if (backlog.size < MAX_BACKLOG) backlog.set(operation.requestId, operation)
  }

  const submitSettlement = async (operation: SettleOperation): Promise<void> => {
    try {
      await group.submit(operation)
    } catch (error) {
      // What was delivered must be booked, even if the caller no longer waits for it.
      if (error instanceof StoreUnavailable || error instanceof WriteConflict) keep(operation)
      throw error
    }
  }

  const sweepOne = (requestId: string): SettleOperation => ({ kind: 'settle', requestId, cost: 0, isDelivered: false, record: undefined })

  const retryBacklog = async (): Promise<void> => {
    const kept = [...backlog.values()]
    const results = await Promise.allSettled(kept.map((operation) => group.submit(operation)))
    for (const [index, result] of results.entries()) {
      const operation = kept[index]
      if (operation !== undefined && result.status === 'fulfilled') backlog.delete(operation.requestId)
    }
  }

  return {
    async hold(hold) {
      if (hold.amount < 0) throw new RangeError(`a hold cannot be negative, got ${hold.amount}`)
      try {
        const outcome = await group.submit({ kind: 'hold', hold })
        if (outcome === 'settled' || outcome === 'checkpointed' || outcome === 'gone') throw new Error(`a hold cannot end as ${outcome}`)
        return outcome
      } catch (error) {
        // The commit may have reached the database before the connection died; if so, the units must come back.
        if (error instanceof StoreUnavailable) keep(sweepOne(hold.requestId))
        throw error
      }
    },
    async left({ userId, tokenId }) {
      const link = await engine.open()
      try {
        const read = async (sql: string, id: number): Promise<number> => Number((await link.query(sql, [id])).rows[0]?.['quota'] ?? 0)
        return { user: await read(statements.quotaOfUser, userId), token: await read(statements.quotaOfToken, tokenId) }
      } finally {
        link.release()
      }
    },
    settle: ({ hold, cost, record }) =>
      submitSettlement({ kind: 'settle', requestId: hold.requestId, hold, cost, isDelivered: true, record }),
    async checkpoint({ hold, cost, record }) {
      await group.submit({ kind: 'checkpoint', requestId: hold.requestId, cost, record })
    },
    release: (hold, record) => submitSettlement({ kind: 'settle', requestId: hold.requestId, hold, cost: 0, isDelivered: false, record }),
    async sweep(requestIds) {
      const outcomes = await Promise.all(requestIds.map((requestId) => group.submit(sweepOne(requestId))))
      return outcomes.filter((outcome) => outcome === 'settled').length
    },
    retryBacklog,
    async drain() {
      await group.drain()
      await retryBacklog()
    },
  }
}
