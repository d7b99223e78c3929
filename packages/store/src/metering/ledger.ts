import { isHeld } from '@weir/relay/budget'
import type { Hold, HoldOutcome, Ledger } from '@weir/relay/ports'
import { nowSeconds, type StoreContext } from '../context.ts'
import { AssumptionFailed, transact } from '../database.ts'
import { StoreUnavailable, WriteConflict } from '../errors.ts'
import { applyBatch } from './batch.ts'
import { createBudgetStatements } from './budget-statements.ts'
import { createGroupCommit } from './group-commit.ts'
import { createLeaseKeeper } from './leases/lease-keeper.ts'
import { LeaseBook } from './leases/lease-book.ts'
import { LeaseMoves } from './leases/lease-moves.ts'
import { createLeaseStatements } from './leases/lease-statements.ts'
import { LEASE_POLICY, leaseIdOf, type LeasePolicy, type OnLeased } from './leases/lease.ts'
import { LeaseRefused } from './leases/plan-leases.ts'
import { isHoldOutcome, isRefusal, type Operation, type OperationOutcome, type SettleOperation } from './operation.ts'
import { createStatements } from './statements.ts'
import { Tries } from './tries.ts'

const MAX_BATCH = 256
/** Settlements kept for the return of the database; beyond it the sweep gives the holds back at the next start. */
const MAX_BACKLOG = 10_000
/** Of those, holds whose fate is unknown: each refused request leaves two, and they must not take the place of what was delivered. */
const MAX_KEPT_SWEEPS = 5000

export interface MeteringLedger extends Ledger {
  /** Settles reservations whose process is gone: at their last checkpoint, else without cost and log row. Returns how many were open. */
  sweep(requestIds: readonly string[]): Promise<number>
  /** Tries again what an unreachable database refused. Called every second. */
  retryBacklog(): Promise<void>
  /** Gives back what is idle in leases that have ended or that another node needs. Called ten times a second. */
  tendLeases(): Promise<void>
  /** Brings back what is idle in the leases of a user, on all nodes. Says whether there were any. */
  callBackLeases(userId: number): Promise<boolean>
  /** No request is let in any more by what was leased before. Called where a token or its owner has changed. */
  endLeases(): void
  openHolds(): number
  /** Waits for running commits, then tries once more what was refused: the last chance to book it. */
  drain(): Promise<void>
}

export interface LedgerContext extends Pick<StoreContext, 'engine' | 'clock' | 'nodeId'> {
  /** Told after every commit how many operations shared it. */
  readonly onCommit?: (operations: number) => void
  readonly leasePolicy?: LeasePolicy
  readonly onLeased?: OnLeased
}

const isShort = (outcome: HoldOutcome): boolean => outcome === 'user-short' || outcome === 'token-short'

