import { toQuota, type Quota } from '@weir/ledger/quota'
import type { Step } from '../../dialect/engine.ts'
import type { LeaseBook, Moment } from './lease-book.ts'
import type { LeaseStatements } from './lease-statements.ts'
import type { Lease, LeaseMove, PendingLease, RunningHold } from './lease.ts'

/** What one try to commit a batch does to leases. The book learns of it when the commit is answered, and of the doubt when it is not. */
export class LeaseMoves {
  readonly #book: LeaseBook
  readonly #since: Moment
  readonly #moves = new Map<Lease, LeaseMove>()
  readonly #opening: PendingLease[] = []

  constructor(book: LeaseBook) {
    this.#book = book
    this.#since = book.now()
  }

  get isEmpty(): boolean {
    return this.#moves.size === 0
  }

  /** A request ends. Returns what its settlement finds taken: a lease that is open keeps the rest for the next request. */
  settle(request: RunningHold, lease: Lease, cost: Quota): Quota {
    // What goes beyond the hold may be a debt: what is idle belongs to the balance that it is taken from.
    if (cost > request.hold.amount) {
      this.#book.closeOf(lease.userId)
      this.giveBack(lease)
    }
    const taken = this.#book.isOver(lease) ? request.hold.amount : toQuota(Math.min(cost, request.hold.amount))
    this.#leave(lease, { request, becomesOwn: false }, taken)
    return taken
  }

  /** A request goes on with a reservation of its own. */
  part(request: RunningHold, lease: Lease): void {
    this.#leave(lease, { request, becomesOwn: true }, request.hold.amount)
  }

  /** What is idle returns to the balance, and nothing more is let in. */
  giveBack(lease: Lease): void {
    this.#book.close(lease)
    this.#move(lease).givesBack = true
  }

  open(lease: PendingLease): void {
    this.#opening.push(lease)
  }

  /** Decides which leases end, once everything of the batch is known. From here on those let nothing in. */
  conclude(): Iterable<LeaseMove> {
    for (const move of this.#moves.values()) {
      const { lease, leaving } = move
      if (leaving.length === lease.running) {
        this.#book.close(lease)
        move.ends = true
        move.returned = lease.amount - move.taken
      } else if (move.givesBack) {
        const left = leaving.reduce((held, { request }) => held - request.hold.amount, lease.held)
        move.returned = lease.amount - move.taken - left
      }
      move.taken += move.returned
    }
    return this.#moves.values()
  }

  steps(statements: LeaseStatements): readonly Step[] {
    const moves = [...this.#moves.values()]
    if (moves.length > 1) moves.sort((a, b) => (a.lease.id < b.lease.id ? -1 : 1))
    return moves.map((move) => statements.change(move))
  }

  committed(): void {
    for (const move of this.#moves.values()) this.#book.apply(move)
    for (const lease of this.#opening) this.#book.open(lease, this.#since)
  }

  unanswered(): void {
    for (const move of this.#moves.values()) move.lease.unanswered = move
  }

  #leave(lease: Lease, leaving: LeaseMove['leaving'][number], taken: number): void {
    const move = this.#move(lease)
    move.leaving.push(leaving)
    move.taken += taken
  }

  #move(lease: Lease): LeaseMove {
    const known = this.#moves.get(lease)
    if (known !== undefined) return known
    const fresh: LeaseMove = { lease, taken: 0, returned: 0, leaving: [], givesBack: false, ends: false }
    this.#moves.set(lease, fresh)
    return fresh
  }
}
