import type { Hold } from '@weir/relay/ports'
import type { Lease, LeaseMove, LeasePolicy, OnLeased, PendingLease, RunningHold } from './lease.ts'

/** What runs on one token, and the lease that lets its next requests in. */
interface Account {
  running: number
  held: number
  lease: Lease | undefined
}

/** When a commit began: what happened since then may be unknown to what it took. */
export interface Moment {
  readonly clock: number
  readonly monotonic: number
  /** How often all leases had been closed. */
  readonly closings: number
}

/** The row of a lease as it was read under a lock. */
export interface LeaseRow {
  readonly amount: number
  readonly version: number
  readonly isTokenLimited: boolean
}

/** Beyond it, those whose time is over are looked for. */
const MAX_RESTING = 1000

const IDLE: Account = { running: 0, held: 0, lease: undefined }

/**
 * What this process has leased and what runs against it. A lease changes here after the commit that changed it, and lets in no more than its
 * row had at that commit.
 */
export class LeaseBook {
  readonly #policy: LeasePolicy
  readonly #clock: () => number
  readonly #onLeased: OnLeased | undefined
  /** By user and token. */
  readonly #accounts = new Map<number, Map<number, Account>>()
  readonly #leases = new Map<string, Lease>()
  readonly #running = new Map<string, RunningHold>()
  /** Users of whom nothing is leased, and until when. */
  readonly #resting = new Map<number, number>()
  #closings = 0

  constructor(policy: LeasePolicy, clock: () => number, onLeased?: OnLeased) {
    this.#policy = policy
    this.#clock = clock
    this.#onLeased = onLeased
  }

  get balancePerLease(): number {
    return this.#policy.balancePerLease
  }

  get answerMs(): number {
    return this.#policy.answerMs
  }

