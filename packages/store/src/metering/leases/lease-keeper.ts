import type { Engine, Row, Step } from '../../dialect/engine.ts'
import { StoreUnavailable, WriteConflict } from '../../errors.ts'
import type { LeaseBook } from './lease-book.ts'
import type { LeaseStatements } from './lease-statements.ts'
import type { Lease } from './lease.ts'

const LOOK_MS = 25
const MAX_ASKED = 256

export interface KeeperContext {
  readonly engine: Pick<Engine, 'open'>
  readonly nodeId: string
  readonly statements: LeaseStatements
  readonly book: LeaseBook
  readonly giveBack: (lease: Lease) => Promise<void>
}

export interface LeaseKeeper {
  /** Brings back what is idle in the leases of a user, on this node and on others. Says whether there were any. */
  callBack(userId: number): Promise<boolean>
  /** Gives back what is idle in leases that let nothing in any more, and in those that others call back. */
  tend(): Promise<void>
}

export const createLeaseKeeper = ({ engine, nodeId, statements, book, giveBack }: KeeperContext): LeaseKeeper => {
  const read = async ({ sql, params }: Step): Promise<readonly Row[]> => {
    const link = await engine.open()
    try {
      return (await link.query(sql, params)).rows
    } finally {
      link.release()
    }
  }

  const ask = async (step: Step): Promise<readonly string[]> => (await read(step)).map((row) => String(row['request_id']))

  /** One row at a time: who locks one row waits for nobody while holding another. */
  const askOthers = async (userId: number): Promise<boolean> => {
    const leaseIds = await ask(statements.othersOf(userId, nodeId))
    for (const id of leaseIds) await ask(statements.ask(id))
    const until = performance.now() + book.answerMs
    let waiting = leaseIds
    while (waiting.length > 0 && performance.now() < until) {
      await Bun.sleep(LOOK_MS)
      waiting = await ask(statements.asked(waiting.slice(0, MAX_ASKED)))
    }
    return leaseIds.length > 0
  }

  const isIdle = ({ amount, held }: Lease): boolean => amount > held

  const callBackNow = async (userId: number): Promise<boolean> => {
    const own = book.leases().filter((lease) => lease.userId === userId && isIdle(lease))
    book.rest(userId)
    const [hasOthers] = await Promise.all([askOthers(userId), ...own.map(giveBack)])
    return hasOthers || own.length > 0
  }

  const running = new Map<number, Promise<boolean>>()

  /** Of these, those that others call back, or have given back. Nothing more is leased of their users for a while. */
  const calledBack = async (leases: readonly Lease[]): Promise<ReadonlySet<Lease>> => {
    const called = new Set<Lease>()
    for (let from = 0; from < leases.length; from += MAX_ASKED) {
      const looked = leases.slice(from, from + MAX_ASKED)
      const asked = new Map(
        (await read(statements.look(looked.map(({ id }) => id)))).map((row) => [row['request_id'], Number(row['is_asked'])]),
      )
      for (const lease of looked) {
        // One that is gone while it still lets requests in was not ended by this process.
        const isCalled = asked.has(lease.id) ? asked.get(lease.id) === 1 : lease.isOpen
        if (!isCalled || book.lease(lease.id) === undefined) continue
        called.add(lease)
        book.rest(lease.userId)
      }
    }
    return called
  }

  const callBackOnce = (userId: number): Promise<boolean> => {
    const known = running.get(userId)
    if (known !== undefined) return known
    const fresh = callBackNow(userId).finally(() => running.delete(userId))
    running.set(userId, fresh)
    return fresh
  }

  return {
    async callBack(userId) {
      const known = running.get(userId)
      // One that runs may have looked before the lease was taken for which this one is short.
      return (known !== undefined && (await known)) || callBackOnce(userId)
    },
    async tend() {
      const leases = book.leases()
      if (leases.length === 0) return
      try {
        const called = await calledBack(leases)
        const over = leases.filter((lease) => called.has(lease) || (book.isOver(lease) && isIdle(lease)))
        await Promise.all(over.map(giveBack))
      } catch (error) {
        // Tried again at the next look. Nobody else can spend what is leased meanwhile.
        if (!(error instanceof StoreUnavailable || error instanceof WriteConflict)) throw error
        if (error instanceof StoreUnavailable) book.closeAll()
      }
    },
  }
}