export const createLedger = (context: LedgerContext): MeteringLedger => {
  const { engine, clock, nodeId, onCommit, onLeased, leasePolicy = LEASE_POLICY } = context
  const statements = createStatements(engine)
  const budgetStatements = createBudgetStatements(engine)
  const leaseStatements = createLeaseStatements(engine)
  const leaseBook = new LeaseBook(leasePolicy, clock, onLeased)
  const backlog = new Map<string, SettleOperation>()
  /** Where one was refused, the next one is likely to be. */
  let assumesSuccess = true

  const noteRunning = (operations: readonly Operation[], outcomes: readonly OperationOutcome[]): void => {
    for (const [index, operation] of operations.entries()) {
      if (operation.kind === 'settle') leaseBook.end(operation.requestId)
      else if (operation.kind === 'hold' && isHeld(outcomes[index])) leaseBook.begin(operation.hold)
    }
  }

  const commit = async (operations: readonly Operation[]): Promise<readonly OperationOutcome[]> => {
    const tries = new Tries()
    for (;;) {
      const leaseMoves = new LeaseMoves(leaseBook)
      const leases = { leaseStatements, leaseBook, leaseMoves }
      const batch = { statements, budgetStatements, ...leases, nodeId, nowSeconds: nowSeconds(clock), ...tries.reading }
      try {
        const outcomes = await transact(engine, applyBatch(operations, batch), assumesSuccess)
        leaseMoves.committed()
        noteRunning(operations, outcomes)
        assumesSuccess ||= !outcomes.some(isRefusal)
        onCommit?.(operations.length)
        return outcomes
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          leaseMoves.unanswered()
          // Without a database nobody is let in: an answer that cannot be booked is not delivered.
          leaseBook.closeAll()
        }
        if (error instanceof AssumptionFailed) assumesSuccess = false
        else if (error instanceof LeaseRefused) leaseBook.rest(error.userId)
        else if (!tries.mayGoOn(error)) throw error
      }
    }
  }

  const group = createGroupCommit<Operation, OperationOutcome>({
    maxBatch: MAX_BATCH,
    commit,
    isCommonFailure: (error) => error instanceof StoreUnavailable || error instanceof WriteConflict,
  })

  const keep = (operation: SettleOperation): void => {
    const limit = operation.record === undefined ? MAX_KEPT_SWEEPS : MAX_BACKLOG
    if (backlog.size < limit) backlog.set(operation.requestId, operation)
    else leaseBook.end(operation.requestId)
  }

  /** What was delivered must be booked, even if the caller no longer waits for it. */
  const keepUnbooked = (operation: Operation, error: unknown): void => {
    if (operation.kind === 'settle' && (error instanceof StoreUnavailable || error instanceof WriteConflict)) keep(operation)
  }

  const submitSettlement = (operation: SettleOperation): Promise<OperationOutcome> => group.submit(operation, keepUnbooked)

  const sweepOne = (requestId: string): SettleOperation => ({ kind: 'settle', requestId, cost: 0, isDelivered: false, record: undefined })

  const retryBacklog = async (): Promise<void> => {
    const kept = [...backlog.values()]
    const results = await Promise.allSettled(kept.map((operation) => group.submit(operation)))
    for (const [index, result] of results.entries()) {
      const operation = kept[index]
      if (operation !== undefined && result.status === 'fulfilled') backlog.delete(operation.requestId)
    }
  }

  /** The commit may have reached the database before the connection died; if so, the units must come back. */
  const keepUnknown = (operation: Operation, error: unknown): void => {
    if (operation.kind !== 'hold' || !(error instanceof StoreUnavailable)) return
    for (const id of [operation.hold.requestId, leaseIdOf(operation.hold)]) keep(sweepOne(id))
  }

  const submitHold = async (hold: Hold): Promise<HoldOutcome> => {
    const outcome = await group.submit({ kind: 'hold', hold }, keepUnknown)
    if (!isHoldOutcome(outcome)) throw new Error(`a hold cannot end as ${outcome}`)
    return outcome
  }

  const leases = createLeaseKeeper({
    engine,
    nodeId,
    statements: leaseStatements,
    book: leaseBook,
    giveBack: async (lease) => void (await group.submit({ kind: 'give-back', lease })),
  })

  const left: Ledger['left'] = async ({ userId, tokenId }) => {
    const link = await engine.open()
    try {
      const read = async (sql: string, id: number): Promise<number> => Number((await link.query(sql, [id])).rows[0]?.['quota'] ?? 0)
      return { user: await read(statements.quotaOfUser, userId), token: await read(statements.quotaOfToken, tokenId) }
    } finally {
      link.release()
    }
  }

  /** What was short may have come back by itself: a lease that ended, or a request of the same commit that its token refused. */
  const isEnough = async (hold: Hold): Promise<boolean> => {
    const { user, token } = await left(hold)
    return user >= hold.amount && (!hold.isTokenLimited || token >= hold.amount)
  }

  const mayFit = async (hold: Hold): Promise<boolean> => (await leases.callBack(hold.userId)) || isEnough(hold)

  /** What is idle in leases is not spent: it is called back before anybody is refused. Others may have leased anew in the meantime. */
  const holdInDatabase = async (hold: Hold): Promise<HoldOutcome> => {
    let outcome = await submitHold(hold)
    const until = performance.now() + leaseBook.answerMs
    while (isShort(outcome) && performance.now() < until && (await mayFit(hold))) outcome = await submitHold(hold)
    return outcome
  }

  return {
    hold(hold) {
      if (hold.amount < 0) throw new RangeError(`a hold cannot be negative, got ${hold.amount}`)
      return leaseBook.grant(hold) ? 'held' : holdInDatabase(hold)
    },
    left,
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
    tendLeases: () => leases.tend(),
    callBackLeases: (userId) => leases.callBack(userId),
    endLeases: () => leaseBook.closeAll(),
    openHolds: () => leaseBook.runningIds().filter((requestId) => !backlog.has(requestId)).length,
    async drain() {
      await group.drain()
      await retryBacklog()
      leaseBook.closeAll()
      await leases.tend()
    },
  }
}