  now(): Moment {
    return { clock: this.#clock(), monotonic: performance.now(), closings: this.#closings }
  }

  leases(): readonly Lease[] {
    return [...this.#leases.values()]
  }

  lease(id: string): Lease | undefined {
    return this.#leases.get(id)
  }

  running(requestId: string): RunningHold | undefined {
    return this.#running.get(requestId)
  }

  runningIds(): readonly string[] {
    return [...this.#running.keys()]
  }

  /** Lets a request in if what is leased covers it. */
  grant(hold: Hold): boolean {
    const account = this.#accounts.get(hold.userId)?.get(hold.tokenId)
    const lease = account?.lease
    if (account === undefined || lease === undefined || hold.budgets !== undefined) return false
    if (lease.isTokenLimited !== hold.isTokenLimited || lease.amount - lease.held < hold.amount || !this.#mayGrant(lease)) return false
    this.#add(account, hold, lease)
    this.#onLeased?.(hold.requestId, lease.id, false)
    return true
  }

  /** A hold that has a reservation of its own. */
  begin(hold: Hold): void {
    if (!this.#running.has(hold.requestId)) this.#add(this.#account(hold), hold, undefined)
  }

  /** A request without a lease is over. */
  end(requestId: string): void {
    const request = this.#running.get(requestId)
    if (request !== undefined && request.lease === undefined) this.#remove(request)
  }

  /** How much to lease for holds that arrive together; undefined: nothing. Twice what runs, so that as much again can begin without a commit. */
  wanted(holds: readonly Hold[]): number | undefined {
    const [first] = holds
    if (first === undefined || this.isResting(first.userId)) return undefined
    const { running, held } = this.#accounts.get(first.userId)?.get(first.tokenId) ?? IDLE
    if (holds.length + running < 2) return undefined
    const needed = holds.reduce((sum, { amount }) => sum + amount, 0)
    const wanted = needed + Math.max(needed, held)
    return needed > 0 && Number.isSafeInteger(wanted * this.balancePerLease) ? wanted : undefined
  }

  isResting(userId: number): boolean {
    const until = this.#resting.get(userId)
    if (until === undefined) return false
    if (this.#clock() < until) return true
    this.#resting.delete(userId)
    return false
  }

  rest(userId: number): void {
    if (this.#resting.size >= MAX_RESTING) for (const resting of this.#resting.keys()) this.isResting(resting)
    this.#resting.set(userId, this.#clock() + this.#policy.restMs)
  }

  /** After the commit that took it. Where all leases were closed since it began, the lease lets nothing in beside what it was taken for. */
  open({ id, amount, holds, lead }: PendingLease, since: Moment): void {
    const account = this.#account(lead)
    const lease: Lease = {
      id,
      userId: lead.userId,
      tokenId: lead.tokenId,
      isTokenLimited: lead.isTokenLimited,
      amount,
      version: 0,
      held: 0,
      running: 0,
      isOpen: since.closings === this.#closings,
      until: since.clock + this.#policy.lifetimeMs,
      monotonicUntil: since.monotonic + this.#policy.lifetimeMs,
      unanswered: undefined,
    }
    if (account.lease !== undefined) account.lease.isOpen = false
    account.lease = lease
    this.#leases.set(id, lease)
    for (const hold of holds) {
      this.#add(account, hold, lease)
      this.#onLeased?.(hold.requestId, id, true)
    }
  }

  /** The change is committed. */
  apply({ lease, taken, leaving, ends }: LeaseMove): void {
    lease.amount -= taken
    lease.version += 1
    for (const { request, becomesOwn } of leaving) {
      if (request.lease !== lease) continue
      this.#leave(request, lease)
      if (!becomesOwn) this.#remove(request)
    }
    if (ends) this.#forget(lease)
  }

  /** What became of the change that was not answered, by the row as it is. Undefined: there is none, so what ran against it is over for the lease. */
  resolve(lease: Lease, row: LeaseRow | undefined): void {
    const { unanswered } = lease
    lease.unanswered = undefined
    if (row === undefined) return this.#lose(lease)
    if (unanswered !== undefined && row.version > lease.version) this.apply(unanswered)
    lease.amount = row.amount
    lease.version = row.version
    if (lease.isTokenLimited === row.isTokenLimited) return
    // The token's owner set a limit anew: what is leased belongs to the one before.
    lease.isTokenLimited = row.isTokenLimited
    lease.isOpen = false
  }

  /** From now on it lets nothing in. */
  close(lease: Lease): void {
    lease.isOpen = false
    const account = this.#accounts.get(lease.userId)?.get(lease.tokenId)
    if (account?.lease === lease) account.lease = undefined
  }

  /** Of all tokens of a user. */
  closeOf(userId: number): void {
    for (const lease of this.#leases.values()) if (lease.userId === userId) this.close(lease)
  }

  closeAll(): void {
    this.#closings += 1
    for (const lease of this.#leases.values()) this.close(lease)
  }

  isOver(lease: Lease): boolean {
    return !this.#mayGrant(lease)
  }

  #mayGrant(lease: Lease): boolean {
    return lease.isOpen && this.#clock() < lease.until && performance.now() < lease.monotonicUntil
  }

  #account({ userId, tokenId }: Hold): Account {
    let tokens = this.#accounts.get(userId)
    if (tokens === undefined) {
      tokens = new Map()
      this.#accounts.set(userId, tokens)
    }
    let account = tokens.get(tokenId)
    if (account === undefined) {
      account = { running: 0, held: 0, lease: undefined }
      tokens.set(tokenId, account)
    }
    return account
  }

  #add(account: Account, hold: Hold, lease: Lease | undefined): void {
    this.#running.set(hold.requestId, { hold, lease })
    account.running += 1
    account.held += hold.amount
    if (lease === undefined) return
    lease.running += 1
    lease.held += hold.amount
  }

  #leave(request: RunningHold, lease: Lease): void {
    request.lease = undefined
    lease.running -= 1
    lease.held -= request.hold.amount
  }

  #remove({ hold }: RunningHold): void {
    this.#running.delete(hold.requestId)
    const tokens = this.#accounts.get(hold.userId)
    const account = tokens?.get(hold.tokenId)
    if (tokens === undefined || account === undefined) return
    account.running -= 1
    account.held -= hold.amount
    if (account.running > 0) return
    tokens.delete(hold.tokenId)
    if (tokens.size === 0) this.#accounts.delete(hold.userId)
  }

  #forget(lease: Lease): void {
    this.#leases.delete(lease.id)
    this.close(lease)
  }

  #lose(lease: Lease): void {
    this.#forget(lease)
    for (const request of this.#running.values()) if (request.lease === lease) this.#leave(request, lease)
  }
}
