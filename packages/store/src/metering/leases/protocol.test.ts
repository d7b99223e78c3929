import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { Hold } from '@weir/relay/ports'
import { LeaseBook } from './lease-book.ts'
import { LeaseMoves } from './lease-moves.ts'
import { leaseIdOf, type Lease, type LeaseMove } from './lease.ts'

/**
 * Every order in which two nodes can do a few things with one balance, each commit answered, lost after it was done or lost before. The
 * database is two maps; what the nodes know is the book of the product. States that were seen before are not gone on from.
 */

const BALANCE = 7
const AMOUNT = 1
const COSTS = [0, 2]
/** Which node serves each request. */
const REQUESTS = { a1: 0, a2: 0, a3: 0, a4: 0, b1: 1 } as const
type RequestName = keyof typeof REQUESTS
const NAMES = Object.keys(REQUESTS) as RequestName[]

/** How a commit ends. */
type Fate = 'answered' | 'lost after' | 'lost before'
const FATES: readonly Fate[] = ['answered', 'lost after', 'lost before']

type Action =
  | { readonly kind: 'hold'; readonly request: RequestName; readonly fate: Fate }
  | { readonly kind: 'settle'; readonly request: RequestName; readonly cost: number; readonly fate: Fate }
  | { readonly kind: 'catch up' | 'give back' | 'restart' | 'taken for dead'; readonly node: number }

interface Row {
  amount: number
  version: number
  readonly node: number
}

interface Closing {
  readonly request: RequestName
  readonly cost: number
}

/** What one commit does to leases, and to the rest of the books. */
interface Batch {
  readonly fill: (moves: LeaseMoves) => void
  readonly book: () => void
}

const must = (isSo: boolean, what: string): void => {
  if (!isSo) throw new Error(what)
}

const holdOf = (request: RequestName): Hold => ({
  requestId: request,
  userId: 1,
  tokenId: 1,
  isTokenLimited: false,
  amount: toQuota(AMOUNT),
})

const newBook = (): LeaseBook => new LeaseBook({ lifetimeMs: 1e9, balancePerLease: 1, restMs: 0, answerMs: 0 }, () => 0)

class World {
  quota = BALANCE
  readonly rows = new Map<string, Row>()
  readonly charges: Closing[] = []
  readonly books = [newBook(), newBook()]
  /** What each node still wants to book. A request without a cost is to be given back. */
  readonly backlogs: Map<string, Closing | undefined>[] = [new Map(), new Map()]
  readonly begun = new Map<RequestName, 'running' | 'over'>()

