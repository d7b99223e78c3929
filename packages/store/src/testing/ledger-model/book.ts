import { BudgetBook, type BookShare } from './budget-book.ts'

/** How a request ended, as the store must book it. */
export interface Charge {
  readonly cost: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly channelId: number
  readonly isLogged: boolean
  readonly isDelivered: boolean
}

export interface Reservation {
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number
  readonly amount: number
  readonly nodeId: string
  createdAt: number
  /** What it took from budgets. */
  readonly shares: readonly BookShare[]
  isTokenLimited: boolean
  checkpoint: Charge | undefined
}

export interface BookUser {
  readonly id: number
  readonly tokenIds: readonly number[]
  quota: number
  used: number
  requests: number
  isDeleted: boolean
  /** Sums and numbers of ledger lines by kind. */
  readonly lines: Map<string, { sum: number; count: number }>
  /** Of its consumption in the log. */
  readonly logged: { rows: number; failures: number; quota: number; tokens: number }
  topUpRows: number
  topUpQuota: number
  manageRows: number
}

export interface BookToken {
  readonly id: number
  remain: number
  used: number
  isUnlimited: boolean
  isDeleted: boolean
}

export interface BookChannel {
  used: number
  loggedQuota: number
}

/** A charge that the log tells of, and what it has come to by corrections. */
export interface BookCharge {
  readonly userId: number
  readonly tokenId: number
  readonly channelId: number
  readonly input: number
  readonly output: number
  cost: number
}

export interface HoldRequest {
  readonly requestId: string
  readonly user: BookUser
  readonly token: BookToken
  readonly isTokenLimited: boolean
  readonly amount: number
  readonly bookShares: readonly BookShare[]
}

const GIVEN_BACK: Charge = { cost: 0, promptTokens: 0, completionTokens: 0, channelId: 0, isLogged: false, isDelivered: false }

/** What the ledger must come to: plain sums in memory, one operation after the other. Knows nothing of batches, commits or databases. */
export class Book {
  readonly users = new Map<number, BookUser>()
  readonly tokens = new Map<number, BookToken>()
  readonly channels = new Map<number, BookChannel>()
  readonly reservations = new Map<string, Reservation>()
  readonly budgetBook = new BudgetBook()
  /** By request. What was free has no line that names its token, and is left out. */
  readonly charges = new Map<string, BookCharge>()

  addUser(id: number, quota: number, tokens: readonly Omit<BookToken, 'used' | 'isDeleted'>[]): void {
    for (const token of tokens) this.tokens.set(token.id, { ...token, used: 0, isDeleted: false })
    const user: BookUser = {
      id,
      tokenIds: tokens.map((token) => token.id),
      quota: 0,
      used: 0,
      requests: 0,
      isDeleted: false,
      lines: new Map(),
      logged: { rows: 0, failures: 0, quota: 0, tokens: 0 },
      topUpRows: 0,
      topUpQuota: 0,
      manageRows: 0,
    }
    this.users.set(id, user)
    this.credit(user, 'grant', quota)
  }

  /** Moves a balance by a ledger line. */
  credit(user: BookUser, kind: string, amount: number): void {
    user.quota += amount
    const line = user.lines.get(kind) ?? { sum: 0, count: 0 }
    user.lines.set(kind, { sum: line.sum + amount, count: line.count + 1 })
  }

  hold({ requestId, user, token, isTokenLimited, amount, bookShares }: HoldRequest, at: { nodeId: string; now: number }): void {
    user.quota -= amount
    if (isTokenLimited) token.remain -= amount
    this.budgetBook.take(bookShares)
    this.reservations.set(requestId, {
      requestId,
      userId: user.id,
      tokenId: token.id,
      amount,
      nodeId: at.nodeId,
      createdAt: at.now,
      shares: bookShares,
      isTokenLimited,
      checkpoint: undefined,
    })
  }

