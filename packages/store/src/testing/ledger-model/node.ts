import { createBudgets } from '@weir/relay/guards/budgets'
import { createCorrections } from '../../corrections/corrections.ts'
import { createLogIndex } from '../../log-index/log-index.ts'
import { createBudgetPool, createBudgetsRepository } from '../../repositories/budgets.ts'
import { createOptions } from '../../repositories/options.ts'
import { createRedemptions } from '../../repositories/redemptions.ts'
import { createTokens } from '../../repositories/tokens.ts'
import { createUsers } from '../../repositories/users.ts'
import type { StoreHarness } from '../store-harness.ts'
import { openUnreliable } from '../unreliable-context.ts'
import { createBalances } from '../../metering/balances.ts'
import { createLedgerMaintenance } from '../../metering/ledger-maintenance.ts'
import { createLedger } from '../../metering/ledger.ts'
import type { LeasePolicy } from '../../metering/leases/lease.ts'

export interface NodeOptions {
  readonly leasePolicy: LeasePolicy
  /** Told of each hold that a lease covers: taken with it, or let in later without a commit. */
  readonly onLeased: (requestId: string, leaseId: string, isNew: boolean) => void
}

/** One process over the shared database, opened as `openStore` does but on a database that fails on demand. */
export const openNode = async (harness: StoreHarness, nodeId: string, options: NodeOptions) => {
  const { context, faults, close } = openUnreliable(harness, nodeId)
  const ledger = createLedger({ ...context, ...options })
  const ledgerMaintenance = createLedgerMaintenance(context, ledger)
  const budgetPool = createBudgetPool(context)
  await ledgerMaintenance.heartbeat()
  await ledgerMaintenance.releaseOwnHolds()
  return {
    faults,
    ledger,
    ledgerMaintenance,
    users: createUsers(context),
    tokens: createTokens(context),
    redemptions: createRedemptions(context),
    balances: createBalances(context),
    corrections: createCorrections(context),
    budgetList: createBudgetsRepository(context),
    budgetPool,
    budgets: createBudgets({ pool: budgetPool, timeZone: () => 'UTC', clock: context.clock }),
    options: createOptions(context),
    logIndex: createLogIndex(context),
    /** What the process knew is lost; only its connections are closed. */
    kill: close,
    async stop() {
      await ledger.drain()
      await close()
    },
  }
}

export type Node = Awaited<ReturnType<typeof openNode>>