  #book(node: number): LeaseBook {
    const book = this.books[node]
    if (book === undefined) throw new Error('there are two nodes')
    return book
  }

  #resolve(node: number, lease: Lease | undefined): void {
    if (lease?.unanswered === undefined) return
    const row = this.rows.get(lease.id)
    this.#book(node).resolve(lease, row && { amount: row.amount, version: row.version, isTokenLimited: false })
  }

  /** Everything or nothing, by the version that the node knows. */
  #change({ lease, taken, returned, ends }: LeaseMove): boolean {
    const row = this.rows.get(lease.id)
    if (row?.version !== lease.version) return false
    row.amount -= taken
    row.version += 1
    this.quota += returned
    if (ends) this.rows.delete(lease.id)
    return true
  }

  #commitMoves(node: number, fate: Fate, { fill, book: alsoDone }: Batch): void {
    const moves = new LeaseMoves(this.#book(node))
    fill(moves)
    const all = [...moves.conclude()]
    if (fate !== 'lost before') {
      for (const move of all) {
        if (this.#change(move)) continue
        // As the product does: the row is read, and the lease is lost with it.
        this.#book(node).resolve(move.lease, undefined)
        return
      }
      alsoDone()
    }
    if (fate === 'answered') return moves.committed()
    moves.unanswered()
    this.#book(node).closeAll()
  }

  hold(request: RequestName, fate: Fate): void {
    const node = REQUESTS[request]
    const [book, hold] = [this.#book(node), holdOf(request)]
    this.begun.set(request, 'running')
    if (book.grant(hold)) return
    const wanted = book.wanted([hold])
    const isLeased = wanted !== undefined && this.quota >= wanted
    const id = isLeased ? leaseIdOf(hold) : request
    const amount = isLeased ? wanted : AMOUNT
    if (this.quota < amount) for (const at of this.books.keys()) this.giveBack(at)
    if (this.quota < amount) {
      must(this.#idle() === 0, 'refused while units are idle')
      this.begun.set(request, 'over')
      return
    }
    if (fate !== 'lost before') {
      this.quota -= amount
      this.rows.set(id, { amount, version: 0, node })
    }
    if (fate !== 'answered') {
      book.closeAll()
      this.backlogs[node]?.set(id, undefined)
      this.begun.set(request, 'over')
    } else if (isLeased) book.open({ id, amount, holds: [hold], lead: hold }, book.now())
    else book.begin(hold)
  }

  settle({ request, cost }: Closing, fate: Fate): void {
    const node = REQUESTS[request]
    const book = this.#book(node)
    this.begun.set(request, 'over')
    this.#resolve(node, book.running(request)?.lease)
    const running = book.running(request)
    const lease = running?.lease
    const charge = (taken: number) => () => {
      this.quota += taken - cost
      this.charges.push({ request, cost })
    }
    if (running !== undefined && lease !== undefined) {
      let taken = 0
      const fill = (moves: LeaseMoves): void => {
        taken = moves.settle(running, lease, toQuota(cost))
      }
      this.#commitMoves(node, fate, { fill, book: () => charge(taken)() })
    } else if (fate !== 'lost before') {
      const own = this.rows.get(request)
      this.rows.delete(request)
      if (own !== undefined) charge(own.amount)()
    }
    if (fate === 'answered') book.end(request)
    else this.backlogs[node]?.set(request, { request, cost })
  }

  catchUp(node: number): void {
    for (const [id, closing] of this.backlogs[node] ?? []) {
      this.backlogs[node]?.delete(id)
      if (closing !== undefined) this.settle(closing, 'answered')
      else this.#sweepRow(id)
    }
  }

  giveBack(node: number): void {
    const book = this.#book(node)
    for (const known of book.leases()) {
      this.#resolve(node, known)
      const lease = book.lease(known.id)
      if (lease !== undefined) this.#commitMoves(node, 'answered', { fill: (moves) => moves.giveBack(lease), book: () => undefined })
    }
  }

  /** Its memory is lost; at its start it gives back what an earlier life held. */
  restart(node: number): void {
    this.books[node] = newBook()
    this.backlogs[node]?.clear()
    this.#sweepNode(node)
    for (const name of NAMES) if (REQUESTS[name] === node && this.begun.has(name)) this.begun.set(name, 'over')
  }

  /** Others give back what it held. Long before that, no lease of it lets anybody in. */
  takenForDead(node: number): void {
    this.#book(node).closeAll()
    this.#sweepNode(node)
  }

  #sweepNode(node: number): void {
    for (const [id, row] of this.rows) if (row.node === node) this.#sweepRow(id)
  }

  #sweepRow(id: string): void {
    this.quota += this.rows.get(id)?.amount ?? 0
    this.rows.delete(id)
  }

  /** What lies in leases that nodes know to be theirs, and no request holds. */
  #idle(): number {
    return this.books
      .flatMap((book) => book.leases())
      .reduce((sum, { amount, held, unanswered }) => sum + (unanswered ? 0 : amount - held), 0)
  }

  check(): void {
    const held = [...this.rows.values()].reduce((sum, { amount }) => sum + amount, 0)
    const charged = this.charges.reduce((sum, { cost }) => sum + cost, 0)
    must(this.quota + held + charged === BALANCE, 'units are lost or made')
    must(new Set(this.charges.map(({ request }) => request)).size === this.charges.length, 'charged twice')
    const debt = this.charges.reduce((sum, { cost }) => sum + Math.max(0, cost - AMOUNT), 0)
    must(this.quota + debt >= 0, 'spent twice')
    for (const [node, book] of this.books.entries()) {
      for (const lease of book.leases()) {
        const row = this.rows.get(lease.id)
        const leaving = lease.unanswered?.leaving.length ?? 0
        must(row !== undefined || !lease.isOpen, 'let in by a node that was taken for dead')
        must(row === undefined || (row.node === node && row.amount >= lease.held - leaving * AMOUNT), 'let in beyond the lease')
      }
    }
  }

  /** Everything that runs ends, and what is to be booked is booked. */
  quiesce(): void {
    for (const [request, state] of this.begun) if (state === 'running') this.settle({ request, cost: 1 }, 'answered')
    for (const node of this.books.keys()) {
      this.catchUp(node)
      this.giveBack(node)
    }
    this.check()
    must(this.rows.size === 0, 'held while nothing runs')
    must(
      this.books.every((book) => book.leases().length === 0),
      'a lease that nobody needs',
    )
  }

  /** All that decides what can happen next. */
  key(): string {
    const books = this.books.map((book) => [
      book.leases().map(({ unanswered, ...lease }) => [lease.id, lease.amount, lease.version, lease.held, lease.isOpen, unanswered?.taken]),
      NAMES.map((name) => [book.running(name) !== undefined, book.running(name)?.lease?.id]),
    ])
    const backlogs = this.backlogs.map((backlog) => [...backlog].map(([id, closing]) => [id, closing?.cost]))
    return JSON.stringify([
      this.quota,
      [...this.rows].toSorted(),
      this.charges.map(({ request, cost }) => `${request} ${cost}`).toSorted(),
      books,
      backlogs,
      [...this.begun].toSorted(),
    ])
  }

  actions(): readonly Action[] {
    const actions: Action[] = []
    for (const [at, request] of NAMES.entries()) {
      const state = this.begun.get(request)
      // Requests of one node are alike: they begin in one order.
      const before = NAMES[at - 1]
      if (before !== undefined && REQUESTS[before] === REQUESTS[request] && !this.begun.has(before)) continue
      for (const fate of FATES) {
        if (state === undefined) actions.push({ kind: 'hold', request, fate })
        if (state === 'running') actions.push(...COSTS.map((cost) => ({ kind: 'settle' as const, request, cost, fate })))
      }
    }
    for (const node of this.books.keys())
      for (const kind of ['catch up', 'give back', 'restart', 'taken for dead'] as const) actions.push({ kind, node })
    return actions
  }

  take(action: Action): void {
    switch (action.kind) {
      case 'hold':
        return this.hold(action.request, action.fate)
      case 'settle':
        return this.settle(action, action.fate)
      case 'catch up':
        return this.catchUp(action.node)
      case 'give back':
        return this.giveBack(action.node)
      case 'restart':
        return this.restart(action.node)
      case 'taken for dead':
        return this.takenForDead(action.node)
    }
  }
}