  /** Without a charge: at the last checkpoint, else everything goes back. What was closed before stays as it is. */
  close(requestId: string, asked: Charge | undefined): void {
    const reservation = this.reservations.get(requestId)
    if (reservation === undefined) return
    this.reservations.delete(requestId)
    this.#end(reservation, asked ?? reservation.checkpoint ?? GIVEN_BACK)
  }

  /** An owner's limit counts from now on: what running requests and idle leases give back belongs to the limit before. */
  editToken(token: BookToken, { remain, isUnlimited, idle }: { remain: number; isUnlimited: boolean; idle: number }): boolean {
    if (token.isDeleted) return false
    const isChanged = token.remain - idle !== remain
    if (isChanged)
      for (const reservation of this.reservations.values()) if (reservation.tokenId === token.id) reservation.isTokenLimited = false
    if (isChanged) token.remain = remain
    token.isUnlimited = isUnlimited
    return true
  }

  setQuota(user: BookUser, quota: number): void {
    if (quota === user.quota) return
    this.credit(user, 'adjust', quota - user.quota)
    user.manageRows += 1
  }

  topUp(user: BookUser, kind: 'top-up' | 'redeem', amount: number): void {
    this.credit(user, kind, amount)
    user.topUpRows += 1
    user.topUpQuota += amount
  }

  deleteToken(token: BookToken): void {
    token.isDeleted = true
    this.budgetBook.remove('token', [token.id])
  }

  deleteUser(user: BookUser, idle: number): boolean {
    if (user.isDeleted) return false
    user.isDeleted = true
    this.budgetBook.remove('user', [user.id])
    this.budgetBook.remove('token', user.tokenIds)
    if (user.quota - idle > 0) this.credit(user, 'forfeit', idle - user.quota)
    return true
  }

  /** Brings a charge to another cost; deleted accounts keep theirs. Says whether there was a difference. */
  correct(charge: BookCharge, cost: number): boolean {
    const user = this.users.get(charge.userId)
    const token = this.tokens.get(charge.tokenId)
    const difference = charge.cost - cost
    if (user === undefined || token === undefined || user.isDeleted || difference === 0) return false
    charge.cost = cost
    user.used -= difference
    token.used -= difference
    if (!token.isUnlimited) token.remain += difference
    const channel = this.channels.get(charge.channelId)
    if (channel !== undefined) channel.used -= difference
    this.credit(user, 'correction', difference)
    return true
  }

  #end({ requestId, userId, tokenId, amount, isTokenLimited, shares }: Reservation, charge: Charge): void {
    const user = this.users.get(userId)
    const token = this.tokens.get(tokenId)
    if (user === undefined || token === undefined) throw new Error('a reservation without its owner')
    user.quota += amount
    user.used += charge.cost
    user.requests += charge.isDelivered ? 1 : 0
    token.used += charge.cost
    if (isTokenLimited) token.remain += amount - charge.cost
    const channel = this.channels.get(charge.channelId)
    if (channel !== undefined) channel.used += charge.cost
    this.budgetBook.settle(shares, charge)
    if (charge.cost > 0) this.credit(user, 'consume', -charge.cost)
    if (charge.isLogged) this.#log(user, channel, charge)
    if (charge.isLogged && charge.cost > 0) this.#keep(requestId, { userId, tokenId }, charge)
  }

  #keep(requestId: string, whose: Pick<BookCharge, 'userId' | 'tokenId'>, charge: Charge): void {
    const { channelId, promptTokens: input, completionTokens: output, cost } = charge
    this.charges.set(requestId, { ...whose, channelId, input, output, cost })
  }

  #log({ logged }: BookUser, channel: BookChannel | undefined, charge: Charge): void {
    logged.rows += 1
    logged.failures += charge.isDelivered ? 0 : 1
    logged.quota += charge.cost
    logged.tokens += charge.promptTokens + charge.completionTokens
    if (channel !== undefined) channel.loggedQuota += charge.cost
  }
}
