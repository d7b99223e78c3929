import { createLogSums } from '../../log-index/log-index.ts'
import { createOptions } from '../../repositories/options.ts'
import { createRedemptions } from '../../repositories/redemptions.ts'
import { createTokens } from '../../repositories/tokens.ts'
import { createUsers } from '../../repositories/users.ts'
import type { TestBed } from '../../testing/test-bed.ts'
import { openUnreliable } from '../../testing/unreliable-context.ts'
import { createBalances } from '../balances.ts'
import { createBooks } from '../ledger-maintenance.ts'
import { createLedger } from '../ledger.ts'

/** One process over the shared database, opened as `openStore` does but on a database that fails on demand. */
export const openNode = async (bed: TestBed, nodeId: string) => {
  const { context, faults, close } = openUnreliable(bed, nodeId)
  const ledger = createLedger(context)
  const books = createBooks(context, ledger)
  await books.heartbeat()
  await books.releaseOwnHolds()
  return {
    faults,
    ledger,
    books,
    users: createUsers(context),
    tokens: createTokens(context),
    redemptions: createRedemptions(context),
    balances: createBalances(context),
    options: createOptions(context),
    logSums: createLogSums(context),
    /** What the process knew is lost; only its connections are closed. */
    kill: close,
    async stop() {
      await ledger.drain()
      await close()
    },
  }
}

export type Node = Awaited<ReturnType<typeof openNode>>