const worldAfter = (path: readonly Action[]): World => {
  const world = new World()
  try {
    for (const action of path) world.take(action)
    world.check()
    return world
  } catch (error) {
    throw new Error(`after ${JSON.stringify(path)}`, { cause: error })
  }
}

/** The path goes on from each state that was not seen before; from each of them everything can come to rest. */
const explore = (path: readonly Action[], seen: Set<string>): readonly (readonly Action[])[] => {
  const next: (readonly Action[])[] = []
  for (const action of worldAfter(path).actions()) {
    const longer = [...path, action]
    const world = worldAfter(longer)
    const key = world.key()
    if (seen.has(key)) continue
    seen.add(key)
    next.push(longer)
    world.quiesce()
  }
  return next
}

/** `npm run soak:model` looks further. */
const DEPTH = Number(process.env['PROTOCOL_DEPTH'] ?? 5)

it('leases keep every unit once, whatever the order and whichever answers are lost', () => {
  const seen = new Set<string>()
  let paths: readonly (readonly Action[])[] = [[]]
  for (let depth = 0; depth < DEPTH; depth++) paths = paths.flatMap((path) => explore(path, seen))
  process.stdout.write(`${seen.size} states of leases within ${DEPTH} steps\n`)
  expect(seen.size).toBeGreaterThan(1000)
}, 600_000)
